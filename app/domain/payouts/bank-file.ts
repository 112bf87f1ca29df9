import type { PayoutAccount } from "./details.ts";

/** Formats of a bank file: pain.001 for SEPA, or the columns of a CSV file. */
export const bankColumns = ["sepa", "wise", "generic"] as const;
export type BankColumns = (typeof bankColumns)[number];

/** A payment as a line of the file. */
export type BankPayment = {
  /** The payment's id. The file has it without its underscore, and bank statements are matched by it. */
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  readonly account: PayoutAccount;
  readonly amountMinor: bigint;
  readonly currency: string;
};

/**
 * Reference of a payment on a bank transfer: its id without the underscore, which SEPA does not allow. 29
 * letters and digits.
 */
export function paymentReference(paymentId: string): string {
  return paymentId.replace("_", "");
}

/** True for an account that a bank can pay to. */
export function isBankAccount(account: PayoutAccount): boolean {
  return account.kind !== "paypal" && account.kind !== "store-credit";
}
