import { EmptyState } from "@shopify/polaris";
import type { PayoutItemWire } from "#app/contracts/payout.ts";
import { methodNames } from "#app/domain/payouts/method.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { methodChoices, stateName } from "./payout-words.ts";
import { PayoutsTabs } from "./payouts-tabs.tsx";

type Props = {
  items: readonly PayoutItemWire[];
  pagination: PageOfList;
  exportUrl: string;
  timeZone: string;
};

const kinds = [
  { value: "person", label: "Nobody tells" },
  { value: "contradiction", label: "The provider contradicts" },
];

/** Affiliates ▸ Payouts ▸ Need a person: payments of all batches of which nobody else can tell what became of them. */
export function PersonItemsPage({ items, pagination, exportUrl, timeZone }: Props) {
  return (
    <ListPage
      title="Payments that need a person"
      subtitle="Look each of them up with the provider, and say what became of it. Nothing moves before you do."
      banner={<PayoutsTabs />}
      searchLabel="Search by name or account"
      statuses={kinds}
      selects={[{ name: "method", label: "Method", choices: methodChoices }]}
      resourceName={{ singular: "payment", plural: "payments" }}
      exportUrl={exportUrl}
      headings={[
        { title: "Affiliate" },
        { title: "Amount", numeric: true },
        { title: "Status" },
        { title: "Method" },
        { title: "Paid to" },
        { title: "Planned" },
        { title: "Why" },
      ]}
      rows={items.map((item) => ({
        id: item.id,
        url: `/dashboard/affiliates/payouts/items/${item.id}`,
        name: item.affiliate.name,
        cells: [
          formatMoney(item.amount),
          <StatusBadge key="status" status={item.status} label={stateName(item.status)} />,
          methodNames[item.method],
          item.receiver === "" ? "–" : item.receiver,
          formatDate(item.plannedAt, timeZone),
          <span key="why" className="wrapping-cell">
            {item.contradiction === "" ? item.reason : item.contradiction}
          </span>,
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No payment needs you" image="">
          <p>Payments of which no provider tells what became of them appear here.</p>
        </EmptyState>
      }
    />
  );
}
