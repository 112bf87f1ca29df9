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
