import { z } from "zod";
import { notAmount } from "#app/domain/hand-amount.ts";
import { findDecimal } from "#app/domain/money.ts";
import { bicProblem, tidyCode, tidyLine } from "#app/domain/payouts/account-check.ts";
import { payoutMethods } from "#app/domain/payouts/method.ts";
import { paypalEnvironments } from "#app/domain/payouts/paypal-account.ts";
import { isSepaIban, sepaText } from "#app/domain/payouts/sepa.ts";
import { feeBearers } from "#app/domain/payouts/settings.ts";
import { schedules } from "#app/domain/payouts/schedule.ts";
import { accountIbanProblem } from "./payout-details.ts";
import { currencyCode, instant, money } from "./wire.ts";
import { because, choose, enter, ofType, usualMessage, wrong } from "./reasons.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";

const schedule = z.enum(schedules);
const feeBearer = z.enum(feeBearers);
const methods = z
  .array(z.enum(payoutMethods))
  .min(1, choose("payout_method"))
  .refine((chosen) => new Set(chosen).size === chosen.length, because({ code: "once_each" }))
  .transform((chosen) => payoutMethods.filter((one) => chosen.includes(one)));

const mostLimits = 50;

const limitBody = z
  .strictObject({
    currency: currencyCode,
    minimum: z.string().max(30),
    approvalAbove: z.string().max(30).nullable(),
  })
  .transform(({ currency, minimum, approvalAbove }, context) => {
    const read = (text: string, field: string): bigint => {
      const minor = minorOf(text, currency);
      if (minor !== null) return minor;
      const message = because(notAmount(currency));
      context.issues.push({ code: "custom", message, input: text, path: [field] });
      return 0n;
    };
    const approvalMinor = approvalAbove === null ? null : read(approvalAbove, "approvalAbove");
    return { currency, minimumMinor: read(minimum, "minimum"), approvalMinor };
  });

function nameProblem(name: string): Reason | null {
  if (name === "") return { code: "value_missing", what: "holder" };
  return /[a-z]/i.test(sepaText(name)) ? null : { code: "value_invalid", what: "letters" };
}

const storeIbanProblem = (iban: string): Reason | null =>
  accountIbanProblem(iban) ?? (isSepaIban(iban) ? null : { code: "value_invalid", what: "sepa_country" });

const checked = (tidy: (text: string) => string, problem: (text: string) => Reason | null) =>
  z
    .string()
    .max(200)
    .transform(tidy)
    .superRefine((text, context) => {
      const reason = problem(text);
      if (reason !== null) context.addIssue({ code: "custom", message: because(reason) });
    });

const bankAccountBody = z.strictObject({
  name: checked(tidyLine, nameProblem).pipe(z.string().max(70)),
  iban: checked(tidyCode, storeIbanProblem)
    .nullable()
    .meta({ description: "Null keeps the IBAN that is kept" }),
  bic: checked(tidyCode, bicProblem).default(""),
});

