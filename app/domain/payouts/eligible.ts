import { estimatedFee, splitPayable } from "./fees.ts";
import type { PayoutMethod } from "./method.ts";
import { paypalPart } from "./chunk.ts";
import type { FeeBearer } from "./settings.ts";

/** Why an affiliate is not paid by a batch. */
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

/** Why nobody can be paid by a method. */
export type MethodBlock = Extract<NotPaidReason, "paypal_not_connected" | "credit_not_allowed">;
export type MethodBlocks = Readonly<Partial<Record<PayoutMethod, MethodBlock>>>;

/** What people read for each. */
export const notPaidTexts: Readonly<Record<NotPaidReason, string>> = {
  negative: "Owes the shop",
  nothing_payable: "Nothing payable by then",
  being_paid: "Already being paid",
  not_active: "Is not active",
  on_hold: "Payouts paused",
  no_details: "No payout details",
  details_wait: "Details wait for 24 hours",
  another_method: "Is paid by another method",
  paypal_not_connected: "PayPal isn't connected",
  credit_not_allowed: "Store credit needs permission",
  no_customer: "No customer account",
  not_in_currency: "PayPal does not pay this currency",
  below_minimum: "Below the minimum",
};

/** Reasons that the merchant can do something about, so that the next payout pays. */
export const fixableReasons: readonly NotPaidReason[] = [
  "no_details",
  "details_wait",
  "paypal_not_connected",
  "credit_not_allowed",
  "no_customer",
];

export type ReasonCount = { readonly reason: NotPaidReason; readonly count: number };

/** "No payout details (2), PayPal isn't connected (1)". */
export function skippedReasonsText(counts: readonly ReasonCount[]): string {
  const sums = notPaidReasons.flatMap((reason) => {
    const own = counts.filter((one) => one.reason === reason);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return count === 0 ? [] : [`${notPaidTexts[reason]} (${count})`];
  });
  return sums.join(", ");
}

export function isFixable(reason: NotPaidReason): boolean {
  return fixableReasons.includes(reason);
}

/** An affiliate with a balance in one currency, as far as a payment asks. Minor units. */
export type Payee = {
  /** The affiliate's status, as M20 knows them. */
  readonly status: string;
  readonly payableMinor: bigint;
  /** What of it became payable after the cutoff; 0 where there is none. What came back from a payout is not in it. */
  readonly laterMinor: bigint;
  /** M16: an item of this currency is open. */
  readonly hasOpenItem: boolean;
  readonly isHeld: boolean;
  /** By which way the details that hold now are paid; null where none hold. */
  readonly method: PayoutMethod | null;
  /** Details were entered that do not hold yet. */
  readonly hasWaitingDetails: boolean;
  /** Store credit only: the store had no such customer when it was last asked. */
  readonly isCustomerMissing: boolean;
};

/** What a batch pays, and by which rules. */
export type PayRule = {
  readonly method: PayoutMethod;
  readonly currency: string;
  readonly minimumMinor: bigint;
  readonly feeBearer: FeeBearer;
  /** False where the shop has no PayPal account to pay from; counts for PayPal alone. */
  readonly isPaypalConnected: boolean;
};

/** Minor units. `feeMinor` is an estimate of what the provider takes, whoever bears it. */
export type Pay = { readonly amountMinor: bigint; readonly withheldMinor: bigint; readonly feeMinor: bigint };

/**
 * How much an affiliate is paid by a batch, or why nothing. The one judge of preview and plan: what a person is shown
 * and what is posted cannot differ but by what happened in between.
 */
export function payOf(payee: Payee, rule: PayRule): Pay | NotPaidReason {
  const dueMinor = payee.payableMinor - payee.laterMinor;
  if (payee.payableMinor < 0n) return "negative";
  if (payee.hasOpenItem) return "being_paid";
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

/** Rules of a payout that pays each affiliate by their own method, or all of them by one. */
export type PayoutRule = Omit<PayRule, "method"> & {
  readonly method: PayoutMethod | null;
  readonly blocked: MethodBlocks;
};

/** The method that would pay an affiliate; null where they have none yet. */
export function methodOf(
  payee: Pick<Payee, "method">,
  rule: Pick<PayoutRule, "method">,
): PayoutMethod | null {
  return rule.method ?? payee.method;
}

/** How much a payout pays an affiliate, or why nothing; a blocked method counts only where it would pay something. */
export function payoutPayOf(payee: Payee, rule: PayoutRule): Pay | NotPaidReason {
  // Without details any method gives the reason that holds for all of them.
  const method = methodOf(payee, rule) ?? "bank";
  const pay = payOf(payee, { ...rule, method });
  const block = rule.blocked[method];
  return typeof pay !== "string" && block !== undefined ? block : pay;
}

/** What the method can pay of it; null where it pays nothing in that currency. Minor units. */
function partPaid(minor: bigint, { method, currency }: PayRule): bigint | null {
  return method === "paypal" ? paypalPart({ minor, currency }) : minor;
}

/** What is paid outside needs no details: whoever paid it knew where. */
function reasonOfDetails(payee: Payee, method: PayoutMethod): NotPaidReason | null {
  if (method === "outside" || payee.method === method) return null;
  if (payee.method !== null) return "another_method";
  return payee.hasWaitingDetails ? "details_wait" : "no_details";
}

/** What of the provider's fees the shop bears beside the amounts: to be at hand before a batch is sent. Minor units. */
export function fundingMinor(totals: { amountMinor: bigint; feeMinor: bigint }): bigint {
  return totals.amountMinor + totals.feeMinor;
}
