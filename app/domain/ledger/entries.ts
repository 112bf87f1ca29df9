import type { AdjustmentId, AffiliateId, BalanceEntryId, CommissionId } from "../ids.ts";
import { type Account, affiliateAccount, shopAccount } from "./account.ts";
import { draftTransfer, type TransferCode, type TransferDraft } from "./transfer.ts";

/** What the ledger holds for one commission: the part still pending, and the part that was released. Minor units. */
export type Posted = { readonly pendingMinor: bigint; readonly payableMinor: bigint };

export type CommissionPosting = {
  readonly commissionId: CommissionId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** Grows by one with every posting of this commission, under the order's row lock (M3). */
  readonly revision: number;
  readonly posted: Posted;
};

/**
 * The transfers that bring a commission from what was posted to what should stand, and none when it stands already:
 * what is missing is earned, through pending and with a hold of its own even after a release (M11); what is too much
 * is reversed from pending first and from payable for the rest, which may take payable below zero (M1, M2).
 * @throws ImpossibleTransferError when what was posted is itself impossible.
 */
export function entriesForDifference(
  posting: CommissionPosting & { readonly standingMinor: bigint },
): TransferDraft[] {
  const { pendingMinor, payableMinor } = posting.posted;
  const difference = posting.standingMinor - (pendingMinor + payableMinor);
  if (difference === 0n) return [];
  const pending = affiliateAccount("pending", posting.affiliateId);
  const payable = affiliateAccount("payable", posting.affiliateId);
  const expense = shopAccount("expense");
  if (difference > 0n) return [draftOf(posting, "earned", [expense, pending], difference)];
  const tooMuch = -difference;
  const fromPending = tooMuch < pendingMinor ? tooMuch : pendingMinor;
  const fromPayable = tooMuch - fromPending;
  const drafts: TransferDraft[] = [];
  if (fromPending > 0n) drafts.push(draftOf(posting, "reversed", [pending, expense], fromPending));
  if (fromPayable > 0n) drafts.push(draftOf(posting, "reversed", [payable, expense], fromPayable));
  return drafts;
}

/** The transfer that releases all that is pending of a commission; none when nothing is. Ask `mayRelease` first. */
export function releaseEntries(posting: CommissionPosting): TransferDraft[] {
  if (posting.posted.pendingMinor <= 0n) return [];
  const pending = affiliateAccount("pending", posting.affiliateId);
  const payable = affiliateAccount("payable", posting.affiliateId);
  return [draftOf(posting, "released", [pending, payable], posting.posted.pendingMinor)];
}

/**
 * M12: the transfer of an amount given (above zero) or taken (below it) by hand, posted once under the adjustment's id.
 * Taking may bring payable below zero (M1). @throws ImpossibleTransferError when the amount is zero.
 */
export function adjustmentEntry(adjustment: {
  readonly adjustmentId: AdjustmentId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  readonly amountMinor: bigint;
}): TransferDraft {
  const { affiliateId, currency, amountMinor } = adjustment;
  const expense = shopAccount("expense");
  const payable = affiliateAccount("payable", affiliateId);
  const sides = amountMinor > 0n ? ([expense, payable] as const) : ([payable, expense] as const);
  const subject = { kind: "adjustment", id: adjustment.adjustmentId } as const;
  const moved = amountMinor > 0n ? amountMinor : -amountMinor;
  return draftTransfer({ subject, currency, revision: 1 }, "adjusted", sides, moved);
}

/** Kinds of balance entries: changes of a balance beside commissions and adjustments, each posted once under its own id. */
export const balanceEntryKinds = ["write_off", "opening_balance"] as const;
export type BalanceEntryKind = (typeof balanceEntryKinds)[number];

export type BalanceEntry = {
  readonly entryId: BalanceEntryId;
  readonly kind: BalanceEntryKind;
  readonly affiliateId: AffiliateId;
  /** The part of the balance that it changes; a write-off changes `payable`. */
  readonly account: "pending" | "payable";
  readonly currency: string;
  /** Below zero for an opening balance that the affiliate owes, or that corrects another. Minor units. */
  readonly amountMinor: bigint;
};

/** @throws ImpossibleTransferError where the amount is zero, or M2 does not know the posting. */
export function balanceEntryTransfer(entry: BalanceEntry): TransferDraft {
  const { entryId, kind, affiliateId, currency, amountMinor } = entry;
  const of = { subject: { kind, id: entryId }, currency, revision: 1 };
  const account = affiliateAccount(entry.account, affiliateId);
  if (kind === "write_off") {
    return draftTransfer(of, "written_off", [shopAccount("written_off"), account], amountMinor);
  }
  const opening = shopAccount("opening");
  return amountMinor > 0n
    ? draftTransfer(of, "opened", [opening, account], amountMinor)
    : draftTransfer(of, "opened", [account, opening], -amountMinor);
}

/** What the ledger holds for a commission after these transfers of it. */
export function postedAfter(posted: Posted, drafts: readonly TransferDraft[]): Posted {
  let { pendingMinor, payableMinor } = posted;
  for (const draft of drafts) {
    if (draft.debit.name === "pending") pendingMinor -= draft.amountMinor;
    if (draft.credit.name === "pending") pendingMinor += draft.amountMinor;
    if (draft.debit.name === "payable") payableMinor -= draft.amountMinor;
    if (draft.credit.name === "payable") payableMinor += draft.amountMinor;
  }
  return { pendingMinor, payableMinor };
}

function draftOf(
  { commissionId, currency, revision }: CommissionPosting,
  code: TransferCode,
  sides: readonly [Account, Account],
  amountMinor: bigint,
): TransferDraft {
  const subject = { kind: "commission", id: commissionId } as const;
  return draftTransfer({ subject, currency, revision }, code, sides, amountMinor);
}
