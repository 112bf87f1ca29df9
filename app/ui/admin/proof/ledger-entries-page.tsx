import { EmptyState } from "@shopify/polaris";
import type { LedgerEntryWire } from "#app/contracts/ledger.ts";
import { ledgerList } from "#app/contracts/lists/ledger.ts";
import { isIdOf } from "#app/domain/ids.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";

type Props = {
  entries: readonly LedgerEntryWire[];
  pagination: PageOfList;
  timeZone: string;
  /** Describes the filters in the URL. */
  notice: string | null;
};

/** Ledger entries, newest first, each with a link to its subject. */
export function LedgerEntriesPage({ entries, pagination, timeZone, notice }: Props) {
  return (
    <ListPage
      list={ledgerList}
      title={frameText("pages.ledgerEntries")}
      subtitle="The ledger: each row is one debit and one credit of the same amount, and no row is ever changed."
      resourceName={{ singular: "transfer", plural: "transfers" }}
      backAction={{ content: frameText("pages.ledger"), url: "/dashboard/settings/ledger" }}
      notice={notice}
      rows={entries}
      rowOf={(entry) => ({ id: entry.id, url: pageOf(entry) })}
      renderCells={{
        code: ({ code }) => statusLabel(code),
        accounts: ({ debit, credit }) => `${statusLabel(debit)} → ${statusLabel(credit)}`,
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No transfers yet" image="/empty-commissions.svg">
          <p>When an order earns a commission, its posting appears here.</p>
        </EmptyState>
      }
    />
  );
}

/** Page of the entry's subject, or of its affiliate if the subject has none. */
function pageOf({ subject, affiliate }: LedgerEntryWire): string {
  if (isIdOf("commission", subject)) return `/dashboard/affiliates/commissions/${subject}`;
  return affiliate ? `/dashboard/affiliates/${affiliate.id}` : "/dashboard/settings/ledger";
}
