import type { DecisionInForce } from "./decision.ts";
import { type LineAmounts, lineState, openOf } from "./ledger/line.ts";
import type { ReasonCode } from "./reasons.ts";

/** Reasons for a commission: an order, a bonus (M13) or a person's decision (M12). */
export const commissionKinds = ["order", "bonus", "manual"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/** Kinds of rows in a list of commissions. Each deduction is a row of its own (M22). */
export const entryKinds = [...commissionKinds, "deduction"] as const;
export type EntryKind = (typeof entryKinds)[number];

/** States of a commission. `commissionState` returns the least advanced part of it. */
export const commissionStates = [
  "pending",
  "to_approve",
  "approved",
  "in_payout",
  "paid",
  "on_hold",
  "denied",
  "reversed",
] as const;
export type CommissionState = (typeof commissionStates)[number];

/** A deduction is open, deducted by an open payment, or deducted. */
export const deductionStates = [
  "approved",
  "in_payout",
  "paid",
] as const satisfies readonly CommissionState[];
export type DeductionState = (typeof deductionStates)[number];

export function isDeductionState(state: CommissionState): state is DeductionState {
  return deductionStates.some((one) => one === state);
}

/** Amounts of a commission by state, in minor units, none below zero. Deductions are rows of their own. */
export type StateAmounts = {
  readonly pendingMinor: bigint;
  readonly approvedMinor: bigint;
  readonly inPayoutMinor: bigint;
  readonly paidMinor: bigint;
};

export function stateAmounts(line: LineAmounts): StateAmounts {
  const { pendingMinor, inPayoutMinor, paidMinor } = line;
  const open = openOf(line);
  return { pendingMinor, approvedMinor: open > 0n ? open : 0n, inPayoutMinor, paidMinor };
}

/** True if a payment pays a part of it. */
export function isCovered({ inPayoutMinor, paidMinor }: StateAmounts): boolean {
  return inPayoutMinor > 0n || paidMinor > 0n;
}

/** Facts that decide the state of a commission. */
export type CommissionStateFacts = {
  readonly decision: DecisionInForce | null;
  /** True if only a person's approval is missing for the release (M11). */
  readonly waitsForApproval: boolean;
  readonly line: LineAmounts;
};

/**
 * State of a commission, for every list, file and page. `inState` in `store/commission-list.ts` has the same
 * conditions in SQL.
 */
export function commissionState({ decision, waitsForApproval, line }: CommissionStateFacts): CommissionState {
  if (decision === "denied") return "denied";
  const state = lineState(line);
  if (state === "none") return "reversed";
  if (state !== "pending") return state;
  if (decision === "held") return "on_hold";
  return waitsForApproval ? "to_approve" : "pending";
}

/** State of an adjustment. A negative one has the state of its deduction. */
export function adjustmentState(line: LineAmounts): CommissionState {
  if (line.payableMinor >= 0n) return commissionState({ decision: null, waitsForApproval: false, line });
  return deductionState(line);
}

/** State of a line's deduction: its least advanced part. */
export function deductionState(line: LineAmounts): DeductionState {
  if (openOf(line) < 0n) return "approved";
  return line.deductingMinor > 0n ? "in_payout" : "paid";
}

/** True if one part is paid and another is not. Shown as a second badge. */
export function isPartlyPaid(state: CommissionState, { paidMinor }: StateAmounts): boolean {
  return paidMinor > 0n && state !== "paid" && state !== "denied" && state !== "reversed";
}

/** Facts that explain a reversed commission. */
export type ReversedCommission = {
  readonly kind: CommissionKind;
  readonly affiliateId: string;
  /** The order's reason. Null without an order. */
  readonly orderReason: string | null;
  /** The affiliate that the order is credited to now, who may differ after a decision. */
  readonly creditedTo: string | null;
};

/**
 * Reason why nothing is left of a reversed commission. If its order is credited to another affiliate now, the
 * order's own reason is about that affiliate.
 */
export function reversedReason(of: ReversedCommission): string {
  if (of.kind === "bonus") return "bonus-not-reached" satisfies ReasonCode;
  const isElsewhere = of.creditedTo !== null && of.creditedTo !== of.affiliateId;
  if (!isElsewhere) return of.orderReason ?? ("order-not-seen" satisfies ReasonCode);
  return (of.orderReason === "reassigned" ? "reassigned-away" : "outranked") satisfies ReasonCode;
}
