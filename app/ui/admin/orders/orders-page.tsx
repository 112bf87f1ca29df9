import { EmptyState, Text } from "@shopify/polaris";
import { type orderSorts, orderStatuses, type OrderWire } from "#app/contracts/order.ts";
import { noSignal } from "#app/domain/signals.ts";
import { evidenceKindName, evidenceKinds } from "#app/domain/attribution.ts";
import type { ReactNode } from "react";
import { columnLabels } from "#app/contracts/report-words.ts";
import { partColumns } from "#app/contracts/order-csv.ts";
import { reportFilterNames } from "#app/contracts/report-fields.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { OpenedFigure } from "#app/domain/report.ts";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import type { AppliedFilter } from "../../shared/list/filter-chips.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import type { ListSelect } from "../../shared/list/list-filters.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";
import { FilterBar } from "../reports/filter-bar.tsx";
import { OrderDrawer, WhyLink } from "./order-drawer.tsx";

type Props = {
  orders: readonly OrderWire[];
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  affiliate: ChosenAffiliate | null;
  /** The figure of a report whose orders these are, or null; with it each order has its part of it. */
  figure?: OpenedFigure | null;
  applied?: readonly AppliedFilter[];
  /** The days whose links, products and so on it can be narrowed to. */
  filterDays: DaySpan;
  /** Why there are none, where the database did not answer in time. */
  late?: string | null;
};

const kinds = evidenceKinds.map((value) => ({ value, label: evidenceKindName(value) }));
const selects: readonly ListSelect[] = [
  { name: "signal", label: "Signal", choices: [...kinds, { value: noSignal, label: "None" }] },
  { name: "missedWithout", label: "Nobody without", choices: kinds },
  { name: "movedWithout", label: "Somebody else without", choices: kinds },
];

const sorts = [
  { label: "Newest", value: "newest" },
  { label: "Oldest", value: "oldest" },
  { label: "Highest net sales", value: "highest-total" },
  { label: "Lowest net sales", value: "lowest-total" },
  { label: "Highest commission", value: "highest-commission" },
  { label: "Lowest commission", value: "lowest-commission" },
] as const satisfies readonly { label: string; value: (typeof orderSorts)[number] }[];

const statuses = orderStatuses.map((value) => ({ value, label: statusLabel(value) }));

/** By affiliate it is narrowed beside these. */
const [, ...filterFields] = reportFilterNames;

/** Every order of the store, with who was credited and why, or why nobody was. */
export function OrdersPage(props: Props) {
  const {
    orders,
    pagination,
    timeZone,
    exportUrl,
    affiliate,
    figure = null,
    applied,
    late,
    filterDays,
  } = props;
  const { params } = useListParams();
  const amounts = figure === null ? ownAmounts : partAmounts;
  return (
    <>
      <OrderDrawer timeZone={timeZone} />
      <ListPage
        title="Orders"
        subtitle="Every order of your store, with the affiliate who is credited and the reason."
        searchLabel="Search by order name"
        statuses={statuses}
        sorts={sorts}
        resourceName={{ singular: "order", plural: "orders" }}
        exportUrl={exportUrl}
        affiliate={affiliate}
        days={figure === null ? "Placed" : "Counted"}
        applied={applied ?? []}
        narrowing={<FilterBar applied={[]} days={filterDays} fields={filterFields} />}
        error={late ?? null}
        // What signals were worth is asked on their page: here it can be seen and taken back.
        selects={selects.filter(({ name }) => name === "signal" || params[name] !== "")}
        notice={noticeOf(props)}
        headings={[
          { title: "Order" },
          { title: "Date" },
          { title: "Status" },
          { title: "Affiliate" },
          { title: "Reason" },
          ...amounts.map(({ title }) => ({ title, numeric: true })),
        ]}
        rows={orders.map((order) => ({
          id: order.id,
          url: `/dashboard/orders/${order.id}`,
          name: order.name,
          cells: [
            formatDateTime(order.placedAt, timeZone),
            <StatusBadge key="status" status={order.status} />,
            order.affiliate?.name ?? "–",
            <span key="reason" className="wrapping-cell">
              {order.reason.text} <WhyLink orderId={order.id} name={order.name} />
            </span>,
            ...amounts.map(({ of }) => of(order)),
          ],
        }))}
        pagination={pagination}
        emptyState={
          <EmptyState heading="No orders yet" image="/empty-orders.svg">
            <p>Orders of your store appear here within seconds, credited or not, each with its reason.</p>
          </EmptyState>
        }
      />
    </>
  );
}

type Amount = { readonly title: string; readonly of: (order: OrderWire) => ReactNode };

const ownAmounts: readonly Amount[] = [
  { title: "Net sales", of: ({ revenue }) => formatMoney(revenue) },
  { title: "Commission", of: (order) => <CommissionCell key="commission" order={order} /> },
];

/** What an order counts for on the days of a report, whose figures are the sums of these columns. */
const partAmounts: readonly Amount[] = partColumns.map((name) => ({
  title: columnLabels[name],
  of: ({ part }) => (part ? formatMoney(part[name]) : "–"),
}));

function noticeOf({ affiliate, figure }: Props): string | null {
  const whose = affiliate && `Orders credited to ${affiliate.name}`;
  if (!figure) return whose;
  const part =
    "Amounts are what each order counts for on these days: sales on the order's day, refunds on their own.";
  return whose ? `${whose}. ${part}` : part;
}

/** What stands for the order; its own part, by which the list is sorted, beside it where bonuses or additions are the rest. */
function CommissionCell({ order: { commission, ownCommission } }: { order: OrderWire }) {
  if (ownCommission.amount === commission.amount) return formatMoney(commission);
  return (
    <>
      {formatMoney(commission)}
      <Text as="p" tone="subdued" variant="bodySm">
        {formatMoney(ownCommission)} of its own
      </Text>
    </>
  );
}
