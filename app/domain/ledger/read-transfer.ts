import { findAccount, type Transfer, transferCodes } from "./entries.ts";

/** A transfer, or the sum of several between the same accounts under the same code, as its row keeps it. */
export type TransferSum = {
  readonly code: string;
  readonly debitAccount: string;
  readonly creditAccount: string;
  readonly amountMinor: bigint;
  readonly currency: string;
};

/**
 * What a row says, as M15 sums it; it only adds, so a sum of transfers comes to the same as each of them. Nothing where
 * no rule can read it: that stands in the proof as a difference of its own.
 */
export function readTransfer({ code, debitAccount, creditAccount, ...row }: TransferSum): Transfer[] {
  const known = transferCodes.find((one) => one === code);
  const [debit, credit] = [findAccount(debitAccount), findAccount(creditAccount)];
  const { amountMinor, currency } = row;
  return known && debit && credit ? [{ code: known, debit, credit, amountMinor, currency }] : [];
}
