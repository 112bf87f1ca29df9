import { exponentOf, isCurrency } from "../currency.ts";
import { LARGEST_MINOR } from "../money.ts";
import { isImplausibleDay } from "./date-cell.ts";
import { directionsOf, type RowDirection } from "./directions.ts";
import { plainWord } from "./plain-word.ts";
import type { ReadOutcome, ReadRow, StatementLine, StatementMeaning, StatementReading } from "./reading.ts";
import { bookedFigure, type FigureOf, nonZero, type RowFacts, rowFacts } from "./row-facts.ts";
import { wordReader } from "./row-words.ts";
import { backWords, balanceRowWords, hasWordOf } from "./words/all-words.ts";

/**
 * Reads the rows below the header. The running balance and the sign give the direction; words can only lower an answer.
 * A row that is not understood is unclear, never paid. Rows that hold no booking (balances, totals, footers) are left
 * out if they name no payment. `today` is a calendar day.
 */
export function readRows(
  lines: readonly StatementLine[],
  reading: StatementReading,
  today: string,
): readonly ReadRow[] {
  const rows = lines
    .filter(({ number, cells }) => number > reading.headerLine && cells.some((cell) => cell.trim() !== ""))
    .map((line) => rowFacts(line, reading))
    .filter((facts) => isOfAccount(facts, reading) && !isNoBooking(facts));
  const directionOf = directionsOf(rows, reading);
  const context: Context = {
    reading,
    today,
    statusOf: wordReader(reading.words, "status"),
    typeOf: wordReader(reading.words, "type"),
  };
  return withDetails(rows, reading).flatMap((one) => {
    if (one.isCollective) return [];
    const direction = directionOf(one.parent ?? one.facts);
    if (direction.isNeither && one.facts.named.payments.length === 0) return [];
    return [readRow(one, direction, context)];
  });
}

type Context = {
  readonly reading: StatementReading;
  readonly today: string;
  readonly statusOf: (word: string) => StatementMeaning | null;
  readonly typeOf: (word: string) => StatementMeaning | null;
};

function isOfAccount(facts: RowFacts, { account }: StatementReading): boolean {
  return account === null || facts.text("account") === account;
}

/** Without a payment: a row of no day and no amount, of zero, or one that holds a balance or a total. */
function isNoBooking(facts: RowFacts): boolean {
  if (facts.named.payments.length > 0) return false;
  const { date, amount, moneyIn, moneyOut, detail, pendingAmount } = facts;
  const figures = [amount, moneyIn, moneyOut, detail, pendingAmount];
  const isNothing = figures.every((one) => one === null || one === "bad" || one.millionths === 0n);
  if (isNothing) return true;
  if ((date === null || date === "bad") && figures.some((one) => one === "bad")) return true;
  return isBalanceRow(facts);
}

function isBalanceRow(facts: RowFacts): boolean {
  return (["reference", "type", "name"] as const).some((use) => {
    const plain = plainWord(facts.text(use));
    return (
      balanceRowWords.has(plain) || [...balanceRowWords].some((one) => / /.test(one) && plain.startsWith(one))
    );
  });
}

const alone = (facts: RowFacts): Placed => ({ facts, parent: null, isCollective: false });

/** A row, with the collective booking above it whose part it is. */
type Placed = { readonly facts: RowFacts; readonly parent: RowFacts | null; readonly isCollective: boolean };

/**
 * Banks list the parts of a collective booking in rows below it that have no day of their own. They count in its place
 * if they add up to it; otherwise they have no direction and stay unclear.
 */
function withDetails(rows: readonly RowFacts[], { columns }: StatementReading): readonly Placed[] {
  if (!columns.includes("detailAmount")) return rows.map(alone);
  const placed: Placed[] = [];
  let at = 0;
  while (at < rows.length) {
    const facts = rows[at];
    if (facts === undefined) break;
    const end = rows.findIndex((one, index) => index > at && !isDetail(one));
    const details = isDetail(facts) ? [] : rows.slice(at + 1, end === -1 ? rows.length : end);
    const total = details.reduce((sum, { detail }) => sum + (nonZero(detail)?.millionths ?? 0n), 0n);
    const isWhole = details.length > 0 && nonZero(bookedFigure(facts))?.millionths === total;
    placed.push({ facts, parent: null, isCollective: isWhole });
    placed.push(
      ...details.map((one) => ({ facts: one, parent: isWhole ? facts : null, isCollective: false })),
    );
    at += 1 + details.length;
  }
  return placed;
}

const isDetail = ({ date, detail }: RowFacts) => date === null && detail !== null;

function readRow({ facts, parent }: Placed, direction: RowDirection, context: Context): ReadRow {
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
    time: whole.date && whole.date !== "bad" ? whole.date.time : null,
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
  const fault = faultOf(facts, { row, day, fee, figure, context });
  const isPendingOnly = pendingOnly !== null;
  const { outcome, reason } = fault ?? meaningOf(row, { facts, whole, direction, isPendingOnly, context });
  return { ...row, time: row.time ?? utcTime(facts), outcome, reason };
}

type Answer = { readonly outcome: ReadOutcome; readonly reason: string };
type Row = Omit<ReadRow, "outcome" | "reason">;
type Fee = { readonly minor: bigint | null; readonly other: string; readonly isBad: boolean };
type Day = string | { readonly reason: string } | null;

const unclear = (reason: string): Answer => ({ outcome: "unclear", reason });
const answer = (outcome: ReadOutcome, reason = ""): Answer => ({ outcome, reason });

type Read = {
  readonly row: Row;
  readonly day: Day;
  readonly fee: Fee;
  readonly figure: FigureOf;
  readonly context: Context;
};

