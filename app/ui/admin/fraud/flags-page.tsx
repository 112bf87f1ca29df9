import { EmptyState } from "@shopify/polaris";
import type { FlagWire } from "#app/contracts/flag.ts";
import { flagList } from "#app/contracts/lists/flags.ts";
import type { ChosenAffiliate } from "../../shared/pickers/filter-pickers.tsx";
import { BulkResult, useBulkStatus } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { actionText, flagDecisions, flagNoun, kindChoices, statusChoices } from "./flag-words.ts";

type Props = {
  flags: readonly FlagWire[];
  pagination: PageOfList;
  affiliate: ChosenAffiliate | null;
  timeZone: string;
};

/** Affiliates ▸ Flags: suspicions of fraud rules, for a person to decide. */
export function FlagsPage({ flags, pagination, affiliate, timeZone }: Props) {
  const bulk = useBulkStatus(flagNoun, flagDecisions);
  return (
    <ListPage
      list={flagList}
      title="Flags"
      subtitle="What looked wrong about orders, codes and affiliates. What a flag does is chosen under Settings ▸ Fraud rules."
      secondaryActions={[{ content: "Fraud rules", url: "/dashboard/settings/fraud" }]}
      searchLabel="Search by order, affiliate or code"
      statuses={statusChoices}
      selects={[{ name: "kind", label: "Kind", choices: kindChoices }]}
      affiliate={affiliate}
      resourceName={flagNoun}
      notice={affiliate && `Flags of ${affiliate.name}`}
      error={bulk.refusal?.message ?? null}
      errorAnswer={bulk.refusal}
      banner={bulk.result && <BulkResult noun={flagNoun} result={bulk.result} onDismiss={bulk.dismiss} />}
      bulkActions={bulk.actions}
      rows={flags}
      rowOf={({ id }) => ({ id, url: `/dashboard/affiliates/flags/${id}` })}
      renderCells={{
        action: ({ action }) => actionText(action),
        text: ({ text }) => <span className="wrapping-cell">{text}</span>,
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading="Nothing looked wrong" image="">
          <p>Orders, codes and affiliates that look wrong appear here, with what was seen.</p>
        </EmptyState>
      }
    />
  );
}
