import { EmptyState } from "@shopify/polaris";
import { discountStatuses, type DiscountWire } from "#app/contracts/discount.ts";
import { formatCount, formatDate } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";

type Props = { discounts: readonly DiscountWire[]; pagination: PageOfList; timeZone: string };

const statuses = discountStatuses.map((value) => ({ value, label: statusLabel(value) }));

/** The store's discounts that affiliates' codes belong to, and what differs from how they were made. */
export function DiscountsPage({ discounts, pagination, timeZone }: Props) {
  return (
    <ListPage
      title="Discounts"
      subtitle="Discounts of your store that affiliates' codes belong to. They are compared with your store's daily."
      primaryAction={{ content: "Make codes", url: "/dashboard/affiliates/discounts/new" }}
      secondaryActions={[{ content: "Codes", url: "/dashboard/affiliates/codes" }]}
      searchLabel="Search by title"
      statuses={statuses}
      resourceName={{ singular: "discount", plural: "discounts" }}
      headings={[
        { title: "Discount" },
        { title: "Status" },
        { title: "Gives" },
        { title: "Codes", numeric: true },
        { title: "Notice" },
        { title: "Since" },
      ]}
      rows={discounts.map((one) => ({
        id: one.id,
        url: `/dashboard/affiliates/discounts/${one.id}`,
        name: one.title,
        cells: [
          <StatusBadge key="status" status={one.status} />,
          one.gives,
          formatCount(one.codes),
          <span key="notice" className="wrapping-cell">
            {one.notice ?? "–"}
          </span>,
          formatDate(one.createdAt, timeZone),
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState
          heading="No discounts yet"
          image="/empty-orders.svg"
          action={{ content: "Make codes", url: "/dashboard/affiliates/discounts/new" }}
        >
          <p>One discount of your store can have a code for each affiliate.</p>
        </EmptyState>
      }
    />
  );
}
