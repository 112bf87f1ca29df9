import { EmptyState } from "@shopify/polaris";
import type { CommissionWire } from "#app/contracts/commission.ts";
import { commissionKindName, commissionKinds, commissionStates } from "#app/domain/commission-state.ts";
import { formatDate, formatMoney } from "../../shared/format.ts";
import type { ChosenAffiliate } from "../../shared/list/affiliate-filter.tsx";
import { BulkResult } from "../../shared/list/bulk-result.tsx";
import type { ChosenProgram } from "../../shared/list/program-filter.tsx";
import type { PageOfList } from "../../shared/list/list-footer.tsx";
import { ListPage } from "../../shared/list/list-page.tsx";
import { useBulkStatus } from "../../shared/list/use-bulk-status.ts";
import { StatusBadge, statusLabel } from "../../shared/status-badge.tsx";
import { commissionName } from "./commission-name.ts";
import { decisionWords } from "./decision-words.ts";

type Props = {
  commissions: readonly CommissionWire[];
  program: ChosenProgram | null;
  pagination: PageOfList;
  timeZone: string;
  exportUrl: string;
  /** A program asks for manual approval (M11). */
  hasManualApproval: boolean;
  affiliate: ChosenAffiliate | null;
};

const noun = { singular: "commission", plural: "commissions" };
const statuses = commissionStates.map((value) => ({ value, label: statusLabel(value) }));
const automaticStatuses = statuses.filter(({ value }) => value !== "to_approve");
const kinds = commissionKinds.map((value) => ({ value, label: commissionKindName(value) }));
const sorts = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
];
const decisions = (["approved", "denied", "held", "unheld"] as const).map((status) => ({
  status,
  ...decisionWords(status),
}));
const add = { content: "Add commission", url: "/dashboard/affiliates/commissions/new" };

/** What affiliates earned, where each commission is on its way, and what a person decides about several. */
export function CommissionsPage(props: Props) {
  const { commissions, program, pagination, timeZone, exportUrl, affiliate, hasManualApproval } = props;
  const bulk = useBulkStatus(noun, decisions, "kind");
  return (
    <ListPage
      title="Commissions"
      subtitle="What affiliates earned: pending until the hold is over, then payable."
      primaryAction={add}
      searchLabel="Search by order name"
      statuses={hasManualApproval ? statuses : automaticStatuses}
      selects={[{ name: "kind", label: "Kind", choices: kinds }]}
      affiliate={affiliate}
      program={program}
      days="Made"
      sorts={sorts}
      resourceName={noun}
      exportUrl={exportUrl}
      notice={affiliate && `Commissions of ${affiliate.name}`}
      error={bulk.refusal?.message ?? null}
      errorAnswer={bulk.refusal}
      banner={bulk.result && <BulkResult noun={noun} result={bulk.result} onDismiss={bulk.dismiss} />}
      bulkActions={bulk.actions}
      headings={[
        { title: "Order" },
        { title: "Made" },
        { title: "Status" },
        { title: "Affiliate" },
        { title: "Program" },
        { title: "Amount", numeric: true },
        { title: "Hold until" },
        { title: "Reason" },
      ]}
      rows={commissions.map((commission) => ({
        id: commission.id,
        url: `/dashboard/affiliates/commissions/${commission.id}`,
        name: commissionName(commission),
        cells: [
          formatDate(commission.createdAt, timeZone),
          <StatusBadge key="status" status={commission.status} />,
          commission.affiliate.name,
          commission.program.name,
          formatMoney(commission.amount),
          commission.holdUntil === null ? "Not begun" : formatDate(commission.holdUntil, timeZone),
          <span key="reason" className="wrapping-cell">
            {commission.reason.text}
          </span>,
        ],
      }))}
      pagination={pagination}
      emptyState={
        <EmptyState heading="No commissions yet" image="/empty-commissions.svg">
          <p>When an order comes by an affiliate, what it earns appears here.</p>
        </EmptyState>
      }
    />
  );
}
