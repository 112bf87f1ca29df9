import { Banner, Text } from "@shopify/polaris";
import type { BacktestWire } from "#app/contracts/backtest.ts";
import { Section } from "../../shared/detail-page.tsx";
import { formatCount, formatMoney, formatMonth } from "../../shared/format.ts";
import { ScrollBox } from "../../shared/scroll-box.tsx";
import { UnreadOrders } from "../programs/unread-orders.tsx";
import { ComparedTable, formatDifference } from "./compared-table.tsx";
import { MonthBars } from "./month-bars.tsx";

export type Result = NonNullable<BacktestWire["result"]>;

/** What the draft would have cost beside today's terms: in all, by month, affiliate and product. */
export function BacktestResult({ result }: { result: Result }) {
  const { otherCurrencyOrders, unreadOrders = 0, affiliates, products, months } = result;
  return (
    <>
      {otherCurrencyOrders > 0 && (
        <Banner tone="warning">
          {`${formatCount(otherCurrencyOrders)} orders in another currency than the store's are in no sum.`}
        </Banner>
      )}
      <UnreadOrders count={unreadOrders} />
      <Section title="What it would have cost">
        <CostTable result={result} />
        <Text as="p" tone="subdued">
          Whoever brought an order stays credited with it: the attribution window is no part of these figures,
          and the hold only decides until when a return takes a bonus back.
        </Text>
      </Section>
      {months.length > 1 && (
        <Section title="By month">
          <MonthBars months={months} />
          <ComparedTable what="Month" rows={months.map(withMonth)} first={inTime} />
        </Section>
      )}
      <Section title="By affiliate">
        <ComparedTable what="Affiliate" rows={affiliates.map(withPage)} />
      </Section>
      <Section title="By product">
        <Text as="p" tone="subdued">
          What each product's lines earn; bonuses belong to affiliates alone.
        </Text>
        <ComparedTable what="Product" rows={products} />
      </Section>
    </>
  );
}

const inTime = { column: "name", descending: false } as const;

function withMonth(row: Result["months"][number]) {
  return { ...row, title: formatMonth(row.name) };
}

function withPage(row: Result["affiliates"][number]) {
  return row.id?.startsWith("aff_") ? { ...row, url: `/dashboard/affiliates/${row.id}` } : row;
}

function shareText(percent: string | null): string {
  return percent === null ? "–" : `${percent}%`;
}

function CostTable({ result }: { result: Result }) {
  const { today, draft, difference, orders, revenue, changedOrders } = result;
  return (
    <ScrollBox label="Cost">
      <table className="plain-table">
        <caption>{`${formatCount(orders)} orders, ${formatMoney(revenue)} of net sales kept`}</caption>
        <thead>
          <tr>
            <th scope="col">What</th>
            {["Today's terms", "Draft", "Difference"].map((title) => (
              <th key={title} scope="col" className="amount">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <CostRow
            what="Cost"
            today={formatMoney(today.total)}
            draft={formatMoney(draft.total)}
            difference={formatDifference(difference)}
          />
          <CostRow what="Share of revenue" today={shareText(today.share)} draft={shareText(draft.share)} />
          <CostRow
            what="Of it bonuses"
            today={formatMoney(today.bonuses)}
            draft={formatMoney(draft.bonuses)}
          />
          <CostRow
            what="Orders that pay"
            today={formatCount(today.paidOrders)}
            draft={formatCount(draft.paidOrders)}
            difference={`${formatCount(changedOrders)} differ`}
          />
        </tbody>
      </table>
    </ScrollBox>
  );
}

type CostCells = { what: string; today: string; draft: string; difference?: string };

function CostRow({ what, today, draft, difference = "" }: CostCells) {
  return (
    <tr>
      <th scope="row">{what}</th>
      <td className="amount">{today}</td>
      <td className="amount">{draft}</td>
      <td className="amount">{difference}</td>
    </tr>
  );
}
