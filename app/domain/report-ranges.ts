import { type DaySpan, spanAsked } from "./day-spans.ts";
import { dayAfter } from "./terms/period-days.ts";

/** Days that move with the shop's today, so that what is kept under a name stays about now. */
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

/** The days that it means today. A period that is not over ends today: what has still to come has no figures. */
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

/** The days that a query means today: those of its range, else its own, with what is left out filled in. */
export function spanMeant(
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
  return range === undefined ? spanAsked(days, today) : rangeSpan(range, today);
}
