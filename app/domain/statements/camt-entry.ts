import { findDecimal, isCurrency } from "../money.ts";
import { writtenDay } from "../tables/date-cell.ts";
import { namedFile, namedPayments } from "./named-payments.ts";
import { type ReadOutcome, type ReadRow, rowFault, type StatementReason } from "./reading.ts";
import { nodeAt, nodesAt, textAt, type XmlNode } from "./standard-statement.ts";

/** An amount with its direction. Null if the file has none, or an unknown one. */
export type CamtAmount = {
  readonly minor: bigint;
  readonly currency: string;
  readonly direction: "out" | "in";
};

/** The amount of an entry, a detail or a balance. Amounts have no sign; `CdtDbtInd` is the direction. */
export function camtAmount(node: XmlNode): CamtAmount | null {
  const amount = nodeAt(node, "Amt");
  const direction = directionOf(node);
  if (!amount || direction === null || !isCurrency(amount.currency)) return null;
  const found = findDecimal(amount.text.trim(), amount.currency);
  return found && found.minor >= 0n ? { ...found, direction } : null;
}

function directionOf(node: XmlNode): CamtAmount["direction"] | null {
  const said = textAt(node, "CdtDbtInd");
  if (said === "DBIT") return "out";
  return said === "CRDT" ? "in" : null;
}

/** True for a booked entry. `Sts` is a text up to version .02 and has a code from .04 on. */
export const isBooked = (entry: XmlNode): boolean => statusOf(entry) === "BOOK";

const statusOf = (entry: XmlNode): string => textAt(entry, "Sts/Cd", "Sts");

/** The rows of an entry: one per payment in it, or one for the whole entry if it lists none. */
export function camtRows(entry: XmlNode, account: string): Omit<ReadRow, "number">[] {
  const total = camtAmount(entry);
  const details = nodesAt(entry, "NtryDtls/TxDtls");
  const batch = Number(textAt(entry, "NtryDtls/Btch/NbOfTxs") || "1");
  if (details.length === 0) {
    const fault = batch === 1 ? null : ({ code: "row_booked_as_one", count: batch } as const);
    const row = rowOf({ entry, detail: null, account, amount: total, fee: null, fault });
    return [{ ...row, ...bookedFileOf(entry, row) }];
  }
  const parts = details.map((detail) => ({ detail, ...partOf(detail, total, details.length === 1) }));
  const fault = total === null ? rowFault("amount") : faultOfParts(parts, total);
  return parts.map(({ detail, amount, fee }) => rowOf({ entry, detail, account, amount, fee, fault }));
}

/** The bank file that a booked entry without details pays as one, by the app's id. */
function bookedFileOf(
  entry: XmlNode,
  { direction, day }: Pick<ReadRow, "direction" | "day">,
): Pick<ReadRow, "bookedFile"> {
  const ids = ["NtryDtls/Btch/PmtInfId", "NtryDtls/Btch/MsgId"].map((path) => namedFile(textAt(entry, path)));
  const requestId = ids.find((one) => one !== null);
  const isPaid = direction === "out" && day !== null && isBooked(entry) && !isReturnOf(entry, null);
  if (!requestId || !isPaid) return {};
  return { bookedFile: { requestId, count: countOf(entry) } };
}

/** The number of payments according to the bank. Null without one, or if their sum differs from the entry. */
function countOf(entry: XmlNode): number | null {
  const count = textAt(entry, "NtryDtls/Btch/NbOfTxs");
  const total = nodeAt(entry, "NtryDtls/Btch/TtlAmt");
  const isOther = total !== null && camtAmount(entry)?.minor !== minorOf(total);
  return /^\d{1,6}$/.test(count) && !isOther ? Number(count) : null;
}

function minorOf(amount: XmlNode): bigint | null {
  return isCurrency(amount.currency)
    ? (findDecimal(amount.text.trim(), amount.currency)?.minor ?? null)
    : null;
}

type Part = { readonly amount: CamtAmount | null; readonly fee: bigint | null };

