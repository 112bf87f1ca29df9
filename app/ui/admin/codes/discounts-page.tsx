import { EmptyState } from "@shopify/polaris";
import { discountStatuses, type DiscountWire } from "#app/contracts/discount.ts";
import { discountList } from "#app/contracts/lists/links.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { codes as texts } from "#app/i18n/en/admin/codes.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ codes: texts });

type Props = { discounts: readonly DiscountWire[]; pagination: PageOfList; timeZone: string };

const statuses = stateOptions("discount", discountStatuses);

/** Discounts of affiliates' codes, and changes made to them in the store. */
export function DiscountsPage({ discounts, pagination, timeZone }: Props) {
  const t = useText("codes");
  const create = { content: t("list.create"), url: "/dashboard/affiliates/discounts/new" };
  return (
    <ListPage
      list={discountList}
      title={frameText("pages.discounts")}
      subtitle={t("discounts.subtitle")}
      primaryAction={create}
      emptyStateHasPrimary
      backAction={{ content: frameText("pages.codes"), url: "/dashboard/affiliates/codes" }}
      searchLabel={t("discounts.search")}
      statuses={statuses}
      resourceName={{ singular: t("discounts.discount"), plural: t("discounts.discounts") }}
      rows={discounts}
      rowOf={({ id }) => ({ id, url: `/dashboard/affiliates/discounts/${id}` })}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("discounts.none")} image="/empty-orders.svg" action={create}>
          <p>{t("discounts.noneText")}</p>
        </EmptyState>
      }
    />
  );
}
