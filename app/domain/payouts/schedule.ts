import { type CalendarDay, daysSinceEpoch, dayAt } from "#app/domain/instant.ts";

/**
 * When a shop pays automatically. `weekly` pays on Mondays, `twice_monthly` on the 1st and 16th, `monthly` on
 * the 1st, each time what was available before that day. `net15`, `net30` and `net60` pay what was available at
 * the end of a month, that many days later.
 */
export const schedules = ["manual", "weekly", "twice_monthly", "monthly", "net15", "net30", "net60"] as const;

export type Schedule = (typeof schedules)[number];

/** Days in the shop's time zone, "2026-03-01". */
export type Run = {
  /** Day of the payment. */
  readonly day: string;
  /** Balances count up to the start of this day. */
  readonly cutoffDay: string;
};

/** The run of this day, or null. */
function runOn(schedule: Schedule, at: number): Run | null {
  const date = dayAt(at);
  const day = textOf(date);
  const net = netDays[schedule];
  if (net !== undefined) {
    // "n days after the last day of a month" is n - 1 days after the first of the next month.
    const first = at - net + 1;
    return dayAt(first).day === 1 ? { day, cutoffDay: textOf(dayAt(first)) } : null;
  }
  const isDay =
    (schedule === "weekly" && (((at + thursday) % 7) + 7) % 7 === monday) ||
    (schedule === "twice_monthly" && (date.day === 1 || date.day === 16)) ||
    (schedule === "monthly" && date.day === 1);
  return isDay ? { day, cutoffDay: day } : null;
}

/**
 * The latest run after `ranThrough` and not after `today`, or null. When several were missed, the latest pays
 * for all of them, because it includes what was available earlier.
 */
export function dueRun(
  schedule: Schedule,
  { ranThrough, today }: { ranThrough: string; today: string },
): Run | null {
  if (schedule === "manual" || ranThrough === "") return null;
  const oldest = numberOf(ranThrough);
  const newest = numberOf(today);
  for (let at = newest; at > oldest && at > newest - longestPause; at -= 1) {
    const run = runOn(schedule, at);
    if (run) return run;
  }
  return null;
}

/** The first run after a day, for display. Null without a schedule. */
export function nextRun(schedule: Schedule, after: string): Run | null {
  if (schedule === "manual") return null;
  const from = numberOf(after);
  for (let at = from + 1; at <= from + longestPause; at += 1) {
    const run = runOn(schedule, at);
    if (run) return run;
  }
  return null;
}

/**
 * Key of a scheduled section, so that a day, method and currency have only one, even if two processes start it.
 */
export function scheduleKey(run: Run, method: string, currency: string): string {
  return `${run.day} ${method} ${currency}`;
}

export const netDays: Readonly<Partial<Record<Schedule, number>>> = { net15: 15, net30: 30, net60: 60 };

/** Longest time between two runs of any schedule, in days. */
export const longestPause = 62;

/** 1970-01-01 was a Thursday. */
export const thursday = 4;

export const monday = 1;

/** Calendar days have no daylight saving time. The caller finds the instants at which they begin. */
export function numberOf(day: string): number {
  return daysSinceEpoch(Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10)));
}

const two = (part: number) => String(part).padStart(2, "0");

export function textOf({ year, month, day }: CalendarDay): string {
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
}
