import { EmptyState } from "@shopify/polaris";
import type { CodeWire } from "#app/contracts/code.ts";
import { codeList } from "#app/contracts/lists/links.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { formatDate } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions, StatusBadge } from "../../shared/status-badge.tsx";
import { codes as texts } from "#app/i18n/en/admin/codes.ts";
import { provideTexts, useText } from "../../texts/use-text.ts";

provideTexts({ codes: texts });

type Props = {
  codes: readonly CodeWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
  /** Title of the discount that the list is filtered by. */
  discount: string | null;
};

const statuses = stateOptions("code", ["active", "paused", "missing"]);

/** Discount codes of affiliates, with their status in the store. */
export function CodesPage({ codes, pagination, timeZone, affiliate, discount }: Props) {
  const t = useText("codes");
  const create = { content: t("list.create"), url: "/dashboard/affiliates/discounts/new" };
  const assign = { content: t("list.assign"), url: "/dashboard/affiliates/codes/assign" };
  return (
    <ListPage
      list={codeList}
      title={frameText("pages.codes")}
      subtitle={t("list.subtitle")}
      primaryAction={create}
      emptyStateHasPrimary
      secondaryActions={[
        assign,
        { content: frameText("pages.discounts"), url: "/dashboard/affiliates/discounts" },
      ]}
      searchLabel={t("list.search")}
      statuses={statuses}
      affiliate={affiliate}
      resourceName={{ singular: t("list.code"), plural: t("list.codes") }}
      notice={discount && t("list.of", { title: discount })}
      rows={codes}
      rowOf={({ code, affiliate: whose }) => ({ id: code, url: `/dashboard/affiliates/${whose.id}` })}
      renderCells={{
        status: (one) => <StatusOfCode code={one} timeZone={timeZone} />,
        discount: (one) => one.discount && <DiscountLink {...one.discount} />,
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState
          heading={t("list.none")}
          image="/empty-orders.svg"
          action={create}
          secondaryAction={assign}
        >
          <p>{t("list.noneText")}</p>
        </EmptyState>
      }
    />
  );
}

function DiscountLink({ id, title }: NonNullable<CodeWire["discount"]>) {
  return (
    <AppLink url={`/dashboard/affiliates/discounts/${id}`} className="Polaris-Link">
      {title}
    </AppLink>
  );
}

type StatusProps = { readonly code: Pick<CodeWire, "status" | "endsAt">; readonly timeZone: string };

/** Status of a code, its end, and the fix if the store no longer has it. */
export function StatusOfCode({ code: { status, endsAt }, timeZone }: StatusProps) {
  const t = useText("codes");
  return (
    <span>
      <StatusBadge of="code" state={status} />
      {endsAt && ` ${t("status.ends", { day: formatDate(endsAt, timeZone) })}`}
      {status === "missing" && ` ${t("status.missing")}`}
    </span>
  );
}
