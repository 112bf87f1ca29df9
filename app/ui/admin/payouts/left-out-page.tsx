import { EmptyState } from "@shopify/polaris";
import type { LeftOutWire } from "#app/contracts/payout-left-out.ts";
import type { PayoutDetailWire } from "#app/contracts/payout.ts";
import { formatCount, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { payoutName } from "./payout-words.ts";

type Props = {
  payout: PayoutDetailWire;
  leftOut: readonly LeftOutWire[];
  pagination: PageOfList;
  exportUrl: string;
};

/** Whom a batch did not pay when it was planned, and why, as it was at that moment. */
export function LeftOutPage({ payout, leftOut, pagination, exportUrl }: Props) {
  return (
    <ListPage
      title="Left out"
      subtitle={`Who was not paid by ${payoutName(payout)}, and why, when it was planned.`}
      secondaryActions={[{ content: "Payout", url: `/dashboard/affiliates/payouts/${payout.id}` }]}
      searchLabel="Search by name or e-mail address"
      statuses={payout.leftOut.map(({ reason, text, count }) => ({
        value: reason,
        label: `${text} (${formatCount(count)})`,
      }))}
      resourceName={{ singular: "affiliate", plural: "affiliates" }}
      exportUrl={exportUrl}
      headings={[
        { title: "Affiliate" },
        { title: "E-mail" },
        { title: "Payable then", numeric: true },
        { title: "Why not" },
      ]}
      rows={leftOut.map((row) => ({
        id: row.affiliate.id,
        url: `/dashboard/affiliates/${row.affiliate.id}`,
        name: row.affiliate.name,
        cells: [row.affiliate.email, formatMoney(row.payable), row.text],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="Nobody was left out" image="">
          <p>Everybody whom this payout looked at is paid by it.</p>
        </EmptyState>
      }
    />
  );
}