/** The amount of a detail. A single detail may omit it. With several, each needs its own. */
function partOf(detail: XmlNode, total: CamtAmount | null, isOnly: boolean): Part {
  const direction = directionOf(detail) ?? total?.direction ?? null;
  const said = nodeAt(detail, "Amt") ?? nodeAt(detail, "AmtDtls/TxAmt/Amt");
  if (said === null) return { amount: isOnly ? total : null, fee: null };
  const found = isCurrency(said.currency) ? findDecimal(said.text.trim(), said.currency) : null;
  if (!found || found.minor < 0n || direction === null) return { amount: null, fee: null };
  return { amount: { ...found, direction }, fee: feeOf(detail, found.currency) };
}

/** Charges deducted with the payment. Null for none, or if one can't be interpreted. */
function feeOf(detail: XmlNode, currency: string): bigint | null {
  const records = [
    ...nodesAt(detail, "Chrgs/Rcrd"),
    ...nodesAt(detail, "Chrgs").filter((one) => nodeAt(one, "Amt")),
  ];
  let sum = 0n;
  for (const record of records) {
    const amount = nodeAt(record, "Amt");
    const found = amount?.currency === currency ? findDecimal(amount.text.trim(), currency) : null;
    if (!found || found.minor < 0n || textAt(record, "CdtDbtInd") === "CRDT") return null;
    sum += found.minor;
  }
  return sum === 0n ? null : sum;
}

function faultOfParts(parts: readonly Part[], total: CamtAmount): StatementReason | null {
  if (parts.some(({ amount }) => amount === null)) return rowFault("parts_unpriced");
  if (parts.some(({ amount }) => amount?.currency !== total.currency)) {
    return rowFault("other_currency");
  }
  const sum = parts.reduce((all, { amount }) => all + signed(amount), 0n);
  const fees = parts.reduce((all, { fee }) => all + (fee ?? 0n), 0n);
  const adds = sum === signed(total) || sum - fees === signed(total);
  return adds ? null : rowFault("parts_differ");
}

/** An amount, negative for outgoing money. Zero if it can't be interpreted. */
export function signed(amount: CamtAmount | null): bigint {
  if (amount === null) return 0n;
  return amount.direction === "out" ? -amount.minor : amount.minor;
}

type Source = Part & {
  readonly entry: XmlNode;
  readonly detail: XmlNode | null;
  readonly account: string;
  /** Reason why the amounts can't be interpreted. Null if they can. */
  readonly fault: StatementReason | null;
};

function rowOf({ entry, detail, account, amount, fee, fault }: Source): Omit<ReadRow, "number"> {
  const isAlone = detail === null || nodesAt(entry, "NtryDtls/TxDtls").length === 1;
  const named = textsOf(entry, detail, isAlone).map(namedPayments);
  const payments = [...new Set(named.flatMap((one) => one.payments))];
  const day = dayOf(entry);
  const codes = codesOf(entry, detail);
  const isReturn = isReturnOf(entry, detail) || codes.includes("RRTN");
  const judged = outcomeOfEntry({
    direction: amount?.direction ?? null,
    fault,
    status: statusOf(entry),
    isDay: day !== null,
    named: payments.length,
    isReturn,
    isFee: codes.some((code) => feeCodes.has(code)),
  });
  return {
    day,
    time: null,
    ...amountsOf(amount),
    feeMinor: fee,
    otherFee: "",
    payments,
    shopId: named.find(({ shopId }) => shopId !== "")?.shopId ?? "",
    providerItemId: "",
    transactionId: bankReference(entry, detail, isAlone),
    name: nameOf(detail, amount?.direction === "in" && !isReturn),
    type: codes.join("/").slice(0, 100),
    status: statusOf(entry).slice(0, 100),
    account,
    ...judged,
  };
}

function amountsOf(amount: CamtAmount | null) {
  const { direction = "unclear", minor = null, currency = null } = amount ?? {};
  return { direction, amountMinor: minor, currency } as const;
}

/** The booking day, which alone proves that money moved. Null for none. */
function dayOf(entry: XmlNode): string | null {
  return writtenDay(textAt(entry, "BookgDt/Dt", "BookgDt/DtTm").slice(0, 10));
}

function isReturnOf(entry: XmlNode, detail: XmlNode | null): boolean {
  const isReversal = ["true", "1"].includes(textAt(entry, "RvslInd"));
  return isReversal || (detail !== null && nodeAt(detail, "RtrInf") !== null);
}

