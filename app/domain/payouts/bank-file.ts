import { csvLine } from "../csv.ts";
import { toDecimal } from "../money.ts";
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

/** The whole file. Spreadsheets need a byte order mark to recognize UTF-8; Wise expects none. */
export function bankCsv(columns: Exclude<BankColumns, "sepa">, payments: readonly BankPayment[]): string {
  const lines = payments.map((one) => (columns === "wise" ? wiseCells(one) : genericCells(one)));
  const mark = columns === "wise" ? "" : "\uFEFF";
  return mark + [columns === "wise" ? wiseNames : genericNames, ...lines].map(csvLine).join("");
}

const genericNames = [
  "Payment ID",
  "Affiliate",
  "Account holder",
  "Country",
  "IBAN",
  "BIC",
  "Routing number",
  "Sort code",
  "Bank code",
  "Account number",
  "Account type",
  "Amount",
  "Currency",
  "Reference",
];

function genericCells({ reference, name, account, amountMinor, currency }: BankPayment): string[] {
  const at = numbersOf(account);
  const amount = toDecimal({ minor: amountMinor, currency });
  const where = [at.iban, at.bic, at.routingNumber, at.sortCode, at.bankCode, at.accountNumber];
  const text = paymentReference(reference);
  return [reference, name, at.holder, at.country, ...where, at.accountType, amount, currency, text];
}

/** Source: column names of Wise's template for batch payments to bank accounts. */
const wiseNames = [
  "name",
  "recipientEmail",
  "paymentReference",
  "receiverType",
  "amountCurrency",
  "amount",
  "sourceCurrency",
  "targetCurrency",
  "IBAN",
  "BIC",
  "abartn",
  "sortCode",
  "bankCode",
  "accountNumber",
  "accountType",
  "addressCountryCode",
];

function wiseCells({ reference, email, account, amountMinor, currency }: BankPayment): string[] {
  const at = numbersOf(account);
  const amount = toDecimal({ minor: amountMinor, currency });
  // "target": the receiver gets this amount, and the sender pays Wise's fee.
  const payment = [
    at.holder,
    email,
    paymentReference(reference),
    "PERSON",
    "target",
    amount,
    currency,
    currency,
  ];
  const where = [at.iban, at.bic, at.routingNumber, at.sortCode, at.bankCode, at.accountNumber];
  return [...payment, ...where, at.accountType.toUpperCase(), at.country];
}

const none = {
  holder: "",
  country: "",
  iban: "",
  bic: "",
  routingNumber: "",
  sortCode: "",
  bankCode: "",
  accountNumber: "",
  accountType: "",
};

/** Fields of a bank account. Missing ones are ''. */
function numbersOf(account: PayoutAccount): typeof none {
  return isBankAccount(account) ? { ...none, ...account } : none;
}
