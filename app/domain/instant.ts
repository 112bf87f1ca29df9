import { type CalendarDay, dayAt, daysSinceEpoch } from "./calendar.ts";

const DAY_MS = 86_400_000;
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|([+-])(\d{2}):?(\d{2}))$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** A text that names no instant. */
export class InstantFormatError extends Error {
  override name = "InstantFormatError";
}

/**
 * Milliseconds since 1970 of an ISO 8601 instant with its offset. The domain reads instants itself, because texts
 * with different offsets do not sort as texts, and because it may not look at a clock.
 * @throws InstantFormatError for a text without an offset, or of a day that is not in the calendar.
 */
export function epochMs(iso: string): number {
  const match = ISO.exec(iso);
  if (match === null) throw new InstantFormatError(`"${iso.slice(0, 40)}" is not an instant.`);
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const hour = Number(match[4]);
  const minute = Number(match[5]);
  const second = Number(match[6]);
  const offset = (Number(match[10] ?? 0) * 60 + Number(match[11] ?? 0)) * (match[9] === "-" ? -1 : 1);
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) {
    throw new InstantFormatError(`"${iso.slice(0, 40)}" is not in the calendar.`);
  }
  const millis = match[7] === undefined ? 0 : Number(match[7].padEnd(3, "0").slice(0, 3));
  return (
    daysSinceEpoch(year, month, day) * DAY_MS + ((hour * 60 + minute - offset) * 60 + second) * 1000 + millis
  );
}

/** Below zero when a is earlier, above when it is later. @throws InstantFormatError */
export function compareInstants(a: string, b: string): number {
  return epochMs(a) - epochMs(b);
}

/**
 * True when `instant` is not after `limit` as the platform could tell: it stamps orders with whole seconds, so what
 * happened within the order's own second counts as before it (M4, M19). @throws InstantFormatError
 */
export function isNotAfter(instant: string, limit: string): boolean {
  return Math.floor(epochMs(instant) / 1000) <= Math.floor(epochMs(limit) / 1000);
}

/** A day here is 24 hours, so that a window or a hold is as long in every time zone. @throws InstantFormatError */
export function msAfterDays(iso: string, days: number): number {
  return epochMs(iso) + days * DAY_MS;
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = (monthDays[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0);
  return day >= 1 && day <= length;
}

/**
 * Whole months of the calendar (UTC) from one instant to a later one; a month is whole when its day is reached.
 * Zero where the second is not later. @throws InstantFormatError
 */
export function wholeMonthsBetween(from: string, to: string): number {
  const [a, b] = [dayOfInstant(from), dayOfInstant(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return Math.max(0, b.day < a.day ? months - 1 : months);
}

function dayOfInstant(instant: string): CalendarDay {
  return dayAt(Math.floor(epochMs(instant) / DAY_MS));
}
