import { dayAt, daysSinceEpoch } from "../instant.ts";
import { plainWord } from "./plain-word.ts";
import type { DateOrder } from "./table.ts";

/** A day as written in a cell: the calendar day for each order in which it can be read. */
export type DateCell = {
  readonly days: Readonly<Partial<Record<DateOrder, string>>>;
  readonly hasPoints: boolean;
  /** "14:20:05". Null if the cell has none. */
  readonly time: string | null;
  /** True if it has the same meaning in all orders: with the year first, or with the month as a word. */
  readonly isCertain: boolean;
};

const clock =
  /[T ,]+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(?:([ap])\.?m\.?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?$/i;
const numeric = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{2}|\d{4})\.?$/;
const compact = /^((?:19|20)\d{2})(\d{2})(\d{2})$/;
const dayFirst = /^(\d{1,2})[-\s./]*(\p{L}{3,12})\.?[-\s./,]*(\d{2}|\d{4})$/u;
const monthFirst = /^(\p{L}{3,12})\.?[-\s./]*(\d{1,2}),?[-\s./]+(\d{4})$/u;

/** Parses a cell. Null if it is no calendar day in any order. */
export function dateCell(text: string): DateCell | null {
  const clean = text.trim().replaceAll(/\sde\s/gi, " ");
  if (clean.length < 6 || clean.length > 40 || !/\d/.test(clean)) return null;
  const [all, hour, minute, second, half] = clock.exec(clean) ?? [];
  const time = hour === undefined ? null : `${hourOf(hour, half)}:${minute}:${second ?? "00"}`;
  const day = all === undefined ? clean : clean.slice(0, -all.length).trim();
  const found = numericDays(day) ?? certainDay(day);
  return found === null ? null : { ...found, time };
}

/** 12 AM is the first hour of a day, 12 PM the thirteenth. */
function hourOf(written: string, half: string | undefined): string {
  if (half === undefined) return written.padStart(2, "0");
  return String((Number(written) % 12) + (half.toLowerCase() === "p" ? 12 : 0)).padStart(2, "0");
}

type CellDays = Omit<DateCell, "time">;

function numericDays(text: string): CellDays | null {
  const [, a = "", separator, b = "", c = ""] = numeric.exec(text) ?? [];
  if (separator === undefined) return null;
  if (a.length > 2) return a.length === 4 ? certainDays(dayText(Number(a), Number(b), Number(c))) : null;
  const year = yearOf(c);
  const [dmy, mdy] = [dayText(year, Number(b), Number(a)), dayText(year, Number(a), Number(b))];
  if (dmy === null && mdy === null) return null;
  const days = { ...(dmy === null ? {} : { dmy }), ...(mdy === null ? {} : { mdy }) };
  return { days, hasPoints: separator === ".", isCertain: false };
}

function certainDay(text: string): CellDays | null {
  const [, year, month, day] = compact.exec(text) ?? [];
  if (year !== undefined) return certainDays(dayText(Number(year), Number(month), Number(day)));
  const [, first, word, last] = dayFirst.exec(text) ?? [];
  if (word !== undefined) return certainDays(dayText(yearOf(last ?? ""), monthOf(word), Number(first)));
  const [, name, dayOfMonth, ofYear] = monthFirst.exec(text) ?? [];
  return name === undefined ? null : certainDays(dayText(Number(ofYear), monthOf(name), Number(dayOfMonth)));
}

function certainDays(day: string | null): CellDays | null {
  return day === null ? null : { days: { ymd: day, dmy: day, mdy: day }, hasPoints: false, isCertain: true };
}

const yearOf = (text: string) => (text.length === 2 ? 2000 : 0) + Number(text);

function monthOf(word: string): number {
  const plain = plainWord(word);
  return 1 + monthBeginnings.findIndex((beginnings) => beginnings.some((one) => plain.startsWith(one)));
}

function dayText(year: number, month: number, day: number): string | null {
  if (!(year >= 1970 && year <= 9998 && month >= 1 && month <= 12 && day >= 1)) return null;
  const found = dayAt(daysSinceEpoch(year, month, day));
  if (found.month !== month || found.day !== day) return null;
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}

/** A day in the form of bank formats, "2026-03-17". Null for a text that is no calendar day. */
export function writtenDay(text: string): string | null {
  const at = new Date(`${text}T00:00:00Z`);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime());
  return isDay && at.toISOString().startsWith(text) ? text : null;
}

type DateFinding = {
  readonly order: DateOrder;
  /** Orders that remain possible. Empty if `order` is certain. */
  readonly open: readonly DateOrder[];
};

type DateHints = {
  /** A second day of each row, in the order of the rows. Null if a row has none. */
  readonly others: readonly (DateCell | null)[];
  /** The days of the statement's period, from the lines above the header. */
  readonly period: readonly DateCell[];
};

