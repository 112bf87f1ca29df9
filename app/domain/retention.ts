/** For how long a shop keeps what goes by itself. */
export type RetentionPeriods = {
  readonly clickMonths: number;
  readonly bodyDays: number;
  readonly pixelDays: number;
  readonly traceMonths: number;
};

/**
 * Each period with its bounds; the database refuses others. A body is never needed for longer than 30 days, and whether
 * a code leaks is told from 90 days of orders.
 */
export const retentionBounds = {
  clickMonths: { least: 1, most: 121 },
  bodyDays: { least: 1, most: 30 },
  pixelDays: { least: 1, most: 365 },
  traceMonths: { least: 4, most: 121 },
} as const satisfies Record<keyof RetentionPeriods, { least: number; most: number }>;

/** The shortest month, so that a warning never comes too late. */
const daysOfMonth = 28;
/** An order is heard of some days after its checkout, where its messages came late. */
const lateDays = 7;

/**
 * What a merchant should know about their periods, in sentences; nothing where each is long enough. Clicks that are gone
 * decide no later order. `windowDays` is the longest window of the programs.
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
