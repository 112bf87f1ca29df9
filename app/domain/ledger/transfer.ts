import { type Account, type AccountName, accountText } from "./account.ts";
import type { LineKind } from "./line.ts";

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
export type TransferSubject = {
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
export type TransferOf = Pick<TransferDraft, "subject" | "currency" | "revision">;

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
export function idempotencyKey(
  draft: Pick<TransferDraft, "subject" | "revision" | "code" | "debit">,
): string {
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
