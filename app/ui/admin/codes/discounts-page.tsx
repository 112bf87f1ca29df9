import { EmptyState } from "@shopify/polaris";
import { discountStatuses, type DiscountWire } from "#app/contracts/discount.ts";
import { discountList } from "#app/contracts/lists/links.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";

type Props = { discounts: readonly DiscountWire[]; pagination: PageOfList; timeZone: string };

const statuses = stateOptions("discount", discountStatuses);

/** Discounts of affiliates' codes, and changes made to them in the store. */
export function DiscountsPage({ discounts, pagination, timeZone }: Props) {
  return (
    <ListPage
      list={discountList}
      title={frameText("pages.discounts")}
      subtitle="Discounts of your store that affiliates' codes belong to. They are compared with your store's daily."
      primaryAction={{ content: "Make codes", url: "/dashboard/affiliates/discounts/new" }}
      backAction={{ content: frameText("pages.codes"), url: "/dashboard/affiliates/codes" }}
      searchLabel="Search by title"
      statuses={statuses}
      resourceName={{ singular: "discount", plural: "discounts" }}
      rows={discounts}
      rowOf={({ id }) => ({ id, url: `/dashboard/affiliates/discounts/${id}` })}
      timeZone={timeZone}
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
