import { Banner, BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import { useScopeRequest } from "../../shared/use-scope-request.ts";
import { auditText as t } from "./audit-text.ts";

const scopes = ["read_all_orders"] as const;

/** Asks for access to orders older than 60 days, with the reason. */
export function AllowAllOrders() {
  const { answer, ask } = useScopeRequest(scopes);
  return (
    <Banner title={t("scope.title")}>
      <BlockStack gap="200">
        <p>{t("scope.reason")}</p>
        {ask ? (
          <InlineStack>
            <Button onClick={ask} loading={answer === "asking" || answer === "granted"}>
              {t("scope.allow")}
            </Button>
          </InlineStack>
        ) : (
          <Text as="p" tone="subdued">
            {t("scope.elsewhere")}
          </Text>
        )}
        <div aria-live="polite">{answer === "declined" && <p>{t("scope.declined")}</p>}</div>
      </BlockStack>
    </Banner>
  );
}
