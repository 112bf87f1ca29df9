import {
  type AdjustmentId,
  type AffiliateId,
  type BalanceEntryId,
  type CommissionId,
  isIdOf,
} from "../ids.ts";
import type { LineKind } from "./line.ts";

/** Balance of one commission: the part still pending, and the part that was released. Minor units. */
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
 * Ledger entries that bring a commission from its posted amount to its current one; empty when they are equal.
 * An increase is earned through pending, with a new approval period even after a release (M11). A decrease is
 * reversed from pending first and then from payable, which may fall below zero (M1, M2).
 * @throws ImpossibleEntryError when the posted amounts are impossible themselves
 */
export function entriesForDifference(
  posting: CommissionPosting & { readonly currentMinor: bigint },
): EntryDraft[] {
  const { pendingMinor, payableMinor } = posting.posted;
  const difference = posting.currentMinor - (pendingMinor + payableMinor);
  if (difference === 0n) return [];
  const pending = affiliateAccount("pending", posting.affiliateId);
  const payable = affiliateAccount("payable", posting.affiliateId);
  const expense = shopAccount("expense");
  if (difference > 0n) return [draftOf(posting, "earned", [expense, pending], difference)];
  const tooMuch = -difference;
  const fromPending = tooMuch < pendingMinor ? tooMuch : pendingMinor;
  const fromPayable = tooMuch - fromPending;
  const drafts: EntryDraft[] = [];
  if (fromPending > 0n) drafts.push(draftOf(posting, "reversed", [pending, expense], fromPending));
  if (fromPayable > 0n) drafts.push(draftOf(posting, "reversed", [payable, expense], fromPayable));
  return drafts;
}

/** Ledger entry that releases a commission's pending amount, if there is any. Check `mayRelease` first. */
export function releaseEntries(posting: CommissionPosting): EntryDraft[] {
  if (posting.posted.pendingMinor <= 0n) return [];
  const pending = affiliateAccount("pending", posting.affiliateId);
  const payable = affiliateAccount("payable", posting.affiliateId);
  return [draftOf(posting, "released", [pending, payable], posting.posted.pendingMinor)];
}

/**
 * M12: ledger entry of an adjustment, which adds (above zero) or takes (below zero) an amount. Posted once
 * under the adjustment's id. It may bring payable below zero (M1).
 * @throws ImpossibleEntryError when the amount is zero
 */
export function adjustmentEntry(adjustment: {
  readonly adjustmentId: AdjustmentId;
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  readonly amountMinor: bigint;
}): EntryDraft {
  const { affiliateId, currency, amountMinor } = adjustment;
  const expense = shopAccount("expense");
  const payable = affiliateAccount("payable", affiliateId);
  const sides = amountMinor > 0n ? ([expense, payable] as const) : ([payable, expense] as const);
  const subject = { kind: "adjustment", id: adjustment.adjustmentId } as const;
  const moved = amountMinor > 0n ? amountMinor : -amountMinor;
  return draftEntry({ subject, currency, revision: 1 }, "adjusted", sides, moved);
}

/**
 * Kinds of balance entries: changes of a balance other than commissions and adjustments. Each is posted once
 * under its own id.
 */
export const balanceEntryKinds = ["write_off", "opening_balance"] as const;
export type BalanceEntryKind = (typeof balanceEntryKinds)[number];

type BalanceEntry = {
  readonly entryId: BalanceEntryId;
  readonly kind: BalanceEntryKind;
  readonly affiliateId: AffiliateId;
  /** The part of the balance that changes. Always `payable` for a write-off. */
  readonly account: "pending" | "payable";
  readonly currency: string;
  /**
   * Minor units. An opening balance is below zero when the affiliate owes the shop or when it corrects another
   * one.
   */
  readonly amountMinor: bigint;
};

