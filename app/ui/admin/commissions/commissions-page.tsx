import { methodName } from "#app/i18n/method-words.ts";
import { Banner, EmptyState, List } from "@shopify/polaris";
import type { CommissionEntryWire } from "#app/contracts/commission.ts";
import { commissionList } from "#app/contracts/lists/commissions.ts";
import { entryKinds } from "#app/domain/commission-state.ts";
import { commissions as texts } from "#app/i18n/en/admin/commissions.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { formatListDate, type MoneyOnWire } from "../../shared/format.ts";
import type { ChosenAffiliate, ChosenProgram } from "../../shared/pickers/filter-pickers.tsx";
import type { BulkOutcome } from "../../shared/list/bulk-result.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { stateOptions } from "../../shared/status-badge.tsx";
import { commissionName, EntryBadge, EntryDetails, entryUrl } from "./entry-cells.tsx";
import { useBulkDecisions } from "./use-bulk-decisions.ts";

provideTexts({ commissions: texts });
const t = merchantText("commissions");

type Props = {
  commissions: readonly CommissionEntryWire[];
  program: ChosenProgram | null;
  /** Payout, section or payment that the list is filtered by. */
  payout: ChosenPayout | null;
  pagination: PageOfList;
  timeZone: string;
  /** Minimums above an affiliate's approved balance, by "affiliate currency". */
  missedMinimums: Readonly<Record<string, MoneyOnWire>>;
  /** Number of commissions to approve. Null if no program asks for manual approval (M11). */
  toApprove: number | null;
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

const noun = { singular: t("list.one"), plural: t("list.many") };
const tabs = [
  "to_approve",
  "pending",
  "approved",
  "on_hold",
  "in_payout",
  "paid",
  "denied",
  "reversed",
] as const;
const statuses = stateOptions("commission", tabs);
const kinds = entryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }));
const add = { content: t("list.add"), url: "/dashboard/affiliates/commissions/new" };

/** A program with manual approval brings the view of commissions to approve, with their number. */
function viewsOf(toApprove: number | null) {
  if (toApprove === null) return statuses.filter(({ value }) => value !== "to_approve");
  if (toApprove === 0) return statuses;
  return statuses.map(({ value, label }) => ({
    value,
    label: value === "to_approve" ? t("list.toApprove", { name: label, count: toApprove }) : label,
  }));
}

function payoutLabel({ name }: ChosenPayout, timeZone: string): string {
  if (name === null) return t("list.unknownPayout");
  if (name.kind === "payment") return t("list.payment", { affiliate: name.affiliateName });
  const date = formatListDate(name.at, timeZone);
  if (name.kind === "section") return t("details.payout", { method: methodName(name.method), date });
  return t("list.payout", { date });
}

/** Earned commissions with their states, and bulk decisions about them. */
export function CommissionsPage(props: Props) {
  const { commissions, program, payout, pagination, timeZone, affiliate, toApprove } = props;
  const { actions, refusal, unchanged } = useBulkDecisions(commissions);
  return (
    <ListPage
      list={commissionList}
      title={t("list.title")}
      primaryAction={add}
      searchLabel={t("list.search")}
      statuses={viewsOf(toApprove)}
      selects={[{ name: "kind", label: t("list.kind"), choices: kinds }]}
      affiliate={affiliate}
      program={program}
      applied={
        payout === null ? [] : [{ field: "payout", value: payout.id, label: payoutLabel(payout, timeZone) }]
      }
      days={t("list.earned")}
      resourceName={noun}
      notice={affiliate && t("list.of", { affiliate: affiliate.name })}
      error={refusal?.message ?? null}
      errorAnswer={refusal}
      banner={unchanged.length > 0 && <Unchanged entries={unchanged} />}
      bulkActions={actions}
      rows={commissions}
      rowOf={(entry) => ({ id: entry.id, url: entryUrl(entry), isSelectable: entry.kind !== "deduction" })}
      renderCells={{
        order: (entry) => commissionName(entry, t),
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
        <EmptyState heading={t("list.emptyTitle")} image="/empty-commissions.svg">
          <p>{t("list.empty")}</p>
        </EmptyState>
      }
    />
  );
}

/** Commissions that a decision could not change, with the reason of each. */
function Unchanged({ entries }: { entries: BulkOutcome["unchanged"] }) {
  return (
    <Banner tone="warning" title={t("bulk.failed", { count: entries.length })}>
      <List>
        {entries.map(({ id, name, reason }) => (
          <List.Item key={id}>{t("bulk.failure", { name, reason })}</List.Item>
        ))}
      </List>
    </Banner>
  );
}
