import type { Period } from "./terms/terms.ts";

/**
 * Codes of the reasons for which an order is credited or not, and a commission waits or is zero. They are stored
 * in the database and are part of the API.
 */
export const reasonCodes = [
  "won-by-code",
  "won-by-click",
  "won-by-landing",
  "won-by-customer",
  "won-by-pixel",
  "won-by-product",
  "won-by-claim",
  "won-by-renewal",
  "won-by-tag",

  "reassigned",
  "given-away",
  "reassigned-away",

  "outranked",
  "signal-off",
  "carried-too",
  "later-click",
  "earlier-click",
  "another-code",
  "another-binding",
  "another-landing",
  "another-product",
  "another-claim",
  "another-first-order",
  "another-tag",
  "after-order",
  "window-passed",
  "affiliate-unknown",
  "affiliate-not-active",
  "no-program",
  "program-not-active",
  "no-terms",

  "no-evidence",
  "no-first-order",
  "first-order-not-credited",
  "order-not-seen",
  "previous-app",
  "waiting-for-catalog",
  "test-order",
  "deleted",
  "cancelled",
  "dispute-lost",
  "refunded-whole",
  "nothing-commissionable",
  "no-commission-rule",
  "cap-reached",
  "rounded-to-nothing",
  "fixed-amount-other-currency",
  "fixed-lines-gone",

  "release-due",
  "approval-running",
  "order-not-paid",
  "dispute-open",
  "affiliate-suspended",
  "held-by-hand",
  "held-by-rule",
  "approval-needed",
  "approval-not-begun",
  "denied-by-hand",
  "denied-by-rule",
  "added-by-hand",
  "bonus-reached",
  "bonus-not-reached",
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

const known: ReadonlySet<string> = new Set(reasonCodes);

/** True for a current reason code, false for one of an older version. */
export function isReasonCode(text: string): text is ReasonCode {
  return known.has(text);
}

/** A reason with the values that its text names, as far as they are known. */
export type Reason = {
  /** A `ReasonCode`, or a stored code of an older version. */
  readonly code: string;
  /** Name of the affiliate who got the credit. */
  readonly affiliate?: string | undefined;
  readonly discountCode?: string | undefined;
  /** Click that counts where several were seen. */
  readonly touch?: "first" | "last" | undefined;
  /** Whole minutes from the click to the order. */
  readonly minutesBefore?: number | undefined;
  readonly windowDays?: number | undefined;
  /** Period of the limit that was reached. */
  readonly period?: Period | undefined;
  /** Name of the person who decided. */
  readonly by?: string | undefined;
  /** Note of that decision. */
  readonly note?: string | undefined;
  /** Kind of the fraud rule that decided. */
  readonly rule?: string | undefined;
  readonly approvesAt?: Date | undefined;
};
