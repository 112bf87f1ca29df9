import {
  type AdjustmentId,
  type AffiliateId,
  type BalanceEntryId,
  type CommissionId,
  isIdOf,
} from "../ids.ts";
import type { LineKind } from "./line.ts";

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

type BalanceEntry = {
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

/** M1: accounts of the shop, one per currency. */
export const shopAccounts = ["expense", "written_off", "fees", "bank", "opening"] as const;
/** M1: accounts of each affiliate, one per currency. */
export const affiliateAccounts = ["pending", "payable", "in_transit", "paid"] as const;

type ShopAccountName = (typeof shopAccounts)[number];
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

export const transferCodes = [
  "earned",
  "released",
  "reversed",
  "adjusted",
  "written_off",
  "payout_started",
  "payout_settled",
  "payout_returned",
  "fee",
  "opened",
] as const;
export type TransferCode = (typeof transferCodes)[number];

/** M2: what each code moves, debit → credit. Everything else is refused. */
export const postings: Record<TransferCode, readonly (readonly [AccountName, AccountName])[]> = {
  earned: [["expense", "pending"]],
  released: [["pending", "payable"]],
  reversed: [
    ["pending", "expense"],
    ["payable", "expense"],
  ],
  adjusted: [
    ["expense", "payable"],
    ["payable", "expense"],
  ],
  written_off: [["written_off", "payable"]],
  payout_started: [["payable", "in_transit"]],
  payout_settled: [["in_transit", "paid"]],
  payout_returned: [
    ["in_transit", "payable"],
    ["paid", "payable"],
  ],
  fee: [
    ["fees", "bank"],
    ["bank", "fees"],
    ["payable", "fees"],
  ],
  opened: [
    ["opening", "pending"],
    ["opening", "payable"],
    ["pending", "opening"],
    ["payable", "opening"],
  ],
};

/** M2: whether a code moves from one account to the other, by their names; false for names that nobody knows. */
export function isKnownPosting(code: string, debit: string, credit: string): boolean {
  const known = transferCodes.find((one) => one === code);
  return known !== undefined && postings[known].some(([from, to]) => from === debit && to === credit);
}

/** What a transfer is about. */
type TransferSubject = {
  readonly kind: LineKind;
  readonly id: string;
};

/** A transfer as the domain proposes it: one row holds both sides. Minor units, above zero. */
export type TransferDraft = {
  readonly code: TransferCode;
  readonly debit: Account;
  readonly credit: Account;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly subject: TransferSubject;
  readonly revision: number;
  readonly idempotencyKey: string;
};

/** A transfer as the ledger keeps it, as far as sums ask. */
export type Transfer = Pick<TransferDraft, "code" | "debit" | "credit" | "amountMinor" | "currency">;

/** A transfer that the rules of posting do not know: always a fault of the program. */
export class ImpossibleTransferError extends Error {
  override name = "ImpossibleTransferError";
}

/** What a transfer is about, in which money, and at which revision of it (M3). */
type TransferOf = Pick<TransferDraft, "subject" | "currency" | "revision">;

/**
 * The transfer of an amount from one account to the other, with its key. Minor units.
 * @throws ImpossibleTransferError where M2 does not know it.
 */
export function draftTransfer(
  of: TransferOf,
  code: TransferCode,
  [debit, credit]: readonly [Account, Account],
  amountMinor: bigint,
): TransferDraft {
  const key = idempotencyKey({ subject: of.subject, revision: of.revision, code, debit });
  return checkedTransfer({ ...of, code, debit, credit, amountMinor, idempotencyKey: key });
}

/**
 * Checks a draft against M2 and hands it back.
 * @throws ImpossibleTransferError when the amount is not above zero, the code does not move between those accounts,
 * or the two sides belong to different affiliates.
 */
export function checkedTransfer(draft: TransferDraft): TransferDraft {
  const sides = `${accountText(draft.debit)} → ${accountText(draft.credit)}`;
  if (draft.amountMinor <= 0n) throw new ImpossibleTransferError(`${draft.code} ${sides}: nothing to move.`);
  if (!isKnownPosting(draft.code, draft.debit.name, draft.credit.name)) {
    throw new ImpossibleTransferError(`${draft.code} does not move ${sides}.`);
  }
  const { debit, credit } = draft;
  if (debit.affiliateId !== null && credit.affiliateId !== null && debit.affiliateId !== credit.affiliateId) {
    throw new ImpossibleTransferError(`${draft.code} moves between two affiliates: ${sides}.`);
  }
  return draft;
}

/** M3: subject, revision, code, debit account. Never a hash of facts: an edit undone and redone posts twice. */
function idempotencyKey(draft: Pick<TransferDraft, "subject" | "revision" | "code" | "debit">): string {
  return `${draft.subject.id}:${draft.revision}:${draft.code}:${draft.debit.name}`;
}

/** What a transfer says, as its row keeps it. */
export type TransferColumns = {
  readonly code: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly idempotencyKey: string;
  readonly happenedAt: Date;
};

/**
 * The text of which `input_hash` is the hash: everything that a transfer says. A row that somebody changed past the
 * triggers agrees with it no longer.
 */
export function transferText(row: TransferColumns): string {
  const { code, debitAccount, creditAccount, amountMinor, currency } = row;
  const moves = [code, debitAccount, creditAccount, String(amountMinor), currency];
  return [...moves, row.idempotencyKey, row.happenedAt.toISOString()].join(" ");
}

/** The revision that an idempotency key was made with; null when it is none of this subject, code and debit (M3). */
export function findRevision(
  key: string,
  of: { readonly subjectId: string; readonly code: string; readonly debit: string },
): number | null {
  const [subjectId, revision = "", code, debit, ...rest] = key.split(":");
  const isOfThis = subjectId === of.subjectId && code === of.code && debit === of.debit && rest.length === 0;
  return isOfThis && /^[1-9]\d{0,8}$/.test(revision) ? Number(revision) : null;
}
