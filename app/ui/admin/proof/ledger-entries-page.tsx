import { EmptyState } from "@shopify/polaris";
import type { LedgerEntryWire } from "#app/contracts/ledger.ts";
import { ledgerList } from "#app/contracts/lists/ledger.ts";
import { isIdOf } from "#app/domain/ids.ts";
import { frameText } from "../../shared/frame/frame-text.ts";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { entryName, movedText } from "../../shared/entry-names.ts";
import { ledger } from "#app/i18n/en/admin/ledger.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ ledger });
const t = merchantText("ledger");

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
      subtitle={t("entries.about")}
      resourceName={{ singular: t("entries.item"), plural: t("entries.items") }}
      backAction={{ content: frameText("pages.ledger"), url: "/dashboard/settings/ledger" }}
      notice={notice}
      rows={entries}
      rowOf={(entry) => ({ id: entry.id, url: pageOf(entry) })}
      renderCells={{
        code: ({ code }) => entryName(code),
        accounts: movedText,
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading={t("entries.none")} image="/empty-commissions.svg">
          <p>{t("entries.noneText")}</p>
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
