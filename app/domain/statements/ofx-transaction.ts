import { findDecimal, isCurrency } from "../money.ts";
import { writtenDay } from "../tables/date-cell.ts";
import { namedPayments } from "./named-payments.ts";
import { type ReadOutcome, type ReadRow, rowFault, type StatementReason } from "./reading.ts";
import { nodeAt, textAt, type XmlNode } from "./standard-statement.ts";

/** The account of a statement, as written. '' for none. */
export function ofxAccount(statement: XmlNode): string {
  return textAt(statement, "BANKACCTFROM/ACCTID", "CCACCTFROM/ACCTID");
}

type Source = {
  readonly account: string;
  readonly currency: string;
  readonly isPending: boolean;
  /** True if an earlier transaction of the account has its number, which should be unique. */
  readonly isRepeated: boolean;
};

/** A transaction as a row. The sign of its amount is the direction. Its type is only a description. */
export function ofxRow(transaction: XmlNode, source: Source): Omit<ReadRow, "number"> {
  const amount = amountOf(textAt(transaction, "TRNAMT"), source.currency);
  const direction = directionOf(amount);
  const [name, memo] = [textAt(transaction, "NAME", "PAYEE/NAME"), textAt(transaction, "MEMO")];
  const extended = textAt(transaction, "EXTDNAME");
  // A name has at most 32 characters, and some banks continue it in the memo.
  const named = [name, memo, extended, name + memo, textAt(transaction, "REFNUM")].map(namedPayments);
  const payments = [...new Set(named.flatMap((one) => one.payments))];
  const day = dayOf(textAt(transaction, "DTPOSTED"));
  const type = textAt(transaction, "TRNTYPE").toUpperCase();
  const id = textAt(transaction, "FITID");
  return {
    day,
    time: null,
    direction,
    amountMinor: amount !== null && amount < 0n ? -amount : amount,
    feeMinor: null,
    otherFee: "",
    currency: isCurrency(source.currency) ? source.currency : null,
    payments,
    shopId: named.find(({ shopId }) => shopId !== "")?.shopId ?? "",
    providerItemId: "",
    // The number is unique within its account only.
    transactionId: id === "" ? "" : `${source.account.slice(-4)} ${id}`.trim().slice(0, 100),
    name: name.slice(0, 140),
    type: type.slice(0, 100),
    status: "",
    account: source.account,
    ...outcomeOfTransaction({
      fault: faultOf(transaction, source),
      direction,
      day,
      isPending: source.isPending || type === "HOLD",
      named: payments.length,
      isFee: type === "FEE" || type === "SRVCHG",
    }),
  };
}

function directionOf(minor: bigint | null): ReadRow["direction"] {
  if (minor === null) return "unclear";
  return minor < 0n ? "out" : "in";
}

function faultOf(transaction: XmlNode, { isRepeated }: Source): StatementReason | null {
  if (nodeAt(transaction, "CORRECTFITID")) return rowFault("corrects");
  if (nodeAt(transaction, "CURRENCY")) return rowFault("other_currency");
  return isRepeated ? rowFault("number_repeated") : null;
}

/** Source: OFX 1.6 and 2.2, 3.2.9.2: a sign, digits, and a point or comma; no groups. */
function amountOf(text: string, currency: string): bigint | null {
  if (!/^[+-]?\d+([.,]\d*)?$/.test(text) || !isCurrency(currency)) return null;
  const plain = text.replace(/^\+/, "").replace(",", ".").replace(/\.$/, "");
  const minor = findDecimal(plain, currency)?.minor ?? null;
  return minor === 0n ? null : minor;
}

/** The day as written, whatever its time zone. */
function dayOf(text: string): string | null {
  const [, year = "", month = "", day = ""] = /^(\d{4})(\d{2})(\d{2})/.exec(text) ?? [];
  return writtenDay(`${year}-${month}-${day}`);
}

type Facts = {
  readonly fault: StatementReason | null;
  readonly direction: ReadRow["direction"];
  readonly day: string | null;
  readonly isPending: boolean;
  readonly named: number;
  readonly isFee: boolean;
};

function outcomeOfTransaction(facts: Facts): Pick<ReadRow, "outcome" | "reason"> {
  const { fault, direction, day, isPending, named, isFee } = facts;
  if (direction === "unclear") return unclear(rowFault("amount"));
  if (fault !== null) return unclear(fault);
  if (isPending) return { outcome: "on_its_way", reason: rowFault("not_booked") };
  if (day === null) return unclear(rowFault("day"));
  if (direction === "in") {
    if (named > 1) return unclear(rowFault("names_several"));
    return plain(named === 1 ? "returned" : "incoming");
  }
  if (named > 0) return plain("paid");
  return plain(isFee ? "fee" : "other");
}

const unclear = (reason: StatementReason) => ({ outcome: "unclear", reason }) as const;
const plain = (outcome: ReadOutcome) => ({ outcome, reason: null }) as const;
