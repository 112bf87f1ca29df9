import { BlockStack, Card, Page, Text } from "@shopify/polaris";
import { ApiError, messageFor } from "./api-error.ts";
import { ErrorBanner } from "./error-banner.tsx";
import { SupportLink } from "./support-link.tsx";

/** A page that could not be shown: why, in the words of SPEC §8, and a way to ask again. */
export function FaultPage({ status }: { status: number }) {
  const message = messageFor(new ApiError({ kind: "status", status, serverMessage: null, fields: [] }));
  return (
    <Page narrowWidth title={status === 403 ? "Access denied" : "Something went wrong"}>
      <BlockStack gap="400">
        <ErrorBanner message={message} onRetry={() => window.location.reload()} />
        <Card>
          <Text as="p">
            Nothing was lost. If this goes on, please <SupportLink />.
          </Text>
        </Card>
      </BlockStack>
    </Page>
  );
}
