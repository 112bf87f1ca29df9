import { findAccount, type LedgerEntry, entryCodes } from "./entries.ts";

/** Row of a ledger entry, or the sum of several with the same accounts and code. */
export type LedgerEntrySum = {
  readonly code: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amountMinor: bigint;
  readonly currency: string;
};

/**
 * Reads a row for M15. M15 only adds, so a sum of entries gives the same result as the entries. Empty when the
 * code or an account is unknown; the proof then shows a difference.
 */
export function readLedgerEntry({
  code,
  debitAccount,
  creditAccount,
  ...row
}: LedgerEntrySum): LedgerEntry[] {
  const known = entryCodes.find((one) => one === code);
  const [debit, credit] = [findAccount(debitAccount), findAccount(creditAccount)];
  const { amountMinor, currency } = row;
  return known && debit && credit ? [{ code: known, debit, credit, amountMinor, currency }] : [];
}