/**
 * Decides the order of a date column from all of its cells. A country or language proves nothing about it.
 */
export function findDateOrder(cells: readonly (DateCell | null)[], hints: DateHints): DateFinding {
  const dates = cells.filter((one) => one !== null);
  const numericOnes = dates.filter((one) => !one.isCertain);
  if (numericOnes.length === 0) return { order: "ymd", open: [] };
  const only = (order: "dmy" | "mdy") =>
    numericOnes.filter(({ days }) => Object.keys(days).length === 1 && days[order] !== undefined).length;
  const [dmy, mdy] = [only("dmy"), only("mdy")];
  if (dmy > 2 * mdy) return { order: "dmy", open: [] };
  if (mdy > 2 * dmy) return { order: "mdy", open: [] };
  if (dmy + mdy > 0) return { order: dmy >= mdy ? "dmy" : "mdy", open: ["dmy", "mdy"] };
  const points = numericOnes.filter(({ hasPoints }) => hasPoints).length;
  if (points === numericOnes.length) return { order: "dmy", open: [] };
  const found = byPeriod(numericOnes, hints.period) ?? bySecondDay(cells, hints.others) ?? bySorting(dates);
  return found === null ? { order: "dmy", open: ["dmy", "mdy"] } : { order: found, open: [] };
}

const orders = ["dmy", "mdy"] as const;

const onlyOne = (fits: (order: "dmy" | "mdy") => boolean): "dmy" | "mdy" | null => {
  const [first, second] = orders.filter(fits);
  return first !== undefined && second === undefined ? first : null;
};

/** The order in which all days are within the period named by the file. */
function byPeriod(dates: readonly DateCell[], period: readonly DateCell[]): "dmy" | "mdy" | null {
  return onlyOne((order) => {
    const ends = period.flatMap(({ days }) => days[order] ?? []).toSorted();
    const [first, last] = [ends[0], ends.at(-1)];
    if (first === undefined || last === undefined || first === last) return false;
    return dates.every(({ days }) => (days[order] ?? "") >= first && (days[order] ?? "~") <= last);
  });
}

/** The order in which booking and value date are close in every row. */
function bySecondDay(
  cells: readonly (DateCell | null)[],
  others: readonly (DateCell | null)[],
): "dmy" | "mdy" | null {
  const pairs = cells.flatMap((cell, at) => {
    const other = others[at];
    return cell && other ? [[cell, other] as const] : [];
  });
  if (pairs.length === 0) return null;
  return onlyOne((order) =>
    pairs.every(([one, other]) => {
      const [first, second] = [one.days[order], other.days[order]];
      return first !== undefined && second !== undefined && daysBetween(first, second) <= 10;
    }),
  );
}

/** The order in which the rows are sorted, if the other one breaks the sorting at least twice. */
function bySorting(dates: readonly DateCell[]): "dmy" | "mdy" | null {
  const breaks = (order: "dmy" | "mdy") => {
    const days = dates.flatMap((one) => one.days[order] ?? []);
    if (new Set(days).size < 3) return null;
    let [up, down] = [0, 0];
    for (const [at, day] of days.entries()) {
      const before = days[at - 1] ?? day;
      if (day < before) up += 1;
      if (day > before) down += 1;
    }
    return Math.min(up, down);
  };
  const [dmy, mdy] = [breaks("dmy"), breaks("mdy")];
  if (dmy === null || mdy === null) return null;
  if (dmy === 0 && mdy >= 2) return "dmy";
  return mdy === 0 && dmy >= 2 ? "mdy" : null;
}

function daysBetween(one: string, other: string): number {
  return Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
}

/** True for a day that no statement has: over a week ahead, or over ten years ago. */
export function isImplausibleDay(day: string, today: string): boolean {
  const ahead = (Date.parse(day) - Date.parse(today)) / 86_400_000;
  return ahead > 7 || ahead < -3660;
}

/** Beginnings of month names in eight languages, without accents. French juin and juil need four letters. */
const monthBeginnings: readonly (readonly string[])[] = [
  ["jan", "sty", "ene", "gen"],
  ["feb", "fev", "lut"],
  ["mar", "mrz", "maa", "mrt"],
  ["apr", "avr", "abr", "kwi"],
  ["mai", "may", "maj", "mag", "mei"],
  ["jun", "juin", "giu", "cze"],
  ["jul", "juil", "lug", "lip"],
  ["aug", "aou", "ago", "sie"],
  ["sep", "set", "wrz"],
  ["okt", "oct", "ott", "out", "paz"],
  ["nov", "lis"],
  ["dez", "dec", "dic", "gru"],
];
