/** What a store has to grant so that the app may give store credit and look at it; asked for when it is first used. */
export const storeCreditScopes = [
  "write_store_credit_account_transactions",
  "read_store_credit_accounts",
] as const;

/** True where the store has granted them. @param granted with commas between them, as the platform tells them. */
export function mayGiveStoreCredit(granted: string): boolean {
  const scopes = new Set(granted.split(",").map((one) => one.trim()));
  return storeCreditScopes.every((one) => scopes.has(one));
}
