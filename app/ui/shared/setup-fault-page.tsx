import { setupFault } from "#app/contracts/setup-fault.ts";
import { Banner, BlockStack, Card, Page, Text } from "@shopify/polaris";

/** In place of every page while no session token can be verified. It asks nothing again: reloading would not help. */
export function SetupFaultPage() {
  return (
    <Page narrowWidth title={setupFault.message}>
      <BlockStack gap="400">
        <Banner tone="critical">
          <p>
            The app can&rsquo;t verify who you are. Nothing was lost. Please contact the app&rsquo;s operator.
          </p>
        </Banner>
        <Card>
          <BlockStack gap="200">
            <Text as="h2" variant="headingMd">
              If you operate this app
            </Text>
            <Text as="p">
              Compare SHOPIFY_API_KEY and SHOPIFY_API_SECRET with the app&rsquo;s settings in the Dev
              Dashboard. Check the server&rsquo;s clock. Then run npm run doctor: it names what is wrong.
            </Text>
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