/** The bank's own reference. An entry's reference belongs to its only payment, and to none of several. */
function bankReference(entry: XmlNode, detail: XmlNode | null, isAlone: boolean): string {
  const ofDetail = detail === null ? "" : given(textAt(detail, "Refs/AcctSvcrRef"));
  return (ofDetail || (isAlone ? given(textAt(entry, "AcctSvcrRef")) : "")).slice(0, 100);
}

/** Banks write these words when they have no reference. */
const given = (reference: string) => (/^(?:NONREF|NOTPROVIDED)$/i.test(reference.trim()) ? "" : reference);

/** Source: ISO 20022 external code set, BankTransactionSubFamily. */
const feeCodes = new Set(["CHRG", "COMM", "FEES"]);

type Facts = {
  readonly direction: CamtAmount["direction"] | null;
  readonly fault: StatementReason | null;
  readonly status: string;
  readonly isDay: boolean;
  readonly named: number;
  readonly isReturn: boolean;
  readonly isFee: boolean;
};

/** The first matching rule decides. A row that can't be interpreted is unclear, never paid. */
function outcomeOfEntry(facts: Facts): Pick<ReadRow, "outcome" | "reason"> {
  const { direction, fault, status, isDay, named, isReturn, isFee } = facts;
  if (direction === null) return unclear(rowFault("amount"));
  if (fault !== null) return unclear(fault);
  if (["PDNG", "INFO", "FUTR"].includes(status)) {
    return { outcome: "on_its_way", reason: rowFault("not_booked") };
  }
  if (status !== "BOOK") return unclear(rowFault("status"));
  if (!isDay) return { outcome: "on_its_way", reason: rowFault("day_missing") };
  if (direction === "in") {
    if (named === 1) return { outcome: "returned", reason: null };
    if (named > 1) return unclear(rowFault("names_several"));
    return isReturn ? unclear(rowFault("came_back_unnamed")) : plain("incoming");
  }
  if (isReturn && named > 0) return unclear(rowFault("back_and_out"));
  if (named > 0) return plain("paid");
  return plain(isFee ? "fee" : "other");
}

const unclear = (reason: StatementReason) => ({ outcome: "unclear", reason }) as const;
const plain = (outcome: ReadOutcome) => ({ outcome, reason: null }) as const;

function codesOf(entry: XmlNode, detail: XmlNode | null): string[] {
  const code = (detail && nodeAt(detail, "BkTxCd")) ?? nodeAt(entry, "BkTxCd");
  if (code === null) return [];
  const paths = ["Domn/Cd", "Domn/Fmly/Cd", "Domn/Fmly/SubFmlyCd"];
  const codes = paths.map((path) => textAt(code, path)).filter((one) => one !== "");
  return codes.length > 0 ? codes : [textAt(code, "Prtry/Cd")].filter((one) => one !== "");
}

/** Every text that may contain a payment's reference. Texts of an entry belong to its only payment. */
function textsOf(entry: XmlNode, detail: XmlNode | null, isAlone: boolean): string[] {
  const ofEntry = isAlone ? [textAt(entry, "NtryRef"), textAt(entry, "AddtlNtryInf")] : [];
  if (detail === null) return ofEntry;
  const texts = (path: string) => nodesAt(detail, path).map(({ text }) => text);
  return [
    textAt(detail, "Refs/EndToEndId"),
    // A text that the bank split into several elements is joined.
    texts("RmtInf/Ustrd").join(""),
    ...texts("RmtInf/Strd/CdtrRefInf/Ref"),
    textAt(detail, "AddtlTxInf"),
    ...ofEntry,
  ];
}

/**
 * Name of the other party: the receiver, or the sender of incoming money. Version .08 wraps the name in
 * `Pty`.
 */
function nameOf(detail: XmlNode | null, isIncoming: boolean): string {
  if (detail === null) return "";
  const [first, second] = isIncoming ? ["Dbtr", "Cdtr"] : ["Cdtr", "Dbtr"];
  const paths = [first, second].flatMap((one) => [`RltdPties/${one}/Nm`, `RltdPties/${one}/Pty/Nm`]);
  return textAt(detail, ...paths).slice(0, 140);
}
