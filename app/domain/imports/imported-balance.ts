import type { AffiliateId, BalanceEntryId } from "../ids.ts";
import { affiliateAccount, draftEntry, type EntryDraft, shopAccount } from "../ledger/entries.ts";
import { scale } from "../money.ts";

/** A pending or available balance from another system, with what is left of it. Minor units. */
export type OpenedBalance = {
  readonly entryId: BalanceEntryId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  readonly currentMinor: bigint;
  readonly revision: number;
  /** True once it is available. */
  readonly isAvailable: boolean;
};

/** A balance after a posting, with the posting. */
type Moved = { readonly entry: EntryDraft; readonly currentMinor: bigint; readonly revision: number };

const subjectOf = ({ entryId, currency, revision }: OpenedBalance) => ({
  subject: { kind: "opening_balance", id: entryId } as const,
  currency,
  revision: revision + 1,
});

/** M12: a pending balance becomes available. */
export function releaseBalance(balance: OpenedBalance): Moved {
  const { affiliateId, currentMinor } = balance;
  const sides = [affiliateAccount("pending", affiliateId), affiliateAccount("payable", affiliateId)] as const;
  const entry = draftEntry(subjectOf(balance), "released", sides, currentMinor);
  return { entry, currentMinor, revision: entry.revision };
}

/** M12: takes a part back, or all of it. A debt is taken back by the opposite posting. */
export function takeBack(balance: OpenedBalance, amountMinor: bigint): Moved {
  const { affiliateId, currentMinor, isAvailable } = balance;
  const account = affiliateAccount(isAvailable ? "payable" : "pending", affiliateId);
  const opening = shopAccount("opening");
  const entry =
    amountMinor > 0n
      ? draftEntry(subjectOf(balance), "opened", [account, opening], amountMinor)
      : draftEntry(subjectOf(balance), "opened", [opening, account], -amountMinor);
  return { entry, currentMinor: currentMinor - amountMinor, revision: entry.revision };
}

/**
 * M12: what a pending balance is worth after a change of its order: its part of the net sales at the import, rounded
 * half away from zero. It never grows.
 */
export function worthAfter(
  { currentMinor, openedMinor }: { readonly currentMinor: bigint; readonly openedMinor: bigint },
  { beforeMinor, nowMinor }: { readonly beforeMinor: bigint; readonly nowMinor: bigint },
): bigint {
  if (nowMinor <= 0n) return 0n;
  if (beforeMinor <= 0n || nowMinor >= beforeMinor) return currentMinor;
  const worth = scale(openedMinor, nowMinor, beforeMinor);
  return worth < currentMinor ? worth : currentMinor;
}
