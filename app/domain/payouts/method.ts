/** Ways to pay affiliates. */
export const payoutMethods = ["paypal", "store_credit", "bank", "manual"] as const;
export type PayoutMethod = (typeof payoutMethods)[number];

/** False for manual payments: a schedule can't plan them, because only a person can pay them. */
export function isPlannedByItself(method: PayoutMethod): boolean {
  return method !== "manual";
}

/**
 * Access scopes for issuing store credit and reading its accounts. Requested when the feature is first used.
 */
export const storeCreditScopes = [
  "write_store_credit_account_transactions",
  "read_store_credit_accounts",
] as const;

/**
 * True when the store granted them.
 * @param granted comma-separated scopes, as the platform lists them
 */
export function mayGiveStoreCredit(granted: string): boolean {
  const scopes = new Set(granted.split(",").map((one) => one.trim()));
  return storeCreditScopes.every((one) => scopes.has(one));
}
