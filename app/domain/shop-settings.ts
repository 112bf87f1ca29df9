import { type PeriodRange, programDays } from "./program.ts";

/**
 * A whole number that a merchant sets. Its column, check, API field and form bounds follow from it.
 */
type NumberSetting = PeriodRange & {
  readonly unit: "days" | "months";
  readonly apiDescription: string | null;
};

/**
 * Retention of personal data. A delivery's body is useless after 30 days. The rule about leaked codes
 * compares 90 days of orders, so their hashes need four months.
 */
export const retentionSettings = {
  clickMonths: {
    unit: "months",
    least: 1,
    most: 121,
    initial: 13,
    apiDescription: "For how many months clicks are kept",
  },
  bodyDays: {
    unit: "days",
    least: 1,
    most: 30,
    initial: 30,
    apiDescription: "For how many days sealed webhook bodies are kept",
  },
  pixelDays: {
    unit: "days",
    least: 1,
    most: 365,
    initial: 90,
    apiDescription: "For how many days the pixel's checkouts are kept",
  },
  traceMonths: {
    unit: "months",
    least: 4,
    most: 121,
    initial: 24,
    apiDescription: "For how many months buyers' hashes are kept",
  },
} as const satisfies Record<string, NumberSetting>;

export const shopNumbers = {
  defaultWindowDays: {
    ...programDays.attribution,
    unit: "days",
    apiDescription: null,
  },
  defaultApprovalDays: {
    ...programDays.hold,
    unit: "days",
    apiDescription: null,
  },
  ...retentionSettings,
} as const satisfies Record<string, NumberSetting>;

export type ShopNumber = keyof typeof shopNumbers;

const textNames = ["displayName", "logoUrl", "contactEmail", "language"] as const;

export type ShopSetting = (typeof textNames)[number] | ShopNumber;

export const shopNumberNames = namesOf(shopNumbers);
export const retentionNames = namesOf(retentionSettings);
export const shopSettingNames: readonly ShopSetting[] = [...textNames, ...shopNumberNames];

function namesOf<Settings extends object>(settings: Settings): (keyof Settings & string)[] {
  return Object.keys(settings) as (keyof Settings & string)[];
}

/** Retention periods of personal data. */
export type RetentionPeriods = Readonly<Record<keyof typeof retentionSettings, number>>;

/** Days of the shortest month, so a warning never comes too late. */
const daysOfMonth = 28;
/** Shopify's messages about an order can arrive days after its checkout. */
const lateDays = 7;

/** A retention period that is too short for the shop's programs. */
export type RetentionWarning =
  | { readonly code: "clicks"; readonly windowDays: number; readonly months: number }
  | { readonly code: "pixel"; readonly days: number };

/**
 * Warnings about retention periods that are too short for the shop's programs. An order cannot be credited to
 * a deleted click. `windowDays` is the longest attribution window of the programs.
 */
export function retentionWarnings(periods: RetentionPeriods, windowDays: number): RetentionWarning[] {
  const { clickMonths: months, pixelDays: days } = periods;
  return [
    ...(months * daysOfMonth < windowDays ? [{ code: "clicks" as const, windowDays, months }] : []),
    ...(days < lateDays ? [{ code: "pixel" as const, days }] : []),
  ];
}

/** Some of an object's fields. */
export function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;
}
