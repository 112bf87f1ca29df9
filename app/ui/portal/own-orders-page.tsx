import { BlockStack, Button, InlineStack, Link, Page, Text } from "@shopify/polaris";
import { TaggedText } from "../texts/tagged-text.tsx";
import type { AffiliateWire } from "#app/contracts/affiliate.ts";
import type { OwnOrdersWire } from "#app/contracts/portal.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";
import { OwnEarnings } from "./own-earnings.tsx";

/** The affiliate's balances and the entries that they sum. */
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
              <TaggedText text={t("orders.missing")} tags={{ claim: claimLink }} />
            </Text>
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function claimLink(content: string) {
  return <Link url="/portal/claims">{content}</Link>;
}

const figures = ["pending", "available", "inTransit", "paid"] as const;

/** The affiliate's balances, one column per currency. */
function OwnBalances({ balances }: { balances: AffiliateWire["balances"] }) {
  const t = useText("portal");
  if (balances.length === 0) return <Text as="p">{t("balance.none")}</Text>;
  return (
    <ScrollBox label={t("balance.heading")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("balance.heading")}</th>
            {balances.map(({ pending: { currencyCode } }) => (
              <th key={currencyCode} scope="col">
                {currencyCode}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map((name) => (
            <tr key={name}>
              <th scope="row">{t(`balance.${name}`)}</th>
              {balances.map((one) => (
                <td key={one.pending.currencyCode}>{formatMoney(one[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
