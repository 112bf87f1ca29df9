import { EmptyState } from "@shopify/polaris";
import type { PayoutWire } from "#app/contracts/payout.ts";
import { formatCount, formatDateTime, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { StatusBadge } from "../../shared/status-badge.tsx";
import { batchChoices, methodChoices, payoutName } from "./payout-words.ts";
import { PayoutsTabs } from "./payouts-tabs.tsx";

type Props = {
  payouts: readonly PayoutWire[];
  /** Codes of the currencies that affiliates have a balance in. */
  currencies: readonly string[];
  pagination: PageOfList;
  exportUrl: string;
  timeZone: string;
};

const make = { content: "New payout", url: "/dashboard/affiliates/payouts/new" };

/** Affiliates ▸ Payouts: every batch, and where it stands. */
export function PayoutsPage({ payouts, currencies, pagination, exportUrl, timeZone }: Props) {
  return (
    <ListPage
      title="Payouts"
      subtitle="Affiliates who are paid together. Each amount is set aside when it is planned, and paid once."
      primaryAction={make}
      secondaryActions={[{ content: "Payout settings", url: "/dashboard/settings/payouts" }]}
      banner={<PayoutsTabs />}
      searchLabel="Search by who made it, day or id"
      statuses={batchChoices}
      selects={[
        { name: "method", label: "Method", choices: methodChoices },
        {
          name: "currency",
          label: "Currency",
          choices: currencies.map((value) => ({ value, label: value })),
        },
      ]}
      resourceName={{ singular: "payout", plural: "payouts" }}
      exportUrl={exportUrl}
      headings={[
        { title: "Payout" },
        { title: "Made" },
        { title: "By" },
        { title: "Status" },
        { title: "Affiliates", numeric: true },
        { title: "Total", numeric: true },
        { title: "What stopped it" },
      ]}
      rows={payouts.map((payout) => ({
        id: payout.id,
        url: `/dashboard/affiliates/payouts/${payout.id}`,
        name: payoutName(payout),
        cells: [
          formatDateTime(payout.createdAt, timeZone),
          payout.createdBy,
          <StatusBadge key="status" status={payout.status} />,
          formatCount(payout.planned.count),
          formatMoney(payout.planned.total),
          <span key="error" className="wrapping-cell">
            {payout.error}
          </span>,
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No payouts yet" image="/empty-commissions.svg" action={make}>
          <p>See who can be paid and how much, then confirm. Nothing is sent before you do.</p>
        </EmptyState>
      }
    />
  );
}
