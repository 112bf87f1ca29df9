import type { AffiliateId, PayoutItemId } from "../ids.ts";
import {
  type Account,
  affiliateAccount,
  draftTransfer,
  shopAccount,
  type TransferCode,
  type TransferDraft,
} from "../ledger/entries.ts";
import type { ItemState } from "./item.ts";

/** A payout item as far as its postings ask. Minor units. */
export type PayoutPosting = {
  readonly itemId: PayoutItemId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** What the provider pays. */
  readonly amountMinor: bigint;
  /** What the affiliate bears of the fee. */
  readonly withheldMinor: bigint;
  /** Grows by one with every posting of this item, under its row's lock (M3). */
  readonly revision: number;
};

/** M16: what is planned leaves payable for in transit. @throws ImpossibleTransferError when nothing is to be paid. */
export function startEntries(item: PayoutPosting): TransferDraft[] {
  return [move(item, "payout_started", ["payable", "in_transit"], item.amountMinor)];
}

/**
 * The transfers of an item that goes from one state to another; none where no money moves. A settled item is paid, and
 * the affiliate's part of the fee is taken; one that ends otherwise is payable again, mirroring what was moved: out of
 * transit before it was settled, out of paid after it. What was kept for the payment stays kept (M2): a fee, which
 * `feeEntries` posts for the shop's part.
 */
export function entriesForEnd(item: PayoutPosting, from: ItemState, to: ItemState): TransferDraft[] {
  if (to === "settled") {
    const drafts = [move(item, "payout_settled", ["in_transit", "paid"], item.amountMinor)];
    if (item.withheldMinor > 0n) drafts.push(withheld(item));
    return drafts;
  }
  if (to !== "returned" && to !== "failed" && to !== "cancelled") return [];
  const source = from === "settled" ? "paid" : "in_transit";
  return [move(item, "payout_returned", [source, "payable"], item.amountMinor)];
}

/** What the provider kept beyond what is posted already, from the bank; or back to it, what it kept less (M2). */
export function feeEntries(item: PayoutPosting, postedMinor: bigint, feeMinor: bigint): TransferDraft[] {
  const more = feeMinor - postedMinor;
  if (more === 0n) return [];
  const [fees, bank] = [shopAccount("fees"), shopAccount("bank")];
  return more > 0n ? [draft(item, "fee", [fees, bank], more)] : [draft(item, "fee", [bank, fees], -more)];
}

function withheld(item: PayoutPosting): TransferDraft {
  const [debit, credit] = [affiliateAccount("payable", item.affiliateId), shopAccount("fees")];
  return draft(item, "fee", [debit, credit], item.withheldMinor);
}

function move(
  item: PayoutPosting,
  code: TransferCode,
  [from, to]: readonly ["payable" | "in_transit" | "paid", "payable" | "in_transit" | "paid"],
  amountMinor: bigint,
): TransferDraft {
  const sides = [affiliateAccount(from, item.affiliateId), affiliateAccount(to, item.affiliateId)] as const;
  return draft(item, code, sides, amountMinor);
}

function draft(
  { itemId, currency, revision }: PayoutPosting,
  code: TransferCode,
  sides: readonly [Account, Account],
  amountMinor: bigint,
): TransferDraft {
  const subject = { kind: "payout_item", id: itemId } as const;
  return draftTransfer({ subject, currency, revision }, code, sides, amountMinor);
}
