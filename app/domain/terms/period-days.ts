import { dayAt, daysSinceEpoch } from "../instant.ts";
import type { Period } from "./terms.ts";

/** Days of the shop, "2026-03-31", inclusive. Null if the period has no beginning or end. */
export type PeriodDays = { readonly first: string | null; readonly last: string | null };

/**
 * The days of the period around an order's day (T6). A calendar period is whole, including the days after the
 * order: tiers read only the days up to the order's, caps all of them (T9).
 */
export function periodDays(period: Period, day: string): PeriodDays {
  if (period.kind === "ever") return { first: null, last: null };
  if (period.kind === "rolling") return { first: dayAfter(day, 1 - period.days), last: day };
  const year = Number(day.slice(0, 4));
  const month = Number(day.slice(5, 7)) - 1;
  const length = { month: 1, quarter: 3, year: 12 }[period.unit];
  const from = month - (month % length);
  return { first: dayOf(year, from, 1), last: dayOf(year, from + length, 0) };
}

/** The day this many days later, "2026-03-31", or earlier if negative. */
export function dayAfter(day: string, by: number): string {
  return dayOf(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8, 10)) + by);
}

/** A month (from 0) or a day beyond its range rolls over. */
function dayOf(year: number, month: number, day: number): string {
  const years = Math.floor(month / 12);
  const found = dayAt(daysSinceEpoch(year + years, month - years * 12 + 1, 1) + day - 1);
  return `${padded(found.year, 4)}-${padded(found.month, 2)}-${padded(found.day, 2)}`;
}

function padded(number: number, length: number): string {
  return number.toString().padStart(length, "0");
}
