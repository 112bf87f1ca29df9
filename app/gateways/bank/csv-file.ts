import { csvLine } from "#app/domain/csv.ts";
import { toDecimal } from "#app/domain/money.ts";
import {
  type BankColumns,
  type BankPayment,
  isBankAccount,
  paymentReference,
} from "#app/domain/payouts/bank-file.ts";
import type { PayoutAccount } from "#app/domain/payouts/details.ts";
import { merchantTexts } from "#app/i18n/texts.ts";

const t = merchantTexts("payouts");

/** The whole file. Spreadsheets need a byte order mark to recognize UTF-8; Wise expects none. */
export function bankCsv(columns: Exclude<BankColumns, "sepa">, payments: readonly BankPayment[]): string {
  const lines = payments.map((one) => (columns === "wise" ? wiseCells(one) : genericCells(one)));
  const mark = columns === "wise" ? "" : "\uFEFF";
  return (
    mark +
    [columns === "wise" ? wiseNames : genericColumns.map((name) => t(`bankFile.${name}`)), ...lines]
      .map(csvLine)
      .join("")
  );
}

const genericColumns = [
  "id",
  "affiliate",
  "holder",
  "country",
  "iban",
  "bic",
  "routingNumber",
  "sortCode",
  "bankCode",
  "accountNumber",
  "accountType",
  "amount",
  "currency",
  "reference",
] as const;

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
