import type { RuleWhy } from "./fraud/rules.ts";
import type { LineKind } from "./ledger/line.ts";
import type { ReasonCode } from "./reasons.ts";

/** Facts of a line that explain its deduction. */
export type DeductedLine = {
  readonly kind: LineKind;
  readonly payableMinor: bigint;
  /**
   * True if the line decreased after its credit, for example by a refund. A second payment does not decrease
   * it.
   */
  readonly isDebited: boolean;
  readonly isDenied: boolean;
  /** True if the order's credit belongs to another affiliate now. */
  readonly isMoved: boolean;
};

/** Reason codes of deductions (M22). */
export type DeductionCode =
  | "adjustment"
  | "opening-balance"
  | "write-off"
  | "returned-payment-fee"
  | "overpayment"
  | "denial"
  | "moved-away"
  | "second-payment"
  | "refund";

export function deductionCode(line: DeductedLine): DeductionCode {
  const { kind, payableMinor, isDebited, isDenied, isMoved } = line;
  if (kind === "adjustment") return "adjustment";
  if (kind === "opening_balance") return "opening-balance";
  if (kind === "write_off") return "write-off";
  if (kind === "payment") return payableMinor < 0n ? "returned-payment-fee" : "overpayment";
  if (isDenied) return "denial";
  if (isMoved) return "moved-away";
  return payableMinor > 0n && !isDebited ? "second-payment" : "refund";
}

type BalanceWhy =
  "balance-added" | "balance-taken" | "balance-written-off" | "balance-imported" | "balance-returned";

/**
 * Reason for which an affiliate earned or lost something, as they may know it. Stored reasons may be from
 * older versions.
 */
export type EarnedWhy =
  | { readonly code: ReasonCode | RuleWhy | BalanceWhy | "older-reason" }
  | { readonly code: DeductionCode; readonly order: string | null };
