import { z } from "zod";
import { findDecimal, findRateBps, toPercent, WHOLE_BPS } from "#app/domain/money.ts";
import { longestPeriodDays, programDays } from "#app/domain/program.ts";
import {
  countKinds,
  type LineText,
  lineTexts,
  type OrderText,
  orderTexts,
} from "#app/domain/terms/condition.ts";
import { approvalKinds, approvalStarts } from "#app/domain/terms/terms.ts";
import { moneyWire, plainName, plainText } from "./wire.ts";
import { because, enter, wrong } from "./reasons.ts";

/** A whole number, as a number or as it is typed; answers the number. */
export function wholeNumber(least: number, most: number, missing: string) {
  return z
    .union([z.string(), z.number()], { error: missing })
    .transform(String)
    .pipe(
      z
        .string()
        .trim()
        .min(1, missing)
        .regex(/^\d{1,9}$/, wrong("whole_number")),
    )
    .transform(Number)
    .pipe(z.int().min(least).max(most));
}

/** Days, as typed. */
export function wholeDays({ least, most }: { readonly least: number; readonly most: number }) {
  return wholeNumber(least, most, enter("days"));
}

const percentText = wrong("percentage");

/** A percentage as people write it, at most two decimals; answers it without a needless tail: "12.50" is "12.5". */
const percentWire = z
  .union([z.string(), z.number()], { error: enter("percentage") })
  .transform(String)
  .pipe(
    z
      .string()
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, percentText)
      .refine((text) => (findRateBps(text) ?? 1) > 0, because({ code: "must_be_positive" }))
      .refine((text) => (findRateBps(text) ?? 0) <= WHOLE_BPS, because({ code: "at_most", most: 100 })),
  )
  .transform((text) => toPercent(findRateBps(text) ?? 0))
  .pipe(z.string());

/** Money whose text is an amount of its currency. */
export const amountWire = moneyWire.refine(
  ({ amount, currencyCode }) => isAmount(amount, currencyCode),
  wrong("amount"),
);

/** An unknown currency is bad input here, not a fault of the program. */
function isAmount(amount: string, currency: string): boolean {
  try {
    return findDecimal(amount, currency) !== null;
  } catch {
    return false;
  }
}

const numbered = ["product", "variant", "collection"] as const satisfies readonly LineText[];
const worded = [
  ...lineTexts.filter((kind) => !(numbered as readonly string[]).includes(kind)),
  ...orderTexts.filter((kind) => kind !== "country"),
] as ("sku" | "vendor" | "product-tag" | Exclude<OrderText, "country">)[];

const op = z.enum(["any-of", "none-of"]);
const bound = z.enum(["at-least", "at-most"]);

function values(one: z.ZodType<string, string>) {
  return z.array(one).min(1, enter("value")).max(250);
}

const digits = z.string().regex(/^\d{1,20}$/, wrong("digits"));
const word = plainText(255).min(1);
const country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, wrong("country_code"));

const tests = [
  z.strictObject({ type: z.enum(numbered), op, values: values(digits) }),
  z.strictObject({ type: z.enum(worded), op, values: values(word) }),
  z.strictObject({ type: z.literal("country"), op, values: values(country) }),
  z.strictObject({ type: z.literal("order-value"), op: bound, amount: amountWire }),
  z.strictObject({
    type: z.enum(countKinds),
    op: bound,
    count: wholeNumber(0, 1_000_000, enter("number")),
  }),
  z.strictObject({
    type: z.literal("customer"),
    is: z.enum(["new", "returning"]),
  }),
  z.strictObject({
    type: z.literal("purchase"),
    is: z.enum(["subscription", "one-time"]),
  }),
] as const;

export type TestWire = z.output<(typeof tests)[number]>;
export type GroupWire = { type: "all" | "any"; of: ConditionWire[] };
export type ConditionWire = GroupWire | TestWire;

/** T2, T3: and/or groups of tests. How deep they may go, domain/terms/faults.ts says. */
const conditionWire: z.ZodType<ConditionWire> = z
  .lazy(() =>
    z.discriminatedUnion("type", [
      z.strictObject({
        type: z.enum(["all", "any"]),
        of: z.array(conditionWire).max(50),
      }),
      ...tests,
    ]),
  )
  .meta({ id: "Condition" });

