import { setupFault } from "#app/contracts/setup-fault.ts";
import { Banner, Page, Text } from "@shopify/polaris";

/** In place of every page while no session token can be verified. It asks nothing again: reloading would not help. */
export function SetupFaultPage() {
  return (
    <main>
      <Page narrowWidth title={setupFault.message}>
        <Banner tone="critical">
          <Text as="p">The app can&rsquo;t verify who you are. Please contact the app&rsquo;s operator.</Text>
          <Text as="p">
            If you operate it: compare SHOPIFY_API_KEY and SHOPIFY_API_SECRET with the app&rsquo;s settings in
            the Dev Dashboard, check the server&rsquo;s clock, and run npm run doctor.
          </Text>
        </Banner>
      </Page>
    </main>
  );
}