/** The first thing of a row that is not understood. */
function faultOf(facts: RowFacts, { row, day, fee, figure, context }: Read): Answer | null {
  const { reading } = context;
  if (!facts.isWidthRight) return unclear("It has another number of cells than the header.");
  if (figure === null) return unclear("It has no amount.");
  if (row.currency === null) return unclear("Its currency isn't known.");
  if (figure === "bad" || row.amountMinor === null) {
    return unclear(`Its amount isn't one in ${row.currency}.`);
  }
  if (row.amountMinor <= 0n) return unclear("Its amount is zero or less.");
  if (fee.isBad) return unclear(`Its fee isn't one in ${row.currency}.`);
  if (reading.fee === "none" && (row.feeMinor ?? 0n) !== 0n) {
    return unclear("It has a fee, and the file doesn't say if the amount includes it.");
  }
  if (facts.balance === "bad") return unclear("Its balance isn't an amount.");
  return day !== null && typeof day !== "string" ? unclear(day.reason) : null;
}

type Judged = {
  readonly facts: RowFacts;
  readonly whole: RowFacts;
  readonly direction: RowDirection;
  readonly isPendingOnly: boolean;
  readonly context: Context;
};

/** The first rule that fits. */
function meaningOf(row: Row, { facts, whole, direction, isPendingOnly, context }: Judged): Answer {
  const status = row.status === "" ? null : context.statusOf(row.status);
  const type = row.type === "" ? null : context.typeOf(row.type);
  const isStarted = whole.date === null && whole.started !== null;
  const unknown = row.payments.length > 0 ? unknownWord(row, { status, type, direction, isStarted }) : null;
  if (unknown !== null) return unclear(unknown);
  if (status === "pending" || type === "pending" || isPendingOnly) {
    return answer("on_its_way", "The bank hasn't booked it yet.");
  }
  const isEnded = status === "not_paid" || status === "returned";
  if (whole.date === null && !isEnded) return answer("on_its_way", "It has no booking day yet.");
  if (row.direction === "unclear") return unclear(direction.reason);
  const words = { status, type, facts };
  return row.direction === "out" ? meaningOfOut(row, words) : meaningOfIn(row, words);
}

type KnownWords = Pick<Words, "status" | "type"> & {
  readonly direction: RowDirection;
  readonly isStarted: boolean;
};

/** A word of a row with a payment that nobody knows. An unknown type is harmless only where the direction is proven. */
function unknownWord(row: Row, { status, type, direction, isStarted }: KnownWords): string | null {
  if (direction.unknownFlag !== "") return `"${direction.unknownFlag}" isn't known.`;
  if (direction.isNeither) return "It says that no money left or came in.";
  if (row.status !== "" && status === null && !isStarted) return `The status "${row.status}" isn't known.`;
  const isTypeOpen = row.type !== "" && type === null && !direction.isProven && row.direction !== "unclear";
  return isTypeOpen ? `The type "${row.type}" isn't known.` : null;
}

type Words = {
  readonly status: StatementMeaning | null;
  readonly type: StatementMeaning | null;
  readonly facts: RowFacts;
};

function meaningOfOut(row: Row, { status, type, facts }: Words): Answer {
  const isNamed = row.payments.length > 0;
  if (status === "not_paid" || type === "not_paid" || facts.text("refusalReason") !== "") {
    return answer("not_paid", "The bank didn't carry it out.");
  }
  if (status === "returned" && row.payments.length === 1) return answer("returned");
  const isBack = status === "return" || status === "returned" || type === "return";
  if (isBack || facts.text("returnReason") !== "" || hasWordOf(facts.text("reference"), backWords)) {
    return isNamed ? unclear("Money left, and its words speak of a return.") : answer("other");
  }
  if (isNamed) return answer("paid");
  return answer(type === "fee" ? "fee" : "other");
}

function meaningOfIn(row: Row, { status, type, facts }: Words): Answer {
  const isNamed = row.payments.length > 0;
  if (status === "not_paid" || type === "not_paid") {
    return isNamed ? unclear("Money that came in was refused.") : answer("incoming");
  }
  if (row.payments.length === 1) return answer("returned");
  if (isNamed) return unclear("Money came in and names several payments.");
  const isBack = status === "return" || status === "returned" || type === "return";
  if (isBack || facts.text("returnReason") !== "" || hasWordOf(facts.text("reference"), backWords)) {
    return unclear("Money came back and names no payment.");
  }
  return answer("incoming");
}

function currencyOf(facts: RowFacts, figure: FigureOf, fixed: string | null): string | null {
  const named = facts.text("currency").toUpperCase();
  if (named !== "" && !isCurrency(named)) return null;
  const ofCell = figure === null || figure === "bad" ? null : figure.cell.currency;
  if (named !== "" && ofCell !== null && named !== ofCell) return null;
  return named === "" ? (ofCell ?? fixed) : named;
}

/** Minor units of a figure; null where its currency has fewer decimals than it has. */
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

/** The day of booking, else that of the start; null where the row has neither. */
function dayOf({ date, started, text }: RowFacts, { reading, today }: Context): Day {
  const cell = date ?? started;
  if (cell === null) return null;
  const day = cell === "bad" ? undefined : cell.days[reading.dates];
  if (day === undefined) return { reason: `"${text("date").slice(0, 40)}" isn't a day.` };
  return isImplausibleDay(day, today) ? { reason: `${day} is too far from today.` } : day;
}

const clock = /^\d{2}:\d{2}:\d{2}$/;

/** The time column counts only in UTC: that of another zone may be of the day before or after. */
function utcTime(facts: RowFacts): string | null {
  const time = facts.text("time");
  return clock.test(time) && /^(?:utc|gmt|z)$/i.test(facts.text("timeZone")) ? time : null;
}