const partId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, wrong("key"));

const none = z.strictObject({ type: z.literal("none") });
const percentage = z.strictObject({ type: z.literal("percentage"), percent: percentWire });
const fixed = z.strictObject({ type: z.literal("fixed"), amount: amountWire });
const perItem = z.strictObject({ type: z.literal("per-item"), amount: amountWire });

export const flatPay = z.discriminatedUnion("type", [none, percentage, fixed, perItem]);

export const period = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("rolling"), days: wholeDays({ least: 1, most: longestPeriodDays }) }),
  z.strictObject({
    type: z.literal("calendar"),
    unit: z.enum(["month", "quarter", "year"]),
  }),
  z.strictObject({ type: z.literal("ever") }),
]);

export const threshold = z.discriminatedUnion("measure", [
  z.strictObject({
    measure: z.literal("orders"),
    count: wholeNumber(1, 1_000_000, enter("orders")),
  }),
  z.strictObject({ measure: z.literal("sales"), amount: amountWire }),
]);

const tiered = z.strictObject({
  type: z.literal("tiered"),
  period,
  below: flatPay,
  steps: z
    .array(z.strictObject({ atLeast: threshold, pay: flatPay }))
    .min(1, enter("tier"))
    .max(20),
});

export const pay = z
  .discriminatedUnion("type", [none, percentage, fixed, perItem, tiered])
  .meta({ id: "Pay" });

const rule = z.strictObject({ id: partId, name: plainName(120), when: conditionWire, pay });
export const bonus = z.strictObject({
  id: partId,
  name: plainName(120),
  atLeast: threshold,
  repeats: z.boolean().default(false),
  amount: amountWire,
});

const flag = z.boolean().default(false);
const base = z.strictObject({
  shipping: flag,
  tax: flag,
  tips: flag,
  giftCards: flag,
  duties: flag,
  beforeDiscounts: flag,
});

const caps = z.strictObject({
  perOrder: amountWire.nullable().default(null),
  perAffiliate: z.strictObject({ amount: amountWire, period }).nullable().default(null),
});

const mostRules = 50;
const mostBonuses = 20;
const windowDays = wholeDays(programDays.attribution);
const approvalDays = wholeDays(programDays.hold);
const approvalFrom = z.enum(approvalStarts);
const approval = z.enum(approvalKinds);

const list = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).max(most);

/** Terms as they are given: what is left out is as it was, or the default. A rule without an id gets one. */
export const termsBody = z.strictObject({
  rules: list(rule.extend({ id: partId.optional() }), mostRules).optional(),
  commission: pay,
  base: base.optional(),
  caps: caps.optional(),
  bonuses: list(bonus.extend({ id: partId.optional() }), mostBonuses).optional(),
  windowDays: windowDays.optional(),
  approvalDays: approvalDays.optional(),
  approvalFrom: approvalFrom.optional(),
  approval: approval.optional(),
});

/** Terms as the API answers them (docs/terms.md). */
export const termsWire = z
  .object({
    rules: list(rule, mostRules).meta({ description: "In order; the first that a line meets pays for it" }),
    commission: pay.meta({ description: "What a line earns that no rule pays for" }),
    base,
    caps,
    bonuses: list(bonus, mostBonuses),
    windowDays: z.int(),
    approvalDays: z.int(),
    approvalFrom: z.enum(approvalStarts),
    approval: z.enum(approvalKinds).meta({
      description: "With `manual`, a person approves each commission after its approval period",
    }),
  })
  .meta({ id: "Terms" });

export type TermsBody = z.output<typeof termsBody>;
export type TermsWire = z.output<typeof termsWire>;
export type PayWire = z.output<typeof pay>;
export type FlatPayWire = z.output<typeof flatPay>;
export type PeriodWire = z.output<typeof period>;
export type ThresholdWire = z.output<typeof threshold>;
export type RuleWire = z.output<typeof rule>;
export type BonusWire = z.output<typeof bonus>;

/** The fields of the form that works without scripts. */
export const termsFields = { windowDays, approvalDays, percent: percentWire };
