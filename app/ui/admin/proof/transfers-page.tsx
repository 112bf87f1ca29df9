import { EmptyState } from "@shopify/polaris";
import type { TransferWire } from "#app/contracts/ledger.ts";
import { isIdOf } from "#app/domain/ids.ts";
import { formatDateTime, formatMoney } from "../../shared/format.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";

type Props = {
  transfers: readonly TransferWire[];
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  /** Says what the list is narrowed to by its address. */
  notice: string | null;
};

/** Transfers of the ledger, newest first; each opens what it is about. */
export function TransfersPage({ transfers, pagination, timeZone, exportUrl, notice }: Props) {
  return (
    <ListPage
      title="Transfers"
      subtitle="The ledger: each row is one debit and one credit of the same amount, and no row is ever changed."
      resourceName={{ singular: "transfer", plural: "transfers" }}
      secondaryActions={[{ content: "Proof", url: "/dashboard/settings/ledger" }]}
      exportUrl={exportUrl}
      notice={notice}
      headings={[
        { title: "Sequence" },
        { title: "Recorded" },
        { title: "What" },
        { title: "From → to" },
        { title: "Affiliate" },
        { title: "Amount", numeric: true },
      ]}
      rows={transfers.map((transfer) => ({
        id: transfer.id,
        url: pageOf(transfer),
        name: transfer.sequence,
        cells: [
          formatDateTime(transfer.recordedAt, timeZone),
          statusLabel(transfer.code),
          `${statusLabel(transfer.debit)} → ${statusLabel(transfer.credit)}`,
          transfer.affiliate?.name ?? "–",
          formatMoney(transfer.amount),
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No transfers yet" image="/empty-commissions.svg">
          <p>When an order earns a commission, its posting appears here.</p>
        </EmptyState>
      }
    />
  );
}

/** The page of what the transfer is about, which shows its postings; the affiliate's where it has none of its own. */
function pageOf({ subject, affiliate }: TransferWire): string {
  if (isIdOf("commission", subject)) return `/dashboard/affiliates/commissions/${subject}`;
  return affiliate ? `/dashboard/affiliates/${affiliate.id}` : "/dashboard/settings/ledger";
}
