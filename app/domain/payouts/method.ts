/** The ways in which affiliates can be paid. */
export const payoutMethods = ["paypal", "store_credit", "bank", "outside"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** What people read for each. */
export const methodNames: Readonly<Record<PayoutMethod, string>> = {
  paypal: "PayPal",
  store_credit: "Store credit",
  bank: "Bank transfer",
  outside: "Manual payment",
};

/** What a schedule may plan: what is paid outside is planned by a person, who knows that it was. */
export function isPlannedByItself(method: PayoutMethod): boolean {
  return method !== "outside";
}
