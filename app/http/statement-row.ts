import { isCurrency } from "#app/domain/currency.ts";
import { findDecimal } from "#app/domain/money.ts";
import { maskedEmail } from "#app/domain/payouts/details.ts";
import type { Outcome } from "#app/domain/payouts/item.ts";
import { type AmountStyle, decimalOf } from "#app/domain/statements/amount-style.ts";
import type { Columns, Field } from "#app/domain/statements/columns.ts";
import { type DateStyle, dayOf } from "#app/domain/statements/date-style.ts";
import { isPayoutType, isReturnType, outcomeOfStatus } from "#app/domain/statements/outcome.ts";
import type { FileProvider } from "#app/domain/statements/provider.ts";
import type { StatementRow } from "#app/domain/statements/row.ts";

/** How the rows of a file are to be read. */
export type RowReading = {
  readonly columns: Columns;
  readonly amount: AmountStyle;
  readonly fee: AmountStyle;
  readonly date: DateStyle;
  /** True where the sign of an amount alone tells what was paid, below zero, from what came in. */
  readonly isSigned: boolean;
  /** Where a day of the shop begins. */
  readonly startOf: (day: string) => Date;
  readonly said: {
    readonly provider: FileProvider;
    readonly currency?: string | undefined;
  };
};

export type ReadRow =
  /** `identity` tells a row from its repetition; null of one that may be like another: two fees of one day, say. */
  | { readonly row: StatementRow; readonly identity: string | null }
  | { readonly number: number; readonly fault: string };

/** The name of a payout in a text of letters and digits alone. */
const named = /(?:shp([0-9a-hjkmnp-tv-z]{26}))?pit([0-9a-hjkmnp-tv-z]{26})/;

/** What stands in a column of a row; '' where the file has no such column. */
export function cellOf(cells: readonly string[], columns: Columns, field: Field): string {
  return (cells[columns[field] ?? -1] ?? "").trim();
}

/** Where a row says its day: when it was done, or begun where it is not done yet. */
export function dayCellOf(cells: readonly string[], columns: Columns): string {
  return cellOf(cells, columns, "date") || cellOf(cells, columns, "begun");
}

/** Reads one row; null for one that is no payout, as a bank's statement and PayPal's have them. */
export function readStatementRow(
  number: number,
  cells: readonly string[],
  reading: RowReading,
): ReadRow | null {
  const { columns, said } = reading;
  const cell: Cell = (field) => cellOf(cells, columns, field);
  const senderItemId = payoutNamedIn(cells, columns);
  if (senderItemId === "" && isOther(cell, reading)) return null;
  const money = moneyOf(cell, reading);
  if (typeof money === "string") return { number, fault: money };
  const dayCell = dayCellOf(cells, columns);
  const day = dayOf(dayCell, reading.date);
  if (day === null) return { number, fault: `"${dayCell}" is not a day` };
  const outcome = outcomeFor(cell, money.amount, reading.isSigned);
  if (outcome === null) return { number, fault: `"${cell("status")}" is not a status that is known` };
  const row: StatementRow = {
    number,
    senderItemId,
    providerItemId: cell("item").slice(0, 100),
    providerTransactionId: cell("transaction").slice(0, 100),
    amountMinor: magnitude(money.amount),
    feeMinor: money.fee === null ? null : magnitude(money.fee),
    currency: money.currency,
    day,
    at: instantOf(day, { time: cell("time"), zone: cell("zone"), startOf: reading.startOf }),
    providerStatus: [cell("status") || cell("type"), money.otherFee]
      .filter(Boolean)
      .join(", fee ")
      .slice(0, 100),
    outcome,
    receiver: receiverOf(cell("receiver")),
  };
  return { row, identity: identityOf(row, cells, said.provider) };
}

/** The payout that a row names. */
export function payoutNamedIn(cells: readonly string[], columns: Columns): string {
  return namedBy(columns.references.map((at) => cells[at] ?? "").join(" "));
}

/** The payout that a text names: `shop:item`, or the item alone; '' where it names none. */
function namedBy(text: string): string {
  // Banks drop the underscore, wrap a reference, and write it in capitals.
  const [, shop, item] = named.exec(text.toLowerCase().replaceAll(/[^a-z0-9]/g, "")) ?? [];
  if (item === undefined) return "";
  return shop === undefined ? `pit_${item}` : `shp_${shop}:pit_${item}`;
}

