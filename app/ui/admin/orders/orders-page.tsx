import { EmptyState, Text } from "@shopify/polaris";
import { type orderSorts, orderStatuses, type OrderWire } from "#app/contracts/order.ts";
import { noSignal } from "#app/domain/signals.ts";
import { evidenceKindName, evidenceKinds } from "#app/domain/touch.ts";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import type { ListSelect } from "../../shared/list/list-filters.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useListParams } from "../../shared/list/use-list-params.ts";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";
import { OrderDrawer, WhyLink } from "./order-drawer.tsx";

type Props = {
  orders: readonly OrderWire[];
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  affiliate: ChosenAffiliate | null;
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

/** Every order of the store, with who was credited and why, or why nobody was. */
export function OrdersPage({ orders, pagination, timeZone, exportUrl, affiliate }: Props) {
  const { params } = useListParams();
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
        days="Placed"
        // What signals were worth is asked on their page: here it can be seen and taken back.
        selects={selects.filter(({ name }) => name === "signal" || params[name] !== "")}
        notice={affiliate && `Orders credited to ${affiliate.name}`}
        headings={[
          { title: "Order" },
          { title: "Date" },
          { title: "Status" },
          { title: "Affiliate" },
          { title: "Reason" },
          { title: "Net sales", numeric: true },
          { title: "Commission", numeric: true },
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
            formatMoney(order.revenue),
            <CommissionCell key="commission" order={order} />,
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
