/** Ways to pay affiliates. */
export const payoutMethods = ["paypal", "store_credit", "bank", "outside"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** Names on screens. */
export const methodNames: Readonly<Record<PayoutMethod, string>> = {
  paypal: "PayPal",
  store_credit: "Store credit",
  bank: "Bank transfer",
  outside: "Manual payment",
};

/** False for manual payments: a schedule can't plan them, because only a person knows that they were made. */
export function isPlannedByItself(method: PayoutMethod): boolean {
  return method !== "outside";
}
