import { findAccount, type Transfer, transferCodes } from "./entries.ts";

/** Row of a ledger entry, or the sum of several with the same accounts and code. */
export type TransferSum = {
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
export function readTransfer({ code, debitAccount, creditAccount, ...row }: TransferSum): Transfer[] {
  const known = transferCodes.find((one) => one === code);
  const [debit, credit] = [findAccount(debitAccount), findAccount(creditAccount)];
  const { amountMinor, currency } = row;
  return known && debit && credit ? [{ code: known, debit, credit, amountMinor, currency }] : [];
}
