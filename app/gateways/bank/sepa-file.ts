import { isValidBIC, isValidIBAN } from "ibantools";
import { sumMoney, toDecimal } from "#app/domain/money.ts";
import { type BankPayment, paymentReference } from "#app/domain/payouts/bank-file.ts";
import type { NotSepa } from "#app/domain/payouts/payment-reasons.ts";
import { isSepaIban, sepaText, type StoreAccount } from "#app/domain/payouts/sepa.ts";

export type SepaOrder = {
  /** Id of the file. A bank refuses a second file with it. */
  readonly fileId: string;
  readonly createdAt: Date;
  /** A TARGET day, "2026-03-17". */
  readonly executionDay: string;
  readonly payer: StoreAccount;
  readonly payments: readonly BankPayment[];
};

/** Source: ISO 20022, Max70Text of a party's name. */
const longestName = 70;
/** Source: EPC132-08, AT-T002: an amount of a SEPA credit transfer is at most 999,999,999.99. */
const largestMinor = 99_999_999_999n;

/**
 * A customer credit transfer initiation in pain.001.001.09 (ISO 20022) under the SEPA rules of EPC132-08.
 * @throws SepaFileError for an order that a bank would reject, because the schema alone allows wrong sums and
 * invalid IBANs
 */
export function sepaFile(order: SepaOrder): string {
  const { fileId, createdAt, executionDay, payer, payments } = order;
  checkOrder(order);
  const id = paymentReference(fileId);
  const name = partyName(payer.name);
  const sums = `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${controlSum(payments)}</CtrlSum>`;
  const bank = payer.bic ? `<BICFI>${escaped(payer.bic)}</BICFI>` : "<Othr><Id>NOTPROVIDED</Id></Othr>";
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr><MsgId>${escaped(id)}</MsgId><CreDtTm>${createdAt.toISOString().slice(0, 19)}Z</CreDtTm>${sums}` +
      `<InitgPty><Nm>${escaped(name)}</Nm></InitgPty></GrpHdr>`,
    // BtchBookg false: one booking per payment, so that a statement has a row for each.
    `<PmtInf><PmtInfId>${escaped(id)}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${sums}`,
    `<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${executionDay}</Dt></ReqdExctnDt>`,
    `<Dbtr><Nm>${escaped(name)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${escaped(payer.iban)}</IBAN></Id></DbtrAcct>`,
    `<DbtrAgt><FinInstnId>${bank}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>`,
    ...payments.map(transferOf),
    "</PmtInf></CstmrCdtTrfInitn></Document>",
  ];
  return lines.join("\n") + "\n";
}

function transferOf({ reference, account, amountMinor }: BankPayment): string {
  if (account.kind !== "iban") throw new SepaFileError(`${reference} has no IBAN.`);
  const id = paymentReference(reference);
  const agent = account.bic
    ? `<CdtrAgt><FinInstnId><BICFI>${escaped(account.bic)}</BICFI></FinInstnId></CdtrAgt>`
    : "";
  return (
    `<CdtTrfTxInf><PmtId><EndToEndId>${escaped(id)}</EndToEndId></PmtId>` +
    `<Amt><InstdAmt Ccy="EUR">${euros(amountMinor)}</InstdAmt></Amt>${agent}` +
    `<Cdtr><Nm>${escaped(partyName(account.holder))}</Nm></Cdtr>` +
    `<CdtrAcct><Id><IBAN>${escaped(account.iban)}</IBAN></Id></CdtrAcct>` +
    `<RmtInf><Ustrd>${escaped(`Commission ${id}`)}</Ustrd></RmtInf></CdtTrfTxInf>`
  );
}

/** An order that a bank would reject. The message names payments by reference and contains no account. */
export class SepaFileError extends Error {
  override name = "SepaFileError";
}

/** Reason why a SEPA credit transfer can't make this payment, or null. */
export function whyNotSepa({ account, amountMinor, currency }: BankPayment): NotSepa | null {
  if (currency !== "EUR") return "currency";
  if (account.kind !== "iban" || !isSepaIban(account.iban)) return "outside";
  if (!isValidIBAN(account.iban)) return "iban";
  if (account.bic !== "" && !isValidBIC(account.bic)) return "bic";
  if (!hasLetters(account.holder)) return "holder";
  if (amountMinor <= 0n || amountMinor > largestMinor) return "amount";
  return null;
}

function checkOrder({ fileId, executionDay, payer, payments }: SepaOrder): void {
  const isIban = isSepaIban(payer.iban) && isValidIBAN(payer.iban);
  const isBic = payer.bic === "" || isValidBIC(payer.bic);
  if (!isIban || !isBic || !hasLetters(payer.name)) {
    throw new SepaFileError("The store's own account is not one of SEPA.");
  }
  if (payments.length === 0) throw new SepaFileError("There is no payment.");
  if (!/^\d{4}-\d{2}-\d{2}$/.test(executionDay)) throw new SepaFileError("There is no execution day.");
  const seen = new Set<string>();
  for (const payment of payments) {
    const problem = whyNotSepa(payment);
    if (problem !== null) throw new SepaFileError(`${payment.reference}: ${problem}.`);
    seen.add(paymentReference(payment.reference));
  }
  if (seen.size < payments.length) throw new SepaFileError("Two payments have one reference.");
  for (const id of [paymentReference(fileId), ...seen]) {
    // Source: EPC132-08, 1.4: at most 35 characters of the SEPA set. References have letters and digits only.
    if (!/^[A-Za-z0-9]{1,35}$/.test(id)) throw new SepaFileError(`${id} is no reference of SEPA.`);
  }
}

const partyName = (name: string) => sepaText(name).slice(0, longestName).trim();

const hasLetters = (name: string) => /[a-z]/i.test(partyName(name));

const controlSum = (payments: readonly BankPayment[]) => {
  const amounts = payments.map(({ amountMinor, currency }) => ({ minor: amountMinor, currency }));
  return toDecimal(sumMoney(amounts, "EUR"));
};

const euros = (minor: bigint) => toDecimal({ minor, currency: "EUR" });

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Escapes every text, even though the SEPA set allows few characters. */
const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (one) => entities[one] ?? one);
