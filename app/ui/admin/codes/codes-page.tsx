import { EmptyState } from "@shopify/polaris";
import type { CodeWire } from "#app/contracts/code.ts";
import { codeList } from "#app/contracts/lists/links.ts";
import { AppLink } from "../../shared/frame/app-link.tsx";
import { formatDate } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { LinksTabs } from "../../shared/section-tabs.tsx";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";

type Props = {
  codes: readonly CodeWire[];
  pagination: PageOfList;
  timeZone: string;
  affiliate: ChosenAffiliate | null;
  /** Title of the discount that the list is filtered by. */
  discount: string | null;
};

const statuses = ["active", "paused", "missing"].map((value) => ({ value, label: statusLabel(value) }));

/** Discount codes of affiliates, with their status in the store. */
export function CodesPage({ codes, pagination, timeZone, affiliate, discount }: Props) {
  return (
    <ListPage
      list={codeList}
      title="Links and codes"
      banner={<LinksTabs />}
      subtitle="Discount codes of your store that belong to affiliates: an order with one counts for its affiliate."
      primaryAction={{ content: "Make codes", url: "/dashboard/affiliates/discounts/new" }}
      secondaryActions={[
        { content: "Assign existing codes", url: "/dashboard/affiliates/codes/assign" },
        { content: "Discounts", url: "/dashboard/affiliates/discounts" },
      ]}
      searchLabel="Search by beginning of a code"
      statuses={statuses}
      affiliate={affiliate}
      resourceName={{ singular: "code", plural: "codes" }}
      notice={discount && `Codes of ${discount}`}
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
          heading="No codes yet"
          image="/empty-orders.svg"
          action={{ content: "Make codes", url: "/dashboard/affiliates/discounts/new" }}
          secondaryAction={{ content: "Assign existing codes", url: "/dashboard/affiliates/codes/assign" }}
        >
          <p>
            Give each affiliate a code of their own. Orders that use it count for them, with or without a
            link.
          </p>
        </EmptyState>
      }
    />
  );
}

function DiscountLink({ id, title }: NonNullable<CodeWire["discount"]>) {
  return (
    <AppLink
      url={`/dashboard/affiliates/discounts/${id}`}
      className="Polaris-Link"
      // A click that reaches the row of the list would open the affiliate's page instead.
      onClick={(event) => event.stopPropagation()}
    >
      {title}
    </AppLink>
  );
}

type StatusProps = { readonly code: Pick<CodeWire, "status" | "endsAt">; readonly timeZone: string };

/** Status of a code, its end, and the fix if the store no longer has it. */
export function StatusOfCode({ code: { status, endsAt }, timeZone }: StatusProps) {
  return (
    <span className="wrapping-cell">
      <StatusBadge status={status} />
      {endsAt && ` Ends ${formatDate(endsAt, timeZone)}.`}
      {status === "missing" && " The store does not have it: make it again, or take it back."}
    </span>
  );
}
