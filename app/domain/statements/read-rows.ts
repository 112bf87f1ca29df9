import { meaningOf, type ReadFigures, type RowContext } from "./row-meaning.ts";
import { exponentOf, isCurrency, LARGEST_MINOR } from "../money.ts";
import { isImplausibleDay } from "../tables/date-cell.ts";
import { directionsOf, type RowDirection } from "./directions.ts";
import { plainWord } from "../tables/plain-word.ts";
import { type ReadRow, rowFault, type StatementReading, type StatementReason } from "./reading.ts";
import { type TableLine } from "../tables/table.ts";
import { bookedFigure, factsReader, type FigureOf, nonZero, type RowFacts } from "./row-facts.ts";
import { balanceRowWords, wordReader } from "./words/all-words.ts";

/**
 * Reads the rows below the header. The running balance and the sign give the direction, and words can only
 * make an outcome less certain. A row that can't be interpreted is unclear, never paid. Rows without a
 * booking (balances, totals, footers) are skipped if they name no payment. `today` is a calendar day.
 */
export function readRows(
  lines: readonly TableLine[],
  reading: StatementReading,
  today: string,
): readonly ReadRow[] {
  const rows = lines
    .filter(({ number, cells }) => number > reading.headerLine && cells.some((cell) => cell.trim() !== ""))
    .map(factsReader(reading))
    .filter((facts) => isOfAccount(facts, reading) && !isNoBooking(facts));
  const directionOf = directionsOf(rows, reading);
  const context: RowContext = {
    reading,
    today,
    statusOf: wordReader(reading.words, "status"),
    typeOf: wordReader(reading.words, "type"),
    hasStatuses: rows.some(({ text }) => text("status") !== ""),
  };
  return withDetails(rows, reading).flatMap((one) => {
    if (one.isCollective) return [];
    const direction = directionOf(one.parent ?? one.facts);
    if (direction.isNeither && one.facts.named.payments.length === 0) return [];
    return [readRow(one, direction, context)];
  });
}

function isOfAccount(facts: RowFacts, { account }: StatementReading): boolean {
  return account === null || facts.text("account") === account;
}

/**
 * True for rows without a payment that have neither day nor amount, an amount of zero, or a balance or total.
 */
function isNoBooking(facts: RowFacts): boolean {
  if (facts.named.payments.length > 0) return false;
  const { date, amount, moneyIn, moneyOut, detail, pendingAmount } = facts;
  const figures = [amount, moneyIn, moneyOut, detail, pendingAmount];
  const isNothing = figures.every((one) => one === null || (one !== "bad" && one.millionths === 0n));
  if (isNothing) return true;
  if ((date === null || date === "bad") && figures.some((one) => one === "bad")) return true;
  return isBalanceRow(facts);
}

const longestBalanceText = 60;
const balancePhrases = [...balanceRowWords].filter((one) => one.includes(" "));

/** True for "Saldo" alone, or a text that begins like "Closing balance". */
function isBalanceRow(facts: RowFacts): boolean {
  return (["date", "reference", "type", "name"] as const).some((use) => {
    const text = facts.text(use);
    if (text === "" || text.length > longestBalanceText) return false;
    const plain = plainWord(text);
    return balanceRowWords.has(plain) || balancePhrases.some((one) => plain.startsWith(one));
  });
}

const alone = (facts: RowFacts): NestedRow => ({ facts, parent: null, isCollective: false, isStray: false });

/**
 * Banks list the parts of a collective booking in rows below it without a day. They replace it if they add up
 * to it. Otherwise they have no direction and stay unclear.
 */
function withDetails(rows: readonly RowFacts[], { columns }: StatementReading): readonly NestedRow[] {
  if (!columns.includes("detailAmount")) return rows.map(alone);
  const placed: NestedRow[] = [];
  let at = 0;
  while (at < rows.length) {
    const facts = rows[at];
    if (facts === undefined) break;
    const end = rows.findIndex((one, index) => index > at && !isDetail(one));
    const details = isDetail(facts) ? [] : rows.slice(at + 1, end === -1 ? rows.length : end);
    const total = details.reduce((sum, { detail }) => sum + (nonZero(detail)?.millionths ?? 0n), 0n);
    const isWhole = details.length > 0 && nonZero(bookedFigure(facts))?.millionths === total;
    placed.push({ ...alone(facts), isCollective: isWhole, isStray: isDetail(facts) });
    for (const detail of details) {
      placed.push({ ...alone(detail), parent: isWhole ? facts : null, isStray: !isWhole });
    }
    at += 1 + details.length;
  }
  return placed;
}

const isDetail = ({ date, detail }: RowFacts) => date === null && detail !== null;

/** A row, with the collective booking above it that it is a part of. */
type NestedRow = {
  readonly facts: RowFacts;
  readonly parent: RowFacts | null;
  readonly isCollective: boolean;
  /** True for a part whose collective booking is not its sum. */
  readonly isStray: boolean;
};

