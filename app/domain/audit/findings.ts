import type { RowCode } from "../imports/outcomes.ts";

/** Results of an audit. Each referral of the file has exactly one; `no_commission` is of an order without one. */
export const auditFindings = [
  "overpaid",
  "underpaid",
  "refund_not_reversed",
  "paid_twice",
  "canceled_or_test",
  "no_commission",
  "rounding",
  "correct",
  "order_not_found",
  "not_checked",
  "needs_mapping",
] as const;
export type AuditFinding = (typeof auditFindings)[number];

/** Findings that are errors of the other app. Their differences make the totals. */
export const auditErrors = [
  "overpaid",
  "underpaid",
  "refund_not_reversed",
  "paid_twice",
  "canceled_or_test",
  "no_commission",
] as const satisfies readonly AuditFinding[];

export function isAuditError(finding: string): boolean {
  return auditErrors.some((one) => one === finding);
}

/** Why a referral has its finding, with the values that the text names. Amounts are in the finding's currency. */
export type AuditReason =
  | { readonly code: "as_expected" }
  /** Its amount counts with that of another row, such as the commission that it refunds. */
  | { readonly code: "counted_with"; readonly row: number }
  /** The merchant's decision, taken as given. */
  | { readonly code: "denied_before" }
  /** At most one minor unit for each of the order's lines. */
  | { readonly code: "within_rounding"; readonly lines: number }
  | { readonly code: "above_terms" }
  | { readonly code: "below_terms" }
  /** More than what is left after a refund, and less than before it. */
  | { readonly code: "above_after_refund"; readonly soldMinor: bigint }
  /** `soldMinor`: the commission before refunds. */
  | { readonly code: "refunded"; readonly soldMinor: bigint }
  | { readonly code: "dispute_lost"; readonly soldMinor: bigint }
  | { readonly code: "same_order"; readonly row: number }
  | { readonly code: "order_canceled" }
  | { readonly code: "order_deleted" }
  | { readonly code: "test_order" }
  | { readonly code: "discount_code"; readonly name: string }
  | { readonly code: "landing_page"; readonly name: string }
  | { readonly code: "order_unknown" }
  /** The platform shows orders from this day on. */
  | { readonly code: "before"; readonly day: string }
  | { readonly code: "no_order" }
  | { readonly code: "no_date" }
  /** A deduction whose commission is not in the file. */
  | { readonly code: "commission_missing" }
  | { readonly code: "order_currency"; readonly currency: string }
  | { readonly code: "cell"; readonly what: RowCode };

/** A finding. `differenceMinor` is what was paid less what the terms give; null where nothing was compared. */
export type AuditVerdict = {
  readonly finding: AuditFinding;
  readonly reason: AuditReason;
  readonly expectedMinor: bigint | null;
  readonly differenceMinor: bigint | null;
};