/** @throws ImpossibleEntryError if the amount is zero, or M2 does not allow the entry */
export function entryOfBalanceEntry(entry: BalanceEntry): EntryDraft {
  const { entryId, kind, affiliateId, currency, amountMinor } = entry;
  const of = { subject: { kind, id: entryId }, currency, revision: 1 };
  const account = affiliateAccount(entry.account, affiliateId);
  if (kind === "write_off") {
    return draftEntry(of, "written_off", [shopAccount("written_off"), account], amountMinor);
  }
  const opening = shopAccount("opening");
  return amountMinor > 0n
    ? draftEntry(of, "opened", [opening, account], amountMinor)
    : draftEntry(of, "opened", [account, opening], -amountMinor);
}

function draftOf(
  { commissionId, currency, revision }: CommissionPosting,
  code: EntryCode,
  sides: readonly [Account, Account],
  amountMinor: bigint,
): EntryDraft {
  const subject = { kind: "commission", id: commissionId } as const;
  return draftEntry({ subject, currency, revision }, code, sides, amountMinor);
}

/** M1: accounts of the shop, one per currency. */
export const shopAccounts = ["expense", "written_off", "fees", "bank", "opening"] as const;
/** M1: accounts of each affiliate, one per currency. */
export const affiliateAccounts = ["pending", "payable", "in_transit", "paid"] as const;

type ShopAccountName = (typeof shopAccounts)[number];
export type AffiliateAccountName = (typeof affiliateAccounts)[number];
export type AccountName = ShopAccountName | AffiliateAccountName;

/** An account within a shop and currency. Both are columns of the ledger entry. */
export type Account =
  | { readonly name: ShopAccountName; readonly affiliateId: null }
  | { readonly name: AffiliateAccountName; readonly affiliateId: AffiliateId };

/** M15: the accounts that make up what the shop owes an affiliate. */
export const owedAccounts = ["pending", "payable", "in_transit"] as const satisfies readonly AccountName[];

/** True for a name of one of those accounts. */
export function isOwedAccount(name: string): boolean {
  return owedAccounts.some((one) => one === name);
}

/** True for a text that is an account's name. */
export function isAccountName(text: string): text is AccountName {
  return [...shopAccounts, ...affiliateAccounts].some((one) => one === text);
}

export function shopAccount(name: ShopAccountName): Account {
  return { name, affiliateId: null };
}

export function affiliateAccount(name: AffiliateAccountName, affiliateId: AffiliateId): Account {
  return { name, affiliateId };
}

/** The account as stored in the ledger: "expense", "pending:aff_…". */
export function accountText(account: Account): string {
  return account.affiliateId === null ? account.name : `${account.name}:${account.affiliateId}`;
}

/** The name of an account from its text: "pending" of "pending:aff_…". */
export function accountNameIn(text: string): string {
  return text.split(":", 1)[0] ?? text;
}

/** Reads a text of `accountText`. Null for anything else. */
export function findAccount(text: string): Account | null {
  const [name = "", affiliateId, ...rest] = text.split(":");
  if (rest.length > 0) return null;
  const ofShop = shopAccounts.find((one) => one === name);
  if (ofShop !== undefined) return affiliateId === undefined ? shopAccount(ofShop) : null;
  const ofAffiliate = affiliateAccounts.find((one) => one === name);
  if (ofAffiliate === undefined || affiliateId === undefined || !isAffiliateId(affiliateId)) return null;
  return affiliateAccount(ofAffiliate, affiliateId);
}

function isAffiliateId(text: string): text is AffiliateId {
  return isIdOf("affiliate", text);
}

