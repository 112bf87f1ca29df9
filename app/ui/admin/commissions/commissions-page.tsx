import { EmptyState } from "@shopify/polaris";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import { commissionList } from "#app/contracts/lists/commissions.ts";
import { commissionKindName, entryKinds } from "#app/domain/commission-state.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { formatDate, type MoneyOnWire } from "../../shared/format.ts";
import type { ChosenAffiliate, ChosenProgram } from "../../shared/pickers/filter-pickers.tsx";
import { BulkResult, useBulkStatus } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { statusLabel } from "../../shared/status-badge.tsx";
import { sectionName } from "../payouts/payout-words.ts";
import { commissionName, decisionWords, EntryBadge, EntryDetails, entryUrl } from "./entry-cells.tsx";

type Props = {
  commissions: readonly CommissionEntryWire[];
  program: ChosenProgram | null;
  /** Payout, section or payment that the list is filtered by. */
  payout: ChosenPayout | null;
  pagination: PageOfList;
  timeZone: string;
  /** Minimums above an affiliate's approved balance, by "affiliate currency". */
  missedMinimums: Readonly<Record<string, MoneyOnWire>>;
  /** A program asks for manual approval (M11). */
  hasManualApproval: boolean;
  affiliate: ChosenAffiliate | null;
};

type ChosenPayout = {
  readonly id: string;
  /** Null where the shop has no such payout. */
  readonly name:
    | { readonly kind: "payout"; readonly at: string }
    | { readonly kind: "section"; readonly at: string; readonly method: PayoutMethod }
    | { readonly kind: "payment"; readonly affiliateName: string }
    | null;
};

const noun = { singular: "commission", plural: "commissions" };
const tabs = [
  "pending",
  "to_approve",
  "approved",
  "on_hold",
  "in_payout",
  "paid",
  "denied",
  "reversed",
] as const;
const statuses = tabs.map((value) => ({ value, label: statusLabel(value) }));
const automaticStatuses = statuses.filter(({ value }) => value !== "to_approve");
const kinds = entryKinds.map((value) => ({ value, label: commissionKindName(value) }));
const decisions = (["approved", "denied", "held", "unheld"] as const).map((status) => ({
  status,
  ...decisionWords(status),
}));
const add = { content: "Add commission", url: "/dashboard/affiliates/commissions/new" };

function payoutLabel({ name }: ChosenPayout, timeZone: string): string {
  if (name === null) return "Unknown payout";
  if (name.kind === "payment") return `Payment to ${name.affiliateName}`;
  if (name.kind === "section") return sectionName({ method: name.method, createdAt: name.at }, timeZone);
  return `Payout, ${formatDate(name.at, timeZone)}`;
}

/** Earned commissions with their states, and bulk decisions about them. */
export function CommissionsPage(props: Props) {
  const { commissions, program, payout, pagination, timeZone, affiliate, hasManualApproval } = props;
  const bulk = useBulkStatus(noun, decisions, "kind");
  return (
    <ListPage
      list={commissionList}
      title="Commissions"
      subtitle="Earned by affiliates. Approved commissions are ready to pay."
      primaryAction={add}
      searchLabel="Search by order name"
      statuses={hasManualApproval ? statuses : automaticStatuses}
      selects={[{ name: "kind", label: "Kind", choices: kinds }]}
      affiliate={affiliate}
      program={program}
      applied={
        payout === null ? [] : [{ field: "payout", value: payout.id, label: payoutLabel(payout, timeZone) }]
      }
      days="Earned"
      resourceName={noun}
      notice={affiliate && `Commissions of ${affiliate.name}`}
      error={bulk.refusal?.message ?? null}
      errorAnswer={bulk.refusal}
      banner={bulk.result && <BulkResult noun={noun} result={bulk.result} onDismiss={bulk.dismiss} />}
      bulkActions={bulk.actions}
      rows={commissions}
      rowOf={(entry) => ({ id: entry.id, url: entryUrl(entry), isSelectable: entry.kind !== "deduction" })}
      renderCells={{
        order: commissionName,
        status: (entry) => <EntryBadge entry={entry} />,
        details: (entry) => (
          <EntryDetails
            entry={entry}
            minimum={props.missedMinimums[`${entry.affiliate.id} ${entry.amount.currencyCode}`]}
            timeZone={timeZone}
          />
        ),
      }}
      timeZone={timeZone}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No commissions yet" image="/empty-commissions.svg">
          <p>When an order comes by an affiliate, what it earns appears here.</p>
        </EmptyState>
      }
    />
  );
}
