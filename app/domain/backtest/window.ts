import { periodDays } from "../terms/period-days.ts";
import type { Period } from "../terms/terms.ts";

/** What an affiliate reached. Minor units; earned is before refunds (T9). */
export type Volume = { orders: number; salesMinor: bigint; earnedMinor: bigint };

/** The sums of a period that moves on with the days: what T6 and T9 read from the figures, kept while going along. */
export type Window = {
  readonly period: Period;
  /** The day that it was last turned to. */
  day: string;
  firstDay: string;
  /** By day, the earliest first. */
  readonly days: Map<string, Volume>;
  readonly total: Volume;
};

export function openWindow(period: Period): Window {
  return { period, day: "", firstDay: "", days: new Map(), total: noVolume() };
}

/** Turns to the period of a later day: what lies before it is forgotten. */
export function turnWindow(window: Window, day: string): void {
  if (day === window.day) return;
  window.day = day;
  window.firstDay = periodDays(window.period, day).first ?? "";
  for (const [past, volume] of window.days) {
    if (past >= window.firstDay) return;
    window.days.delete(past);
    takeVolume(window.total, volume);
  }
}

/** Adds to a day of the period; a day before it is not looked at any more. */
export function addToWindow(window: Window, day: string, change: Volume): void {
  if (day < window.firstDay) return;
  addVolume(window.total, change);
  // Without a beginning no day ever leaves, so the sum is enough.
  if (window.period.kind === "ever") return;
  const known = window.days.get(day);
  if (known) addVolume(known, change);
  else window.days.set(day, { ...change });
}

export function noVolume(): Volume {
  return { orders: 0, salesMinor: 0n, earnedMinor: 0n };
}

export function addVolume(to: Volume, change: Volume): void {
  to.orders += change.orders;
  to.salesMinor += change.salesMinor;
  to.earnedMinor += change.earnedMinor;
}

function takeVolume(from: Volume, change: Volume): void {
  from.orders -= change.orders;
  from.salesMinor -= change.salesMinor;
  from.earnedMinor -= change.earnedMinor;
}
