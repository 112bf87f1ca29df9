import { BlockStack, Button, InlineStack, Link, Page, Text } from "@shopify/polaris";
import { Trans } from "react-i18next";
import type { OwnOrdersWire } from "#app/contracts/portal.ts";
import { Section } from "../shared/detail-page.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnBalances } from "./own-balances.tsx";
import { OwnEarnings } from "./own-earnings.tsx";

/** The affiliate's balances and the commissions that they sum. */
export function OwnOrdersPage({ balances, commissions, nextCursor, timeZone }: OwnOrdersWire) {
  const t = useText("home");
  return (
    <main>
      <Page title={t("orders.title")}>
        <BlockStack gap="400">
          <Section title={t("orders.balances")}>
            <OwnBalances balances={balances} />
          </Section>
          <Section title={t("orders.commissions")}>
            <div className="portal-cards">
              <OwnEarnings commissions={commissions} timeZone={timeZone} />
            </div>
            {nextCursor !== null && (
              <InlineStack align="end">
                <Button url={`?cursor=${encodeURIComponent(nextCursor)}`}>{t("orders.older")}</Button>
              </InlineStack>
            )}
            <Text as="p">
              <Trans t={t} i18nKey="orders.missing" components={{ claim: <Link url="/portal/claims" /> }} />
            </Text>
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}
