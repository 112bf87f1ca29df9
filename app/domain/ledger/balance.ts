import {
  type Account,
  type AccountName,
  accountText,
  type AffiliateAccountName,
  type Transfer,
  type TransferCode,
} from "./entries.ts";
import type { AffiliateId } from "../ids.ts";
import { add, type Money, subtract, zero } from "../money.ts";

/**
 * Credits less debits, in minor units, by account as `accountText` writes it, of transfers of one shop and currency.
 * What the affiliate has is above zero; what the shop spent is below it; all accounts together are zero.
 * @throws CurrencyMismatchError where an account has transfers in two currencies.
 */
export function balances(transfers: Iterable<Transfer>): Map<string, bigint> {
  const sums = new Map<string, Money>();
  const of = (account: Account, currency: string) => sums.get(accountText(account)) ?? zero(currency);
  for (const { debit, credit, amountMinor, currency } of transfers) {
    const amount = { minor: amountMinor, currency };
    sums.set(accountText(debit), subtract(of(debit, currency), amount));
    sums.set(accountText(credit), add(of(credit, currency), amount));
  }
  return new Map([...sums].map(([account, { minor }]) => [account, minor]));
}

/** The four balances of one affiliate in one currency. Minor units. */
export type AffiliateBalances = Readonly<Record<AffiliateAccountName, bigint>>;

export function affiliateBalances(
  transfers: Iterable<Transfer>,
  affiliateId: AffiliateId,
): AffiliateBalances {
  const sums = balances(transfers);
  const of = (name: AffiliateAccountName): bigint => sums.get(`${name}:${affiliateId}`) ?? 0n;
  return { pending: of("pending"), payable: of("payable"), in_transit: of("in_transit"), paid: of("paid") };
}

/** M15 over one affiliate, or a whole shop, and a currency and period. Minor units; it holds when `difference` is zero. */
export type Identity = {
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** By code, signed as it moves what the affiliate is owed; what moves inside it is not listed. */
  readonly movements: Readonly<Partial<Record<TransferCode, bigint>>>;
  readonly differenceMinor: bigint;
};

/** What M15 reads of a transfer, or of the sum of several between accounts of the same names. Minor units. */
export type Movement = {
  readonly code: TransferCode;
  readonly debit: { readonly name: AccountName };
  readonly credit: { readonly name: AccountName };
  readonly amountMinor: bigint;
};

/**
 * M15 by code: how often its amount counts towards what is owed (pending + payable + in transit), told by the accounts
 * of the transfer where a code moves in two ways.
 */
const signs: Record<TransferCode, (moved: Movement) => bigint> = {
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
 * M15: closing = opening + what the codes of the period say. Closing is summed over accounts, the movements over
 * codes, so a transfer posted between wrong accounts shows as a difference.
 * @param before transfers of the affiliate up to the period; @param within those of the period.
 */
export function identity(
  before: readonly Transfer[],
  within: readonly Transfer[],
  affiliateId: AffiliateId,
): Identity {
  const openingMinor = owed(affiliateBalances(before, affiliateId));
  const closingMinor = owed(affiliateBalances([...before, ...within], affiliateId));
  const own = within.filter((transfer) => touches(transfer, affiliateId));
  return identityOf({ openingMinor, closingMinor }, own);
}

/** M15 of what is known to stand before and after, and of what moved between. */
export function identityOf(
  { openingMinor, closingMinor }: Pick<Identity, "openingMinor" | "closingMinor">,
  within: readonly Movement[],
): Identity {
  const movements: Partial<Record<TransferCode, bigint>> = {};
  let total = 0n;
  for (const one of within) {
    const amount = movementOf(one);
    if (amount === 0n) continue;
    movements[one.code] = (movements[one.code] ?? 0n) + amount;
    total += amount;
  }
  return { openingMinor, closingMinor, movements, differenceMinor: closingMinor - openingMinor - total };
}

/** M15: what a transfer adds to what is owed, below zero what it takes; zero for what moves inside it. Minor units. */
export function movementOf(moved: Movement): bigint {
  return signs[moved.code](moved) * moved.amountMinor;
}

/** What the shop owes: pending, payable and in transit together. */
export function owed(of: AffiliateBalances): bigint {
  return of.pending + of.payable + of.in_transit;
}

function touches(transfer: Transfer, affiliateId: AffiliateId): boolean {
  return transfer.debit.affiliateId === affiliateId || transfer.credit.affiliateId === affiliateId;
}