/** Wise gives what was paid from two of its balances one number in two rows. */
function identityOf(row: StatementRow, cells: readonly string[], provider: FileProvider): string | null {
  const name = row.providerTransactionId || row.providerItemId;
  if (name === "" && row.senderItemId === "") return null;
  const isNamed = name !== "" && (provider !== "wise" || row.senderItemId !== "");
  return isNamed ? `${name} ${row.outcome}` : cells.join("\u0001");
}

type Cell = (field: Field) => string;

type Read = {
  readonly amount: bigint;
  readonly fee: bigint | null;
  /** A fee in another currency, for people to read; '' where there is none. */
  readonly otherFee: string;
  readonly currency: string;
};

/** Amount and fee of a row in its currency, or what is wrong with them. */
function moneyOf(cell: Cell, { said, ...reading }: RowReading): Read | string {
  const currency = (cell("currency") || said.currency || "").toUpperCase();
  if (!isCurrency(currency)) return currency ? `"${currency}" is not a currency` : "names no currency";
  const amount = minorOf(cell("amount"), { style: reading.amount, currency });
  if (amount === null || amount === 0n) return `"${cell("amount")}" is not an amount in ${currency}`;
  if (cell("fee") === "") return { amount, fee: null, otherFee: "", currency };
  const feeCurrency = cell("feeCurrency").toUpperCase() || currency;
  if (feeCurrency !== currency) {
    const otherFee = isNothing(cell("fee")) ? "" : `${cell("fee")} ${feeCurrency}`;
    return { amount, fee: null, otherFee, currency };
  }
  const fee = minorOf(cell("fee"), { style: reading.fee, currency });
  return fee === null
    ? `"${cell("fee")}" is not a fee in ${currency}`
    : { amount, fee, otherFee: "", currency };
}

/** Of rows that name no payout: what PayPal lists beside payouts, and what comes in at a bank or moves within Wise. */
function isOther(cell: Cell, { said: { provider }, isSigned }: RowReading): boolean {
  const [type, amount] = [cell("type"), cell("amount")];
  if (provider === "paypal") return type !== "" && !isPayoutType(type);
  if (provider === "wise" && isNoPayment(cell)) return true;
  return !isBelowZero(amount) && (isSigned || isCredit(type));
}

/** As banks write it, before it is known how the column is to be read. */
export const isBelowZero = (amount: string) => /^[\s(]*[-\u2212]|-\s*$|^\s*\(/.test(amount);

/** Wise lists what was moved between its balances, what was called off before it was paid, and rows of nothing. */
function isNoPayment(cell: Cell): boolean {
  return /^neutral$/i.test(cell("type")) || /^cancel+ed$/i.test(cell("status")) || isNothing(cell("amount"));
}

const isNothing = (amount: string) => /0/.test(amount) && !/[1-9]/.test(amount);

const isCredit = (type: string) => /^(credit|cr|in|incoming|gutschrift|deposit)$/i.test(type);

function outcomeFor(cell: Cell, amount: bigint, isSigned: boolean): Outcome | null {
  const [status, type] = [cell("status"), cell("type")];
  const said = status === "" ? "settled" : (outcomeOfStatus(status) ?? unfinished(cell));
  if (said !== "settled") return said;
  // Money that comes in under a payout's name is that payout coming back.
  return isReturnType(type) || (amount > 0n && (isSigned || isCredit(type))) ? "returned" : "settled";
}

/** What has no day of its end is on its way, whatever it is called. */
function unfinished(cell: Cell): Outcome | null {
  return cell("date") === "" && cell("begun") !== "" ? "sent" : null;
}

function minorOf(
  text: string,
  { style, currency }: { readonly style: AmountStyle; readonly currency: string },
): bigint | null {
  const decimal = decimalOf(text, style);
  return decimal === null ? null : (findDecimal(decimal, currency)?.minor ?? null);
}

const magnitude = (minor: bigint) => (minor < 0n ? -minor : minor);

type Clock = Pick<RowReading, "startOf"> & { readonly time: string; readonly zone: string };

/** The instant of a row; the time of a zone that is not UTC is left out, and the day is then the shop's. */
function instantOf(day: string, { time, zone, startOf }: Clock): Date {
  const isUtc = /^(utc|gmt|z)$/i.test(zone);
  const at = isUtc && /^\d{2}:\d{2}:\d{2}$/.test(time) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
  return Number.isNaN(at) ? startOf(day) : new Date(at);
}

function receiverOf(text: string): string {
  if (text === "") return "";
  return text.includes("@") ? maskedEmail(text).slice(0, 100) : `${text.slice(0, 1)}…`;
}
