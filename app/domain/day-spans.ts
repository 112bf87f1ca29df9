import { daysSinceEpoch } from "./instant.ts";
import { dayAfter } from "./terms/period-days.ts";

/** Days of the shop, "2026-03-31", inclusive. */
export type DaySpan = { readonly from: string; readonly to: string };

/** Periods that a span can be divided into. Weeks begin on Monday. */
export const daySteps = ["day", "week", "month"] as const;
export type DayStep = (typeof daySteps)[number];

/** Days shown by default. */
const usualDays = 30;

/** The requested days. The end defaults to today. If they begin after it, the span is one day. */
export function requestedSpan(
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
): DaySpan {
  const to = query.to ?? (query.from !== undefined && query.from > today ? query.from : today);
  return { from: query.from ?? dayAfter(to, 1 - usualDays), to };
}

/** Limits of the default period: above this many days, weeks are shown, and above the next limit months. */
const mostShownByDay = 62;
const mostShownByWeek = 200;

/** The period that a span is divided into by default. */
export function usualStep(span: DaySpan): DayStep {
  const days = daysIn(span);
  if (days <= mostShownByDay) return "day";
  return days <= mostShownByWeek ? "week" : "month";
}

/** Periods of a span, oldest first. The span may cut off the first and the last. */
export function spansOf({ from, to }: DaySpan, by: DayStep): DaySpan[] {
  const spans: DaySpan[] = [];
  for (let first = from; first <= to;) {
    const last = lastDayOf(first, by);
    spans.push({ from: first, to: last < to ? last : to });
    first = dayAfter(last, 1);
  }
  return spans;
}

function lastDayOf(day: string, by: DayStep): string {
  if (by === "day") return day;
  if (by === "week") return dayAfter(day, 6 - weekdayOf(day));
  const inNext = dayAfter(`${day.slice(0, 7)}-28`, 4);
  return dayAfter(`${inNext.slice(0, 7)}-01`, -1);
}

/** Number of days in a span. */
export function daysIn({ from, to }: DaySpan): number {
  return dayNumber(to) - dayNumber(from) + 1;
}

/** The span of the same length right before. */
export function spanBefore(span: DaySpan): DaySpan {
  return { from: dayAfter(span.from, -daysIn(span)), to: dayAfter(span.from, -1) };
}

function dayNumber(day: string): number {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  return daysSinceEpoch(year, month, date);
}

/** 0 for Monday. 1970-01-01 was a Thursday. */
function weekdayOf(day: string): number {
  return (((dayNumber(day) + 3) % 7) + 7) % 7;
}

/** Ranges relative to the shop's today, so that a saved report stays current. */
export const ranges = [
  "today",
  "yesterday",
  "last-7",
  "last-30",
  "last-90",
  "this-month",
  "last-month",
  "this-year",
  "last-year",
] as const;

export type Range = (typeof ranges)[number];

/** The days of a range today. A period that is not over ends today, because future days have no figures. */
export function rangeSpan(range: Range, today: string): DaySpan {
  const month = today.slice(0, 7);
  const year = Number(today.slice(0, 4));
  const beforeMonth = dayAfter(`${month}-01`, -1);
  const yesterday = dayAfter(today, -1);
  const spans: Record<Range, DaySpan> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    "last-7": { from: dayAfter(today, -6), to: today },
    "last-30": { from: dayAfter(today, -29), to: today },
    "last-90": { from: dayAfter(today, -89), to: today },
    "this-month": { from: `${month}-01`, to: today },
    "last-month": { from: `${beforeMonth.slice(0, 7)}-01`, to: beforeMonth },
    "this-year": { from: `${year}-01-01`, to: today },
    "last-year": { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` },
  };
  return spans[range];
}

/** The days of a query today: those of its range, otherwise its own, with defaults for missing ones. */
export function spanOfRange(
  {
    range,
    ...days
  }: {
    readonly range?: Range | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
  },
  today: string,
): DaySpan {
  return range === undefined ? requestedSpan(days, today) : rangeSpan(range, today);
}

/** A month of a calendar, "2026-03". */
export type Month = string;

const form = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** True for a month like "2026-03", from 1970 to 9998, which every clock and database supports. */
export function isMonth(text: string): boolean {
  const year = Number(form.exec(text)?.[1] ?? 0);
  return year >= 1970 && year <= 9998;
}

/** The month this many months later, or earlier if negative. */
export function monthAfter(month: Month, by: number): Month {
  const [year, of] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const count = year * 12 + (of - 1) + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/**
 * The days of a month up to a day, and the same number of days of the month before, or all of a shorter one.
 */
export function monthToDate(today: string): { readonly days: DaySpan; readonly before: DaySpan } {
  const first = `${today.slice(0, 7)}-01`;
  const firstBefore = `${monthAfter(today.slice(0, 7), -1)}-01`;
  const lastBefore = dayAfter(first, -1);
  const sameDay = `${firstBefore.slice(0, 8)}${today.slice(8)}`;
  return {
    days: { from: first, to: today },
    before: { from: firstBefore, to: sameDay < lastBefore ? sameDay : lastBefore },
  };
}

/** Comparison periods that follow from the report's days. */
export const comparisons = ["previous", "year"] as const;

/** One of these, or days that a person chose. */
export type Comparison = (typeof comparisons)[number] | DaySpan;

/**
 * The period of the same length right before; the same days one year earlier, with 28 for 29 February; or the
 * chosen days.
 */
export function spanCompared(span: DaySpan, comparison: Comparison): DaySpan {
  if (typeof comparison === "object") return comparison;
  if (comparison === "previous") return spanBefore(span);
  return { from: yearBefore(span.from), to: yearBefore(span.to) };
}

/** For each of a span's periods, the days that it is compared with; fewer if the compared span is shorter. */
export function periodsCompared(
  periods: readonly DaySpan[],
  span: DaySpan,
  comparison: Comparison,
): DaySpan[] {
  if (comparison === "year") return periods.map((one) => spanCompared(one, comparison));
  const compared = spanCompared(span, comparison);
  const shift = dayNumber(compared.from) - dayNumber(span.from);
  return periods
    .map(({ from, to }) => ({ from: dayAfter(from, shift), to: dayAfter(to, shift) }))
    .filter(({ from }) => from <= compared.to)
    .map(({ from, to }) => ({ from, to: to < compared.to ? to : compared.to }));
}

function yearBefore(day: string): string {
  const rest = day.slice(4) === "-02-29" ? "-02-28" : day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${rest}`;
}
