import { z } from "zod";
import { notAmount } from "#app/domain/hand-amount.ts";
import { findDecimal } from "#app/domain/money.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { type Run, schedules } from "#app/domain/payouts/schedule.ts";
import { feeBearers, type PayoutLimit, type PayoutSettings } from "#app/domain/payouts/settings.ts";
import { moneyToWire } from "./to-wire.ts";
import { moneyWire } from "./wire.ts";

const schedule = z.enum(schedules, `Must be one of ${schedules.join(", ")}`);
const feeBearer = z.enum(feeBearers, "Must be shop or affiliate");
const methods = z
  .array(z.enum(payoutMethods, `Must be one of ${payoutMethods.join(", ")}`))
  .min(1, "Choose at least one way to pay")
  .refine((chosen) => new Set(chosen).size === chosen.length, "Name each way once")
  .transform((chosen) => payoutMethods.filter((one) => chosen.includes(one)));

const limitBody = z
  .strictObject({
    currency: moneyWire.shape.currencyCode,
    minimum: z.string("Must be a text, such as 12.34").max(30, "Is too long"),
    approvalAbove: z.string("Must be a text, such as 12.34").max(30, "Is too long").nullable(),
  })
  .transform(({ currency, minimum, approvalAbove }, context) => {
    const read = (text: string, field: string): bigint => {
      const minor = minorOf(text, currency);
      if (minor !== null) return minor;
      const message = notAmount(currency);
      context.issues.push({ code: "custom", message, input: text, path: [field] });
      return 0n;
    };
    const approvalMinor = approvalAbove === null ? null : read(approvalAbove, "approvalAbove");
    return { currency, minimumMinor: read(minimum, "minimum"), approvalMinor };
  });

/** Body of PUT /api/v1/payout-settings. */
export const payoutSettingsBody = z
  .strictObject({
    schedule,
    sendsByItself: z.boolean("Must be true or false"),
    methods,
    feeBearer,
    limits: z
      .array(limitBody)
      .max(50, "Must be at most 50")
      .default([])
      .meta({ description: "Currencies that are left out keep theirs" }),
  })
  .meta({ id: "ChangePayoutSettings" });

/** An amount as somebody typed it, in minor units; null where it is none of the currency, or below zero. */
function minorOf(text: string, currency: string): bigint | null {
  try {
    const found = findDecimal(text.trim(), currency);
    return found && found.minor >= 0n ? found.minor : null;
  } catch {
    return null;
  }
}

const given = z
  .union([z.string(), z.array(z.string())])
  .transform((one) => [one].flat())
  .default([]);
const mostLimits = 50;

/** The settings' form: a currency's limits are fields of their own; an empty approval asks for none. */
export const payoutSettingsForm = z
  .looseObject({
    schedule,
    feeBearer,
    sendsByItself: z.literal("true").optional(),
    methods: given.pipe(methods),
  })
  .transform(({ schedule: kept, feeBearer: bearer, sendsByItself, methods: ways, ...others }, context) => {
    const texts = Object.entries(others).flatMap(([field, text]) => {
      const [, currency] = /^limits\.([A-Z]{3})\.minimum$/.exec(field) ?? [];
      return currency ? [{ currency, minimum: text, approval: others[`limits.${currency}.approval`] }] : [];
    });
    const fault = (path: string, input: unknown, message: string) =>
      context.issues.push({ code: "custom", message, input, path: [path] });
    const limits = texts.slice(0, mostLimits).map(({ currency, minimum, approval }) => {
      const read = (name: string, value: unknown) => {
        const minor = typeof value === "string" && value.length <= 30 ? minorOf(value, currency) : null;
        if (minor === null) fault(`limits.${currency}.${name}`, value, notAmount(currency));
        return minor ?? 0n;
      };
      const isEmpty = approval === undefined || (typeof approval === "string" && approval.trim() === "");
      const minimumMinor = minimum === "" ? 0n : read("minimum", minimum);
      return { currency, minimumMinor, approvalMinor: isEmpty ? null : read("approval", approval) };
    });
    return {
      schedule: kept,
      feeBearer: bearer,
      sendsByItself: sendsByItself === "true",
      methods: ways,
      limits,
    };
  });

export const payoutSettingsWire = z
  .object({
    schedule,
    sendsByItself: z.boolean(),
    methods: z.array(z.enum(payoutMethods)),
    feeBearer,
    nextRun: z.object({ day: z.string(), cutoffDay: z.string() }).nullable().meta({
      description: "The schedule's next day, in the shop's time zone, and the day before which it pays for",
    }),
    limits: z.array(
      z.object({
        currency: z.string(),
        minimum: moneyWire,
        approvalAbove: moneyWire.nullable().meta({ description: "Null: never a second person" }),
      }),
    ),
  })
  .meta({ id: "PayoutSettings" });

export type PayoutSettingsWire = z.output<typeof payoutSettingsWire>;

export function payoutSettingsToWire(shown: {
  readonly settings: PayoutSettings;
  readonly limits: readonly (PayoutLimit & { readonly currency: string })[];
  readonly next: Run | null;
}): PayoutSettingsWire {
  const { schedule: kept, sendsByItself, methods: ways, feeBearer: bearer } = shown.settings;
  return {
    schedule: kept,
    sendsByItself,
    methods: [...ways],
    feeBearer: bearer,
    nextRun: shown.next,
    limits: shown.limits.map(({ currency, minimumMinor, approvalMinor }) => ({
      currency,
      minimum: moneyToWire(minimumMinor, currency),
      approvalAbove: approvalMinor === null ? null : moneyToWire(approvalMinor, currency),
    })),
  };
}
