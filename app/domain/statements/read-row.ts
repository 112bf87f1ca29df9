import { exponentOf, isCurrency, LARGEST_MINOR } from "../money.ts";
import { isImplausibleDay } from "./date-cell.ts";
import type { RowDirection } from "./directions.ts";
import type { ReadRow } from "./reading.ts";
import { bookedFigure, type FigureOf, nonZero, type RowFacts } from "./row-facts.ts";
import { meaningOf, type ReadFigures, type RowContext } from "./row-meaning.ts";

/** A row, with the collective booking above it whose part it is. */
export type Placed = {
  readonly facts: RowFacts;
  readonly parent: RowFacts | null;
  readonly isCollective: boolean;
  /** True for a part whose collective booking is not its sum. */
  readonly isStray: boolean;
};

/** Reads one row: its figures and day, the first fault, or its meaning. */
export function readRow(
  { facts, parent, isStray }: Placed,
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
  const fault = isStray ? stray : faultOf(facts, { row, day, fee, figure, context });
  if (fault !== null) return { ...row, outcome: "unclear", reason: fault };
  return {
    ...row,
    ...meaningOf(row, { facts, whole, direction, isPendingOnly: pendingOnly !== null, context }),
  };
}

const stray = "It is part of a collective booking that isn't the sum of its parts.";

type Fee = { readonly minor: bigint | null; readonly other: string; readonly isBad: boolean };
type Day = string | { readonly reason: string } | null;

type Read = {
  readonly row: ReadFigures;
  readonly day: Day;
  readonly fee: Fee;
  readonly figure: FigureOf;
  readonly context: RowContext;
};

/** The first thing of a row that is not understood. */
function faultOf(facts: RowFacts, { row, day, fee, figure, context }: Read): string | null {
  const { reading } = context;
  if (!facts.isWidthRight) return "It has another number of cells than the header.";
  if (figure === null) return "It has no amount.";
  if (row.currency === null) return "Its currency isn't known.";
  if (figure === "bad" || row.amountMinor === null) {
    return `Its amount isn't one in ${row.currency}.`;
  }
  if (row.amountMinor <= 0n) return "Its amount is zero or less.";
  if (fee.isBad) return `Its fee isn't one in ${row.currency}.`;
  if (reading.fee === "none" && (row.feeMinor ?? 0n) !== 0n) {
    return "It has a fee, and the file doesn't say if the amount includes it.";
  }
  if (facts.balance === "bad") return "Its balance isn't an amount.";
  return day !== null && typeof day !== "string" ? day.reason : null;
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

/** The day of booking, else that of the start or the value; null where the row has none. */
function dayOf({ date, started, valueDate, text }: RowFacts, { reading, today }: RowContext): Day {
  const cell = date ?? started ?? valueDate;
  if (cell === null) return null;
  const day = cell === "bad" ? undefined : cell.days[reading.dates];
  if (day === undefined) return { reason: `"${text("date").slice(0, 40)}" isn't a day.` };
  return isImplausibleDay(day, today) ? { reason: `${day} is too far from today.` } : day;
}

const clock = /^\d{2}:\d{2}:\d{2}$/;

/** The day of a row: from its own cell, or from a time column in UTC. Other zones may be a day off. */
function timeOf({ date, text }: RowFacts): string | null {
  if (date !== null && date !== "bad" && date.time !== null) return date.time;
  const time = text("time");
  return clock.test(time) && /^(?:utc|gmt|z)$/i.test(text("timeZone")) ? time : null;
}
