const DAY_MS = 86_400_000;
const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(Z|([+-])(\d{2}):?(\d{2}))$/;
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** A text that is no instant. */
export class InstantFormatError extends Error {
  override name = "InstantFormatError";
}

/**
 * Milliseconds since 1970 of an ISO 8601 instant with its offset. Parsed here, because texts with different
 * offsets don't sort, and because the domain has no clock.
 * @throws InstantFormatError for a text without an offset, or a day that does not exist
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

/**
 * Negative if `a` is earlier, positive if it is later.
 * @throws InstantFormatError
 */
export function compareInstants(a: string, b: string): number {
  return epochMs(a) - epochMs(b);
}

/**
 * True if `instant` is not after `limit`, to the second. Shopify's order times have whole seconds, so events
 * within the order's second count as before it (M4, M19).
 * @throws InstantFormatError
 */
export function isNotAfter(instant: string, limit: string): boolean {
  return Math.floor(epochMs(instant) / 1000) <= Math.floor(epochMs(limit) / 1000);
}

/**
 * The instant this many days later. A day is 24 hours here, so that attribution windows and approval periods
 * have the same length in every time zone.
 * @throws InstantFormatError
 */
export function msAfterDays(iso: string, days: number): number {
  return epochMs(iso) + days * DAY_MS;
}

function isDay(year: number, month: number, day: number): boolean {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = (monthDays[month - 1] ?? 0) + (month === 2 && leap ? 1 : 0);
  return day >= 1 && day <= length;
}

/**
 * Whole calendar months (UTC) between two instants. A month is whole when its day is reached. Zero if the
 * second instant is not later.
 * @throws InstantFormatError
 */
export function wholeMonthsBetween(from: string, to: string): number {
  const [a, b] = [dayOfInstant(from), dayOfInstant(to)];
  const months = (b.year - a.year) * 12 + b.month - a.month;
  return Math.max(0, b.day < a.day ? months - 1 : months);
}

function dayOfInstant(instant: string): CalendarDay {
  return dayAt(Math.floor(epochMs(instant) / DAY_MS));
}

/** A day of the Gregorian calendar. Month and day begin with 1. */
export type CalendarDay = { readonly year: number; readonly month: number; readonly day: number };

const daysOfEra = 146_097;
/** From 0000-03-01, where the eras of 400 years begin, to 1970-01-01. */
const daysBeforeEpoch = 719_468;

/**
 * Days from 1970-01-01 to a day. Years are counted from March, so that the leap day comes last. A day beyond
 * the end of its month continues in the next.
 */
export function daysSinceEpoch(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * daysOfEra + dayOfEra - daysBeforeEpoch;
}

/** The day this many days after 1970-01-01. */
export function dayAt(days: number): CalendarDay {
  const shifted = days + daysBeforeEpoch;
  const era = Math.floor(shifted / daysOfEra);
  const dayOfEra = shifted - era * daysOfEra;
  const leaps = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leaps) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** A change of a status at an instant. A history begins with the creation. */
export type StatusChange<Status extends string> = { readonly status: Status; readonly at: string };

/**
 * M20: the status at an instant, so that an order placed before a pause keeps its terms, however late it is
 * processed. A change at that instant counts, and of several the last one given. Null before the first
 * change.
 * @throws InstantFormatError
 */
export function statusAt<Status extends string>(
  history: readonly StatusChange<Status>[],
  instant: string,
): Status | null {
  let found: { status: Status; from: number } | null = null;
  for (const change of history) {
    if (!isNotAfter(change.at, instant)) continue;
    const from = epochMs(change.at);
    if (found === null || from >= found.from) found = { status: change.status, from };
  }
  return found === null ? null : found.status;
}
