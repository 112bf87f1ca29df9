import { BlockStack, InlineStack, Link, Text } from "@shopify/polaris";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import type { OrderExplanationWire } from "#app/contracts/order.ts";
import { HistoryList, Section } from "../../shared/detail-page.tsx";
import { formatMoney } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { useText } from "../../texts/use-text.ts";
import { commissionName, EntryBadge, EntryDetails, entryUrl } from "../commissions/entry-cells.tsx";
import { Attribution } from "./attribution-section.tsx";
import { Calculation } from "./calculation.tsx";
import { orderTimeline } from "./order-timeline.ts";

type Props = { explained: OrderExplanationWire; timeZone: string };

/** Explanation of an order, on its page and in the drawer: commission, attribution and timeline. */
export function ExplanationSections({ explained, timeZone }: Props) {
  const t = useText("orders");
  return (
    <>
      <Section title={t("commission.title")}>
        <Commission explained={explained} timeZone={timeZone} />
        <Calculation explained={explained} postings={explained.postings} timeZone={timeZone} />
      </Section>
      <Section title={t("attribution.title")}>
        <Attribution {...explained} timeZone={timeZone} />
      </Section>
      <Section title={t("timeline.title")}>
        <HistoryList entries={orderTimeline(explained, t)} timeZone={timeZone} />
      </Section>
    </>
  );
}

function Commission({ explained, timeZone }: Props) {
  const t = useText("orders");
  const { commissions, summary, ifCounted, order } = explained;
  const [only, ...others] = commissions;
  return (
    <BlockStack gap="200">
      {ifCounted && <Text as="p">{t("page.test", { amount: formatMoney(ifCounted.totals.current) })}</Text>}
      {ifCounted?.unread && <Text as="p">{t("page.unread")}</Text>}
      {!ifCounted && !only && <Text as="p">{t("commission.none")}</Text>}
      {only && others.length === 0 && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="span" variant="headingLg" numeric>
            {formatMoney(order.commission)}
          </Text>
          <EntryBadge entry={only} />
          <EntryDetails entry={only} timeZone={timeZone} />
          <Link url={entryUrl(only)}>{t("commission.view")}</Link>
        </InlineStack>
      )}
      {others.length > 0 && <OrderCommissions commissions={commissions} timeZone={timeZone} />}
      {summary !== null && <Text as="p">{summary}</Text>}
    </BlockStack>
  );
}

type OrderCommissionsProps = { commissions: readonly CommissionEntryWire[]; timeZone: string };

/** Commissions of an order, its bonuses and manual commissions, and their deductions. */
function OrderCommissions({ commissions, timeZone }: OrderCommissionsProps) {
  const t = useText("orders");
  const names = useText("commissions");
  return (
    <ScrollBox label={t("commission.table")}>
      <table className="plain-table stacked-table">
        <thead>
          <tr>
            <th scope="col">{t("commission.commission")}</th>
            <th scope="col">{t("commission.affiliate")}</th>
            <th scope="col" className="amount">
              {t("commission.amount")}
            </th>
            <th scope="col">{t("commission.status")}</th>
            <th scope="col">{t("commission.details")}</th>
          </tr>
        </thead>
        <tbody>
          {commissions.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">
                <Link url={entryUrl(entry)}>{commissionName(entry, names)}</Link>
              </th>
              <td data-label={t("commission.affiliate")}>{entry.affiliate.name}</td>
              <td data-label={t("commission.amount")} className="amount">
                {formatMoney(entry.amount)}
              </td>
              <td data-label={t("commission.status")}>
                <EntryBadge entry={entry} />
              </td>
              <td>
                <EntryDetails entry={entry} timeZone={timeZone} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}
