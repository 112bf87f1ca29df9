import type { DaySpan } from "./day-spans.ts";
import { dayAfter } from "./terms/period-days.ts";

/** A month of a calendar, "2026-03". */
export type Month = string;

const form = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** True for "2026-03", of the years 1970 to 9998, which every clock and database knows. */
export function isMonth(text: string): boolean {
  const year = Number(form.exec(text)?.[1] ?? 0);
  return year >= 1970 && year <= 9998;
}

/** The month so many months later; below zero, earlier. */
export function monthAfter(month: Month, by: number): Month {
  const [year, of] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const count = year * 12 + (of - 1) + by;
  return `${String(Math.floor(count / 12)).padStart(4, "0")}-${String((count % 12) + 1).padStart(2, "0")}`;
}

/** The days of a month up to a day, and as many of the month before: fewer where that month is shorter. */
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
