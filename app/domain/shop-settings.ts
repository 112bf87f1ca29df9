import { type PeriodRange, programDays } from "./program.ts";

/**
 * A whole number that a merchant sets. Its column, check, API field, form bounds and history text follow from
 * it.
 */
type NumberSetting = PeriodRange & {
  readonly unit: "days" | "months";
  readonly historyName: string;
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
    historyName: "months for which clicks are kept",
    apiDescription: "For how many months clicks are kept",
  },
  bodyDays: {
    unit: "days",
    least: 1,
    most: 30,
    initial: 30,
    historyName: "days for which messages are kept",
    apiDescription: "For how many days sealed webhook bodies are kept",
  },
  pixelDays: {
    unit: "days",
    least: 1,
    most: 365,
    initial: 90,
    historyName: "days for which the pixel's checkouts are kept",
    apiDescription: "For how many days the pixel's checkouts are kept",
  },
  traceMonths: {
    unit: "months",
    least: 4,
    most: 121,
    initial: 24,
    historyName: "months for which buyers' hashes are kept",
    apiDescription: "For how many months buyers' hashes are kept",
  },
} as const satisfies Record<string, NumberSetting>;

export const shopNumbers = {
  defaultWindowDays: {
    ...programDays.attribution,
    unit: "days",
    historyName: "default attribution days",
    apiDescription: null,
  },
  defaultApprovalDays: {
    ...programDays.hold,
    unit: "days",
    historyName: "default hold days",
    apiDescription: null,
  },
  ...retentionSettings,
} as const satisfies Record<string, NumberSetting>;

export type ShopNumber = keyof typeof shopNumbers;

const textNames = {
  displayName: "shop name",
  logoUrl: "logo",
  contactEmail: "contact e-mail",
  language: "language of affiliates",
};

export type ShopSetting = keyof typeof textNames | ShopNumber;

export const shopNumberNames = namesOf(shopNumbers);
export const retentionNames = namesOf(retentionSettings);
export const shopSettingNames = [...namesOf(textNames), ...shopNumberNames];

/** Name of a setting in the history. Null for a setting of a later version. */
export function settingHistoryName(name: string): string | null {
  const names: Readonly<Record<string, string>> = {
    ...textNames,
    ...Object.fromEntries(shopNumberNames.map((one) => [one, shopNumbers[one].historyName])),
  };
  return names[name] ?? null;
}

function namesOf<Settings extends object>(settings: Settings): (keyof Settings & string)[] {
  return Object.keys(settings) as (keyof Settings & string)[];
}

/** Retention periods of personal data. */
export type RetentionPeriods = Readonly<Record<keyof typeof retentionSettings, number>>;

/** Days of the shortest month, so a warning never comes too late. */
const daysOfMonth = 28;
/** Shopify's messages about an order can arrive days after its checkout. */
const lateDays = 7;

/**
 * Warnings about retention periods that are too short for the shop's programs. An order cannot be credited to
 * a deleted click. `windowDays` is the longest attribution window of the programs.
 */
export function retentionWarnings(periods: RetentionPeriods, windowDays: number): string[] {
  const warnings: string[] = [];
  if (periods.clickMonths * daysOfMonth < windowDays) {
    warnings.push(
      `A program counts clicks for ${windowDays} days, and clicks are kept for ${countText(periods.clickMonths, "month")}: older ones will not be found.`,
    );
  }
  if (periods.pixelDays < lateDays) {
    warnings.push(
      `What the web pixel saw is kept for ${countText(periods.pixelDays, "day")}: an order that is heard of later finds nothing of it.`,
    );
  }
  return warnings;
}

function countText(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}

/** Some of an object's fields. */
export function pick<Source extends object, Name extends keyof Source>(
  source: Source,
  names: readonly Name[],
): Pick<Source, Name> {
  return Object.fromEntries(names.map((name) => [name, source[name]])) as Pick<Source, Name>;
}
