import type { ReactNode } from "react";
import type { PayoutItemWire, PayoutSectionDetailWire } from "#app/contracts/payout.ts";
import { formatCount, formatDate, formatMoney } from "../../shared/format.ts";
import { ListFilters } from "../../shared/list/list-filters.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListTable } from "../../shared/list/list-table.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { paymentUrl, stateName } from "./payout-words.ts";

type Props = {
  items: readonly PayoutItemWire[];
  pagination: PageOfList;
  states: PayoutSectionDetailWire["states"];
  timeZone: string;
};

/** The payments of a section, narrowed by where they stand. */
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
          url: paymentUrl(item.id),
          name: item.affiliate.name,
          cells: [
            formatMoney(item.amount),
            <PaymentBadge key="status" item={item} />,
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
      title: "Paid",
      has: (item) => item.settledAt !== null,
      cell: (item) => (item.settledAt === null ? "–" : formatDate(item.settledAt, timeZone)),
    },
    {
      title: "Reason",
      has: (item) => item.reason !== "",
      cell: (item) => (
        <span key="why" className="wrapping-cell">
          {item.reason}
        </span>
      ),
    },
  ];
}
