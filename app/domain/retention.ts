import type { retentionSettings } from "./shop-settings.ts";

/** How long a shop keeps personal data. */
export type RetentionPeriods = Readonly<Record<keyof typeof retentionSettings, number>>;

/** Days of the shortest month, so a warning never comes too late. */
const daysOfMonth = 28;
/** Shopify's messages about an order can arrive days after its checkout. */
const lateDays = 7;

/**
 * Warnings about periods that are too short for the shop's programs, in sentences. An order cannot be credited to a click
 * that is no longer kept. `windowDays` is the longest attribution window of the programs.
 */
export function retentionWarnings(periods: RetentionPeriods, windowDays: number): string[] {
  const warnings: string[] = [];
  if (periods.clickMonths * daysOfMonth < windowDays) {
    warnings.push(
      `A program counts clicks for ${windowDays} days, and clicks are kept for ${counted(periods.clickMonths, "month")}: older ones will not be found.`,
    );
  }
  if (periods.pixelDays < lateDays) {
    warnings.push(
      `What the web pixel saw is kept for ${counted(periods.pixelDays, "day")}: an order that is heard of later finds nothing of it.`,
    );
  }
  return warnings;
}

function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
