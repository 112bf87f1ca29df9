import { EmptyState } from "@shopify/polaris";
import type { SkippedWire } from "#app/contracts/payout-skipped.ts";
import { skippedList } from "#app/contracts/lists/payouts.ts";
import type { PayoutDetailWire } from "#app/contracts/payout.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { payoutText as t } from "./payout-text.ts";
import { payoutName, payoutsUrl } from "./payout-words.ts";

type Props = {
  payout: PayoutDetailWire;
  skipped: readonly SkippedWire[];
  pagination: PageOfList;
  timeZone: string;
};

/** Affiliates that a payout skipped, with the reason at that time. */
export function SkippedPage({ payout, skipped, pagination, timeZone }: Props) {
  return (
    <ListPage
      list={skippedList}
      exportOf={payout.id}
      title={t("skipped.page")}
      subtitle={t("skipped.subtitle", { payout: payoutName(payout, timeZone) })}
      backAction={{ content: payoutName(payout, timeZone), url: `${payoutsUrl}/${payout.id}` }}
      searchLabel={t("skipped.search")}
      statuses={reasonsOf(payout)}
      resourceName={{ singular: t("skipped.one"), plural: t("skipped.many") }}
      rows={skipped}
      rowOf={({ affiliate, available }) => ({
        id: `${affiliate.id} ${available.currencyCode}`,
        url: `/dashboard/affiliates/${affiliate.id}`,
      })}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("skipped.emptyTitle")} image="/empty-commissions.svg">
          <p>{t("skipped.empty")}</p>
        </EmptyState>
      }
    />
  );
}

/** Reasons with their numbers of affiliates, over all currencies. */
function reasonsOf({ skipped }: PayoutDetailWire) {
  const counts = new Map<string, { text: string; count: number }>();
  for (const { reason, text, count } of skipped) {
    counts.set(reason, { text, count: (counts.get(reason)?.count ?? 0) + count });
  }
  return [...counts].map(([value, { text: reason, count }]) => ({
    value,
    label: t("skipped.reason", { reason, count }),
  }));
}