/** Reads one row: its figures and day, the first fault, or its meaning. */
function readRow(
  { facts, parent, isStray }: NestedRow,
  direction: RowDirection,
  context: RowContext,
): ReadRow {
  const { reading } = context;
  const whole = parent ?? facts;
  const pendingOnly = nonZero(bookedFigure(facts)) === null ? facts.pendingAmount : null;
  const figure = parent ? facts.detail : (pendingOnly ?? bookedFigure(facts) ?? facts.detail);
  const currency = currencyOf(whole, figure, reading.currency);
  const gross = minorOf(figure, currency);
  const fee = feeOf(facts, currency);
  const isIncluded = reading.fee === "included" && gross !== null && fee.minor !== null;
  const day = dayOf(whole, context);
  const row = {
    number: facts.number,
    day: typeof day === "string" ? day : null,
    time: timeOf(whole),
    direction: direction.direction,
    amountMinor: isIncluded ? gross - (fee.minor ?? 0n) : gross,
    feeMinor: fee.minor,
    otherFee: fee.other,
    currency,
    payments: facts.named.payments,
    shopId: facts.named.shopId,
    providerItemId: facts.text("item"),
    transactionId: facts.text("transaction"),
    name: facts.text("name"),
    type: facts.text("type"),
    status: facts.text("status"),
    account: facts.text("account"),
  } as const;
  const fault = isStray ? rowFault("stray_part") : faultOf(facts, { row, day, fee, figure, context });
  if (fault !== null) return { ...row, outcome: "unclear", reason: fault };
  return {
    ...row,
    ...meaningOf(row, { facts, whole, direction, isPendingOnly: pendingOnly !== null, context }),
  };
}

type Fee = { readonly minor: bigint | null; readonly other: string; readonly isBad: boolean };
type Day = string | { readonly reason: StatementReason } | null;

type RowParts = {
  readonly row: ReadFigures;
  readonly day: Day;
  readonly fee: Fee;
  readonly figure: FigureOf;
  readonly context: RowContext;
};

/** The first problem of a row. */
function faultOf(facts: RowFacts, { row, day, fee, figure, context }: RowParts): StatementReason | null {
  const { reading } = context;
  if (!facts.isWidthRight) return rowFault("width");
  if (figure === null) return rowFault("amount_missing");
  if (row.currency === null) return rowFault("currency");
  if (figure === "bad" || row.amountMinor === null) {
    return { code: "row_amount", what: "amount", currency: row.currency };
  }
  if (row.amountMinor <= 0n) return rowFault("amount_not_positive");
  if (fee.isBad) return { code: "row_amount", what: "fee", currency: row.currency };
  if (reading.fee === "none" && (row.feeMinor ?? 0n) !== 0n) {
    return rowFault("fee_unclear");
  }
  if (facts.balance === "bad") return rowFault("balance");
  return day !== null && typeof day !== "string" ? day.reason : null;
}

function currencyOf(facts: RowFacts, figure: FigureOf, fixed: string | null): string | null {
  const named = facts.text("currency").toUpperCase();
  if (named !== "" && !isCurrency(named)) return null;
  const ofCell = figure === null || figure === "bad" ? null : figure.cell.currency;
  if (named !== "" && ofCell !== null && named !== ofCell) return null;
  return named === "" ? (ofCell ?? fixed) : named;
}

/** Minor units of a figure. Null if its currency has fewer decimals. */
function minorOf(figure: FigureOf, currency: string | null): bigint | null {
  if (figure === null || figure === "bad" || currency === null) return null;
  const scale = 10n ** BigInt(6 - exponentOf(currency));
  if (figure.millionths % scale !== 0n) return null;
  const minor = figure.millionths / scale;
  return minor > LARGEST_MINOR ? null : minor;
}

function feeOf(facts: RowFacts, currency: string | null): Fee {
  const { fee } = facts;
  if (fee === null) return { minor: null, other: "", isBad: false };
  if (fee === "bad") return { minor: null, other: "", isBad: true };
  const named = facts.text("feeCurrency").toUpperCase() || fee.cell.currency || currency;
  if (named !== currency) {
    const other = fee.millionths === 0n ? "" : `${facts.text("fee")} ${named}`;
    return { minor: null, other, isBad: false };
  }
  const minor = minorOf(fee, currency);
  return { minor, other: "", isBad: minor === null };
}

/** The booking day, otherwise that of the start or the value. Null if the row has none. */
function dayOf({ date, started, valueDate, text }: RowFacts, { reading, today }: RowContext): Day {
  const cell = date ?? started ?? valueDate;
  if (cell === null) return null;
  const day = cell === "bad" ? undefined : cell.days[reading.dates];
  if (day === undefined) return { reason: { code: "row_day", text: text("date").slice(0, 40) } };
  return isImplausibleDay(day, today) ? { reason: { code: "row_day_far", day: { day } } } : day;
}

const clock = /^\d{2}:\d{2}:\d{2}$/;

/** The day of a row: from its own cell, or from a time column in UTC. Other zones may be a day off. */
function timeOf({ date, text }: RowFacts): string | null {
  if (date !== null && date !== "bad" && date.time !== null) return date.time;
  const time = text("time");
  return clock.test(time) && /^(?:utc|gmt|z)$/i.test(text("timeZone")) ? time : null;
}