/** Body of PUT /api/v1/payout-settings. */
export const payoutSettingsBody = z
  .strictObject({
    schedule,
    sendsByItself: z.boolean(),
    methods,
    feeBearer,
    limits: z.array(limitBody).max(mostLimits).default([]).meta({
      description: "Currencies that are left out keep theirs. A higher minimum waits for the notice period",
    }),
    bankAccount: bankAccountBody.nullable().optional().meta({
      description:
        "The store's own account, which SEPA files are paid from. Null forgets it; left out, it stays",
    }),
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
const typed = z
  .string()
  .transform((text) => text.trim())
  .optional();

/** The settings' form: a currency's limits are fields of their own; an empty approval asks for none. */
export const payoutSettingsForm = z
  .looseObject({
    schedule,
    feeBearer,
    sendsByItself: z.literal("true").optional(),
    methods: given.pipe(methods),
    bankName: typed,
    bankIban: typed,
    bankBic: typed,
  })
  .transform((form, context) => {
    const { schedule: kept, feeBearer: bearer, sendsByItself, methods: ways, ...fields } = form;
    const { bankName, bankIban, bankBic, ...others } = fields;
    const texts = Object.entries(others).flatMap(([field, text]) => {
      const [, currency] = /^limits\.([A-Z]{3})\.minimum$/.exec(field) ?? [];
      return currency ? [{ currency, minimum: text, approval: others[`limits.${currency}.approval`] }] : [];
    });
    const fault = (path: string, input: unknown, message: string) =>
      context.issues.push({ code: "custom", message, input, path: [path] });
    const limits = texts.slice(0, mostLimits).map(({ currency, minimum, approval }) => {
      const read = (name: string, value: unknown) => {
        const minor = typeof value === "string" && value.length <= 30 ? minorOf(value, currency) : null;
        if (minor === null) fault(`limits.${currency}.${name}`, value, because(notAmount(currency)));
        return minor ?? 0n;
      };
      const isEmpty = approval === undefined || (typeof approval === "string" && approval.trim() === "");
      const minimumMinor = minimum === "" ? 0n : read("minimum", minimum);
      return { currency, minimumMinor, approvalMinor: isEmpty ? null : read("approval", approval) };
    });
    const isEmptyAccount = bankName === "" && bankIban === "" && bankBic === "";
    const entered = isEmptyAccount ? null : { name: bankName, iban: bankIban || null, bic: bankBic };
    // Without its fields, which the form hides while banks are no way to pay, the account stays.
    const account = bankAccountBody.nullish().safeParse(bankName === undefined ? undefined : entered, {
      error: usualMessage,
    });
    for (const { path, message } of account.error?.issues ?? []) {
      fault(`bankAccount.${path.join(".")}`, fields, message);
    }
    return {
      schedule: kept,
      feeBearer: bearer,
      sendsByItself: sendsByItself === "true",
      methods: ways,
      limits,
      bankAccount: account.data,
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
        minimum: money,
        nextMinimum: z
          .object({ amount: money, from: instant })
          .nullable()
          .meta({ description: "A higher minimum that starts after the notice period" }),
        approvalAbove: money.nullable().meta({ description: "Null: never a second person" }),
      }),
    ),
    bankAccount: z
      .object({ name: z.string(), iban: z.string().meta({ description: "Masked" }), bic: z.string() })
      .nullable()
      .meta({ description: "The store's own account, which SEPA files are paid from" }),
  })
  .meta({ id: "PayoutSettings" });

export type PayoutSettingsWire = z.input<typeof payoutSettingsWire>;

const credential = (name: "client_id" | "client_secret") =>
  z
    .string(ofType(enter(name)))
    .trim()
    .min(1, enter(name))
    .max(300)
    .regex(/^[\x21-\x7e]*$/, wrong("client_credential"));

/** The forms of the PayPal section under Settings, Payouts. */
export const paypalAccountForm = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("connect"),
    environment: z.enum(paypalEnvironments),
    clientId: credential("client_id").refine((text) => !text.includes(":"), wrong("colon")),
    clientSecret: credential("client_secret"),
  }),
  z.object({ intent: z.literal("disconnect") }),
]);

/** The PayPal section, without secrets. */
export const paypalAccountsWire = z.object({
  /** The account that the store connected. */
  account: z
    .object({
      environment: z.enum(paypalEnvironments),
      /** Its first and last characters. */
      clientId: z.string(),
      connectedAt: instant,
      hasWebhook: z.boolean(),
    })
    .nullable(),
  /** The server's account pays for this store. */
  isServerPaying: z.boolean(),
  /** Replaced accounts that are still asked about their open payments. */
  retired: z.array(z.object({ clientId: z.string(), openPayments: z.int() })),
});

export type PaypalAccountsWire = z.input<typeof paypalAccountsWire>;
export type PaypalAccountWire = NonNullable<PaypalAccountsWire["account"]>;
