/** Bounds and default of a number of days or months. */
export type PeriodRange = { readonly least: number; readonly most: number; readonly initial: number };

/** Longest rolling period of a cap or a bonus. */
export const longestPeriodDays = 3650;

/**
 * Periods of a program's terms, in days. A shop has its own defaults for `attribution` and `hold`, which begin with
 * `initial`.
 */
export const programDays = {
  /** How long an order after a click counts. */
  attribution: { least: 1, most: 3650, initial: 30 },
  /** Approval period of a commission. */
  hold: { least: 0, most: 365, initial: 30 },
  /** Notice before lower terms start (T15). */
  notice: { least: 0, most: 365, initial: 14 },
} as const satisfies Record<string, PeriodRange>;
