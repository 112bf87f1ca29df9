import type { CommissionDetailWire } from "#app/contracts/commission.ts";
import type { HistoryEntry } from "../../shared/detail-page.tsx";
import { formatMoney } from "../../shared/format.ts";
import { decisionWords } from "./decision-words.ts";

type Decision = CommissionDetailWire["decisions"][number];
type Adjustment = CommissionDetailWire["adjustments"][number];

/** What people did about a commission, newest first, as sentences. */
export function commissionHistory(commission: CommissionDetailWire): HistoryEntry[] {
  const { decisions, adjustments, added, createdAt, id } = commission;
  const entries = [
    ...(added ? [{ id, text: noted("Added by hand", added.note), actor: added.by, at: createdAt }] : []),
    ...decisions.map((one) => ({ id: one.id, text: decisionText(one), actor: one.by, at: one.at })),
    ...adjustments.map((one) => ({ id: one.id, text: adjustmentText(one), actor: one.by, at: one.at })),
  ];
  return entries.toSorted((a, b) => (a.at < b.at ? -1 : 1)).toReversed();
}

function decisionText({ kind, note, to }: Decision): string {
  if (kind === "reassigned") return noted(`Credit given to ${to?.name ?? "another affiliate"}`, note);
  return noted(decisionWords(kind).done, note);
}

function adjustmentText({ amount, note }: Adjustment): string {
  const isTaken = amount.amount.startsWith("-");
  const size = formatMoney({ ...amount, amount: amount.amount.replace("-", "") });
  return noted(isTaken ? `${size} taken` : `${size} given`, note);
}

function noted(text: string, note: string): string {
  return note === "" ? text : `${text}: ${note}`;
}
