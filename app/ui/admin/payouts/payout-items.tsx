import type { ReactNode } from "react";
import type { PayoutDetailWire, PayoutItemWire } from "#app/contracts/payout.ts";
import { formatCount, formatDate, formatMoney } from "../../shared/format.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { stateName } from "./payout-words.ts";

type Props = {
  items: readonly PayoutItemWire[];
  pagination: PageOfList;
  states: PayoutDetailWire["states"];
  timeZone: string;
};

/** The payments of a batch, narrowed by where they stand. */
export function PayoutItems({ items, pagination, states, timeZone }: Props) {
  const statuses = states.map(({ status, count }) => ({
    value: status,
    label: `${stateName(status)} (${formatCount(count)})`,
  }));
  // Beside what stands at the side there is no room for columns that say nothing.
  const columns = columnsOf(timeZone).filter(({ has }) => items.some(has));
  return (
    <>
      <ListFilters
        searchLabel="Search by name or account"
        statuses={statuses}
        selects={[]}
        sorts={[]}
        affiliate={undefined}
        days={undefined}
      />
      <ListTable
        resourceName={{ singular: "payment", plural: "payments" }}
        headings={[
          { title: "Affiliate" },
          { title: "Amount", numeric: true },
          { title: "Status" },
          ...columns.map(({ title }) => ({ title })),
        ]}
        rows={items.map((item) => ({
          id: item.id,
          url: `/dashboard/affiliates/payouts/items/${item.id}`,
          name: item.affiliate.name,
          cells: [
            formatMoney(item.amount),
            <StatusBadge key="status" status={item.status} label={stateName(item.status)} />,
            ...columns.map(({ cell }) => cell(item)),
          ],
        }))}
        pagination={pagination}
      />
    </>
  );
}

type Column = {
  readonly title: string;
  readonly has: (item: PayoutItemWire) => boolean;
  readonly cell: (item: PayoutItemWire) => ReactNode;
};

function columnsOf(timeZone: string): readonly Column[] {
  return [
    {
      title: "Paid to",
      has: (item) => item.receiver !== "",
      cell: (item) => (item.receiver === "" ? "–" : item.receiver),
    },
    {
      title: "Settled",
      has: (item) => item.settledAt !== null,
      cell: (item) => (item.settledAt === null ? "–" : formatDate(item.settledAt, timeZone)),
    },
    {
      title: "Why",
      has: (item) => item.reason !== "",
      cell: (item) => (
        <span key="why" className="wrapping-cell">
          {item.reason}
        </span>
      ),
    },
  ];
}
