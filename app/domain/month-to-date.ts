import type { DaySpan } from "./day-spans.ts";
import { monthAfter } from "./month.ts";
import { dayAfter } from "./terms/period-days.ts";

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