export const entryCodes = [
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
export type EntryCode = (typeof entryCodes)[number];

/** M2: the accounts that each code may move money between, debit → credit. All others are refused. */
export const postings: Record<EntryCode, readonly (readonly [AccountName, AccountName])[]> = {
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

/** M2: true when the code may move money from `debit` to `credit` (account names). False for unknown names. */
export function isKnownPosting(code: string, debit: string, credit: string): boolean {
  const known = entryCodes.find((one) => one === code);
  return known !== undefined && postings[known].some(([from, to]) => from === debit && to === credit);
}

/** Subject of a ledger entry. */
type LedgerEntrySubject = {
  readonly kind: LineKind;
  readonly id: string;
};

/** A ledger entry before it is posted. One row holds both sides. Minor units, above zero. */
export type EntryDraft = {
  readonly code: EntryCode;
  readonly debit: Account;
  readonly credit: Account;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly subject: LedgerEntrySubject;
  readonly revision: number;
  readonly idempotencyKey: string;
};

/** The part of a ledger entry that sums need. */
export type LedgerEntry = Pick<EntryDraft, "code" | "debit" | "credit" | "amountMinor" | "currency">;

/** A ledger entry that breaks M2. Always a bug. */
export class ImpossibleEntryError extends Error {
  override name = "ImpossibleEntryError";
}

/** Subject, currency and revision of a ledger entry (M3). */
type EntryOf = Pick<EntryDraft, "subject" | "currency" | "revision">;

/**
 * Creates a ledger entry between two accounts, with its idempotency key. Minor units.
 * @throws ImpossibleEntryError when M2 does not allow it
 */
export function draftEntry(
  of: EntryOf,
  code: EntryCode,
  [debit, credit]: readonly [Account, Account],
  amountMinor: bigint,
): EntryDraft {
  const key = idempotencyKey({ subject: of.subject, revision: of.revision, code, debit });
  return checkedEntry({ ...of, code, debit, credit, amountMinor, idempotencyKey: key });
}

/**
 * Checks a draft against M2 and returns it.
 * @throws ImpossibleEntryError when the amount is not above zero, the code does not move between those
 * accounts, or the two sides belong to different affiliates
 */
export function checkedEntry(draft: EntryDraft): EntryDraft {
  const sides = `${accountText(draft.debit)} → ${accountText(draft.credit)}`;
  if (draft.amountMinor <= 0n) throw new ImpossibleEntryError(`${draft.code} ${sides}: nothing to move.`);
  if (!isKnownPosting(draft.code, draft.debit.name, draft.credit.name)) {
    throw new ImpossibleEntryError(`${draft.code} does not move ${sides}.`);
  }
  const { debit, credit } = draft;
  if (debit.affiliateId !== null && credit.affiliateId !== null && debit.affiliateId !== credit.affiliateId) {
    throw new ImpossibleEntryError(`${draft.code} moves between two affiliates: ${sides}.`);
  }
  return draft;
}

/**
 * M3: subject, revision, code, debit account. Never a hash of facts: an edit that is undone and redone posts
 * twice.
 */
function idempotencyKey(draft: Pick<EntryDraft, "subject" | "revision" | "code" | "debit">): string {
  return `${draft.subject.id}:${draft.revision}:${draft.code}:${draft.debit.name}`;
}

/** Content of a ledger entry, as stored in its row. */
export type LedgerEntryColumns = {
  readonly code: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly idempotencyKey: string;
  readonly happenedAt: Date;
};

/**
 * Text that `input_hash` is computed from: the entry's content. A row that was changed past the triggers no
 * longer matches its hash.
 */
export function ledgerEntryText(row: LedgerEntryColumns): string {
  const { code, debitAccount, creditAccount, amountMinor, currency } = row;
  const moves = [code, debitAccount, creditAccount, String(amountMinor), currency];
  return [...moves, row.idempotencyKey, row.happenedAt.toISOString()].join(" ");
}

/** M3: revision in an idempotency key. Null when the key belongs to another subject, code or debit account. */
export function findRevision(
  key: string,
  of: { readonly subjectId: string; readonly code: string; readonly debit: string },
): number | null {
  const [subjectId, revision = "", code, debit, ...rest] = key.split(":");
  const isOfThis = subjectId === of.subjectId && code === of.code && debit === of.debit && rest.length === 0;
  return isOfThis && /^[1-9]\d{0,8}$/.test(revision) ? Number(revision) : null;
}
