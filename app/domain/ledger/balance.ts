import { type Account, accountText, type AffiliateAccountName } from "./account.ts";
import type { AffiliateId } from "../ids.ts";
import type { Transfer, TransferCode } from "./transfer.ts";

/**
 * Credits less debits, in minor units, by account as `accountText` writes it, of transfers of one shop and currency.
 * What the affiliate has is above zero; what the shop spent is below it; all accounts together are zero.
 */
export function balances(transfers: Iterable<Transfer>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  const move = (account: Account, amount: bigint): void => {
    const key = accountText(account);
    sums.set(key, (sums.get(key) ?? 0n) + amount);
  };
  for (const transfer of transfers) {
    move(transfer.debit, -transfer.amountMinor);
    move(transfer.credit, transfer.amountMinor);
  }
  return sums;
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

/** M15 over one affiliate, currency and period. Minor units; it holds when `difference` is zero. */
export type Identity = {
  readonly openingMinor: bigint;
  readonly closingMinor: bigint;
  /** By code, signed as it moves what the affiliate is owed; what moves inside it is not listed. */
  readonly movements: Readonly<Partial<Record<TransferCode, bigint>>>;
  readonly differenceMinor: bigint;
};

/** What one transfer adds to what is owed (pending + payable + in transit) by its code alone, as M15 lists them. */
function ownMovement(transfer: Transfer): bigint {
  const { amountMinor, debit, credit } = transfer;
  switch (transfer.code) {
    case "earned":
    case "written_off":
    case "opened":
      return amountMinor;
    case "reversed":
    case "payout_settled":
      return -amountMinor;
    case "adjusted":
      return credit.name === "payable" ? amountMinor : -amountMinor;
    case "payout_returned":
      return debit.name === "paid" ? amountMinor : 0n;
    case "fee":
      return debit.name === "payable" ? -amountMinor : 0n;
    case "converted":
      return credit.name === "in_transit" ? amountMinor : -amountMinor;
    case "released":
    case "payout_started":
      return 0n;
  }
}

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
  const movements: Partial<Record<TransferCode, bigint>> = {};
  let moved = 0n;
  for (const transfer of within) {
    if (!touches(transfer, affiliateId)) continue;
    const amount = ownMovement(transfer);
    if (amount === 0n) continue;
    movements[transfer.code] = (movements[transfer.code] ?? 0n) + amount;
    moved += amount;
  }
  return { openingMinor, closingMinor, movements, differenceMinor: closingMinor - openingMinor - moved };
}

/** What the shop owes: pending, payable and in transit together. */
export function owed(of: AffiliateBalances): bigint {
  return of.pending + of.payable + of.in_transit;
}

function touches(transfer: Transfer, affiliateId: AffiliateId): boolean {
  return transfer.debit.affiliateId === affiliateId || transfer.credit.affiliateId === affiliateId;
}
