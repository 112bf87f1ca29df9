import { type AffiliateId, isIdOf } from "../ids.ts";

/** M1: accounts of the shop, one per currency. */
export const shopAccounts = ["expense", "written_off", "fees", "bank", "opening"] as const;
/** M1: accounts of each affiliate, one per currency. */
export const affiliateAccounts = ["pending", "payable", "in_transit", "paid"] as const;

export type ShopAccountName = (typeof shopAccounts)[number];
export type AffiliateAccountName = (typeof affiliateAccounts)[number];
export type AccountName = ShopAccountName | AffiliateAccountName;

/** An account within one shop and one currency, which the transfer names beside it. */
export type Account =
  | { readonly name: ShopAccountName; readonly affiliateId: null }
  | { readonly name: AffiliateAccountName; readonly affiliateId: AffiliateId };

/** M15: the accounts whose balances are owed together. */
export const owedAccounts = ["pending", "payable", "in_transit"] as const satisfies readonly AccountName[];

/** Whether an account's name is one of those. */
export function isOwedAccount(name: string): boolean {
  return owedAccounts.some((one) => one === name);
}

/** Whether a text is the name of an account. */
export function isAccountName(text: string): text is AccountName {
  return [...shopAccounts, ...affiliateAccounts].some((one) => one === text);
}

export function shopAccount(name: ShopAccountName): Account {
  return { name, affiliateId: null };
}

export function affiliateAccount(name: AffiliateAccountName, affiliateId: AffiliateId): Account {
  return { name, affiliateId };
}

/** An account as the ledger table writes it: "expense", "pending:aff_…". */
export function accountText(account: Account): string {
  return account.affiliateId === null ? account.name : `${account.name}:${account.affiliateId}`;
}

/** Reads what `accountText` wrote; null for anything else. */
export function findAccount(text: string): Account | null {
  const [name = "", affiliateId, ...rest] = text.split(":");
  if (rest.length > 0) return null;
  const ofShop = shopAccounts.find((one) => one === name);
  if (ofShop !== undefined) return affiliateId === undefined ? shopAccount(ofShop) : null;
  const ofAffiliate = affiliateAccounts.find((one) => one === name);
  if (ofAffiliate === undefined || affiliateId === undefined || !isAffiliateId(affiliateId)) return null;
  return affiliateAccount(ofAffiliate, affiliateId);
}

/** M1: only `payable` may fall below zero (the affiliate owes); these two are refused below it. */
export function mayFallBelowZero(name: AccountName): boolean {
  return name !== "pending" && name !== "in_transit";
}

function isAffiliateId(text: string): text is AffiliateId {
  return isIdOf("affiliate", text);
}
