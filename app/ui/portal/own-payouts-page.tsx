import { BlockStack, Badge, Button, InlineStack, Link, Page, Text } from "@shopify/polaris";
import type { OwnPayoutWire } from "#app/contracts/portal.ts";
import { Section } from "../shared/detail-page.tsx";
import { formatDate, formatMoney } from "../shared/format.ts";
import { ScrollBox } from "../shared/scroll-box.tsx";
import { useText } from "../texts/use-text.ts";
import { usePayoutWords } from "./use-payout-words.ts";

type Props = {
  readonly payouts: readonly OwnPayoutWire[];
  readonly nextCursor: string | null;
  readonly timeZone: string;
};

/** Past and current payouts of an affiliate. */
export function OwnPayoutsPage({ payouts, nextCursor, timeZone }: Props) {
  const t = useText("portal");
  return (
    <main>
      <Page title={t("payouts.title")}>
        <BlockStack gap="400">
          <Section title={t("payouts.section")}>
            {payouts.length === 0 ? (
              <Text as="p">{t("payouts.none")}</Text>
            ) : (
              <PayoutTable payouts={payouts} timeZone={timeZone} />
            )}
            <InlineStack align="space-between" blockAlign="center" gap="400">
              <Link url="/portal/payout-details">{t("payouts.details")}</Link>
              {nextCursor !== null && (
                <Button url={`?cursor=${encodeURIComponent(nextCursor)}`}>{t("payouts.older")}</Button>
              )}
            </InlineStack>
          </Section>
        </BlockStack>
      </Page>
    </main>
  );
}

function PayoutTable({ payouts, timeZone }: Pick<Props, "payouts" | "timeZone">) {
  const t = useText("portal");
  return (
    <ScrollBox label={t("payouts.section")}>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t("payouts.date")}</th>
            <th scope="col">{t("payouts.amount")}</th>
            <th scope="col">{t("payouts.state")}</th>
            <th scope="col">{t("payouts.method")}</th>
          </tr>
        </thead>
        <tbody>
          {payouts.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} timeZone={timeZone} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function PayoutRow({ payout, timeZone }: { payout: OwnPayoutWire; timeZone: string }) {
  const t = useText("portal");
  const states = useText("states");
  const { label, tone, advice } = usePayoutWords()(payout);
  const to = payout.receiver === "" ? undefined : t("payouts.to", { receiver: payout.receiver });
  const words = [to, advice].filter(Boolean).join(" ");
  return (
    <>
      <tr>
        <th scope="row" className="no-break">
          <Link url={`/portal/payouts/${payout.id}`}>{formatDate(payout.plannedAt, timeZone)}</Link>
        </th>
        <td className="no-break">{formatMoney(payout.amount)}</td>
        <td>
          <Badge {...(tone && { tone })}>{label}</Badge>
        </td>
        <td>{states(`method.${payout.method}`)}</td>
      </tr>
      {words !== "" && (
        // A separate row has the full width. On a phone, columns would cut off accounts and sentences.
        <tr>
          <td colSpan={4}>
            <Text as="span" variant="bodySm" tone="subdued">
              {words}
            </Text>
          </td>
        </tr>
      )}
    </>
  );
}
