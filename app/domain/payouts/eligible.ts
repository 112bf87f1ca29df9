import { estimatedFee, type FeeBearer, splitPayable } from "./settings.ts";
import type { PayoutMethod } from "./method.ts";
import { paypalPart } from "./request.ts";

/** Reasons for skipping an affiliate in a payout. */
export const notPaidReasons = [
  "negative",
  "nothing_payable",
  "being_paid",
  "not_active",
  "on_hold",
  "no_details",
  "details_wait",
  "another_method",
  "paypal_not_connected",
  "credit_not_allowed",
  "no_customer",
  "not_in_currency",
  "below_minimum",
] as const;
export type NotPaidReason = (typeof notPaidReasons)[number];

/** Reasons that block a method for everyone. */
const methodBlockReasons = ["paypal_not_connected", "credit_not_allowed"] as const;
export type MethodBlock = (typeof methodBlockReasons)[number];
export type MethodBlocks = Readonly<Partial<Record<PayoutMethod, MethodBlock>>>;

/** Reasons that the merchant can act on before the next payout. */
export const fixableReasons: readonly NotPaidReason[] = [
  "no_details",
  "details_wait",
  "paypal_not_connected",
  "credit_not_allowed",
  "no_customer",
];

export type ReasonCount = { readonly reason: NotPaidReason; readonly count: number };

export function isMethodBlock(reason: NotPaidReason): reason is MethodBlock {
  return methodBlockReasons.some((one) => one === reason);
}

export function isFixable(reason: NotPaidReason): boolean {
  return fixableReasons.includes(reason);
}

/** An affiliate with a balance in one currency. Minor units. */
export type Payee = {
  /** The affiliate's status (M20). */
  readonly status: string;
  readonly payableMinor: bigint;
  /**
   * Part of the balance that became available after the cutoff. 0 without a cutoff. Payments that came back are
   * not included.
   */
  readonly laterMinor: bigint;
  /** M16: a payment in this currency is open. */
  readonly hasOpenPayment: boolean;
  readonly isHeld: boolean;
  /** Method of the current payout details. Null without any. */
  readonly method: PayoutMethod | null;
  /** Details exist that are not in effect yet. */
  readonly hasWaitingDetails: boolean;
  /** Store credit only: the platform did not find this customer when last asked. */
  readonly isCustomerMissing: boolean;
};

/** Method, currency and rules of a section. */
export type PayRule = {
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly minimumMinor: bigint;
  readonly feeBearer: FeeBearer;
  /** False when the shop has no PayPal account connected. Only for PayPal. */
  readonly isPaypalConnected: boolean;
};

/** Minor units. `feeMinor` is the estimated provider fee, regardless of who bears it. */
export type Pay = { readonly amountMinor: bigint; readonly withheldMinor: bigint; readonly feeMinor: bigint };

/**
 * The amount that a section pays an affiliate, or the reason for skipping them. Preview and planning both use
 * this, so they differ only by changes in between.
 */
export function payOf(payee: Payee, rule: PayRule): Pay | NotPaidReason {
  const dueMinor = payee.payableMinor - payee.laterMinor;
  if (payee.payableMinor < 0n) return "negative";
  if (payee.hasOpenPayment) return "being_paid";
  if (dueMinor <= 0n) return "nothing_payable";
  if (payee.status !== "active") return "not_active";
  if (payee.isHeld) return "on_hold";
  const wrongDetails = reasonOfDetails(payee, rule.method);
  if (wrongDetails) return wrongDetails;
  const paidMinor = partPaid(dueMinor, rule);
  if (paidMinor === null) return "not_in_currency";
  if (dueMinor < rule.minimumMinor) return "below_minimum";
  const split = splitPayable(paidMinor, rule);
  if (split.amountMinor <= 0n) return "below_minimum";
  if (rule.method === "paypal" && !rule.isPaypalConnected) return "paypal_not_connected";
  if (rule.method === "store_credit" && payee.isCustomerMissing) return "no_customer";
  return { ...split, feeMinor: estimatedFee(rule.method, split.amountMinor, rule.currency) };
}

/**
 * Rules of a payout in which `method` pays everyone. If it is null, each affiliate is paid by their own method.
 */
export type PayoutRule = Omit<PayRule, "method"> & {
  readonly method: PayoutMethod | null;
  readonly blocked: MethodBlocks;
};

/** The method that would pay an affiliate. Null when they have none yet. */
export function methodOf(
  payee: Pick<Payee, "method">,
  rule: Pick<PayoutRule, "method">,
): PayoutMethod | null {
  return rule.method ?? payee.method;
}

/**
 * The amount that a payout pays an affiliate, or the reason for skipping them. A blocked method is the reason
 * only when there would be something to pay.
 */
export function payoutPayOf(payee: Payee, rule: PayoutRule): Pay | NotPaidReason {
  // Without details, every method gives the same reason.
  const method = methodOf(payee, rule) ?? "bank";
  const pay = payOf(payee, { ...rule, method });
  const block = rule.blocked[method];
  return typeof pay !== "string" && block !== undefined ? block : pay;
}

/** Part of an amount that the method can pay. Null when it does not pay this currency. Minor units. */
function partPaid(minor: bigint, { method, currency }: PayRule): bigint | null {
  return method === "paypal" ? paypalPart({ minor, currency }) : minor;
}

/** Manual payments need no details. */
function reasonOfDetails(payee: Payee, method: PayoutMethod): NotPaidReason | null {
  if (method === "manual" || payee.method === method) return null;
  if (payee.method !== null) return "another_method";
  return payee.hasWaitingDetails ? "details_wait" : "no_details";
}

/** Money needed before a section is sent: payments plus estimated provider fees. Minor units. */
export function fundingMinor(totals: { amountMinor: bigint; feeMinor: bigint }): bigint {
  return totals.amountMinor + totals.feeMinor;
}
