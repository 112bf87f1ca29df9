import {
  type Account,
  type AccountName,
  accountText,
  type AffiliateAccountName,
  type LedgerEntry,
  type EntryCode,
} from "./entries.ts";
import type { AffiliateId } from "../ids.ts";
import { add, type Money, subtract, zero } from "../money.ts";

/**
 * Balance (credits less debits, in minor units) of each account, keyed by `accountText`, over the ledger
 * entries of one shop and currency. An affiliate's credit is above zero and the shop's expense below; all
 * accounts add up to zero.
 * @throws CurrencyMismatchError when an account has entries in two currencies
 */
export function balances(entries: Iterable<LedgerEntry>): Map<string, bigint> {
  const sums = new Map<string, Money>();
  const of = (account: Account, currency: string) => sums.get(accountText(account)) ?? zero(currency);
  for (const { debit, credit, amountMinor, currency } of entries) {
    const amount = { minor: amountMinor, currency };
    sums.set(accountText(debit), subtract(of(debit, currency), amount));
    sums.set(accountText(credit), add(of(credit, currency), amount));
  }
  return new Map([...sums].map(([account, { minor }]) => [account, minor]));
}

/** The four balances of an affiliate in one currency. Minor units. */
export type AffiliateBalances = Readonly<Record<AffiliateAccountName, bigint>>;

export function affiliateBalances(
  entries: Iterable<LedgerEntry>,
  affiliateId: AffiliateId,
): AffiliateBalances {
  const sums = balances(entries);
  const of = (name: AffiliateAccountName): bigint => sums.get(`${name}:${affiliateId}`) ?? 0n;
  return { pending: of("pending"), payable: of("payable"), in_transit: of("in_transit"), paid: of("paid") };
}

/**
 * M15 for an affiliate or a whole shop, in one currency and period. Minor units. The books balance if
 * `differenceMinor` is zero.
 */
export type Identity = {
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** By code, signed by the effect on what is owed. Entries between owed accounts are not included. */
  readonly movements: Readonly<Partial<Record<EntryCode, bigint>>>;
  readonly differenceMinor: bigint;
};

/** A ledger entry, or a sum of entries between accounts of the same names, as M15 reads it. Minor units. */
export type Movement = {
  readonly code: EntryCode;
  readonly debit: { readonly name: AccountName };
  readonly credit: { readonly name: AccountName };
  readonly amountMinor: bigint;
};

/**
 * M15: factor with which an entry of each code changes what is owed (pending + payable + in transit). When a
 * code has two directions, the accounts decide.
 */
const signs: Record<EntryCode, (moved: Movement) => bigint> = {
  earned: () => 1n,
  released: () => 0n,
  reversed: () => -1n,
  adjusted: ({ credit }) => (credit.name === "payable" ? 1n : -1n),
  written_off: () => 1n,
  payout_started: () => 0n,
  payout_settled: () => -1n,
  payout_returned: ({ debit }) => (debit.name === "paid" ? 1n : 0n),
  fee: ({ debit }) => (debit.name === "payable" ? -1n : 0n),
  opened: ({ credit }) => (credit.name === "opening" ? -1n : 1n),
};

/**
 * M15: closing = opening + movements of the period. The closing balance is summed by account and the movements
 * by code, so an entry between wrong accounts shows up as a difference.
 * @param before the affiliate's entries before the period; @param within those of the period
 */
export function identity(
  before: readonly LedgerEntry[],
  within: readonly LedgerEntry[],
  affiliateId: AffiliateId,
): Identity {
  const openingMinor = owed(affiliateBalances(before, affiliateId));
  const closingMinor = owed(affiliateBalances([...before, ...within], affiliateId));
  const own = within.filter((entry) => touches(entry, affiliateId));
  return identityOf({ openingMinor, closingMinor }, own);
}

/** M15 for known opening and closing balances and the movements between. */
export function identityOf(
  { openingMinor, closingMinor }: Pick<Identity, "openingMinor" | "closingMinor">,
  within: readonly Movement[],
): Identity {
  const movements: Partial<Record<EntryCode, bigint>> = {};
  let total = 0n;
  for (const one of within) {
    const amount = movementOf(one);
    if (amount === 0n) continue;
    movements[one.code] = (movements[one.code] ?? 0n) + amount;
    total += amount;
  }
  return { openingMinor, closingMinor, movements, differenceMinor: closingMinor - openingMinor - total };
}

/**
 * M15: change of what is owed by an entry. Negative if it decreases, zero for entries between owed accounts.
 * Minor units.
 */
export function movementOf(moved: Movement): bigint {
  return signs[moved.code](moved) * moved.amountMinor;
}

/** Total owed to an affiliate: pending, payable and in transit. */
export function owed(of: AffiliateBalances): bigint {
  return of.pending + of.payable + of.in_transit;
}

function touches(entry: LedgerEntry, affiliateId: AffiliateId): boolean {
  return entry.debit.affiliateId === affiliateId || entry.credit.affiliateId === affiliateId;
}
