import { z } from "zod";
import { longestPeriodDays, programDays } from "#app/domain/program.ts";
import { approvalKinds, approvalStarts } from "#app/domain/terms/terms.ts";
import { conditionWire } from "./conditions.ts";
import { plainName } from "./plain-text.ts";
import { amountWire, percentWire, wholeDays, wholeNumber } from "./terms-parts.ts";

const partId = z
  .string("Must be a text")
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, "Must be small letters, digits and hyphens, at most 40");

const none = z.strictObject({ type: z.literal("none") });
const percentage = z.strictObject({ type: z.literal("percentage"), percent: percentWire });
const fixed = z.strictObject({ type: z.literal("fixed"), amount: amountWire });
const perItem = z.strictObject({ type: z.literal("per-item"), amount: amountWire });

export const flatPay = z.discriminatedUnion(
  "type",
  [none, percentage, fixed, perItem],
  "Must be percentage, fixed, per-item or none",
);

export const period = z.discriminatedUnion(
  "type",
  [
    z.strictObject({ type: z.literal("rolling"), days: wholeDays({ least: 1, most: longestPeriodDays }) }),
    z.strictObject({
      type: z.literal("calendar"),
      unit: z.enum(["month", "quarter", "year"], "Must be month, quarter or year"),
    }),
    z.strictObject({ type: z.literal("ever") }),
  ],
  "Must be rolling, calendar or ever",
);

export const threshold = z.discriminatedUnion(
  "measure",
  [
    z.strictObject({
      measure: z.literal("orders"),
      count: wholeNumber(1, 1_000_000, "Enter a number of orders"),
    }),
    z.strictObject({ measure: z.literal("sales"), amount: amountWire }),
  ],
  "Must be orders or sales",
);

const tiered = z.strictObject({
  type: z.literal("tiered"),
  period,
  below: flatPay,
  steps: z
    .array(z.strictObject({ atLeast: threshold, pay: flatPay }), "Must be a list")
    .min(1, "Add at least one tier")
    .max(20, "At most 20 tiers"),
});

export const pay = z
  .discriminatedUnion(
    "type",
    [none, percentage, fixed, perItem, tiered],
    "Must be percentage, fixed, per-item, none or tiered",
  )
  .meta({ id: "Pay" });

const rule = z.strictObject({ id: partId, name: plainName(120), when: conditionWire, pay });
export const bonus = z.strictObject({
  id: partId,
  name: plainName(120),
  atLeast: threshold,
  repeats: z.boolean("Must be true or false").default(false),
  amount: amountWire,
});

const flag = z.boolean("Must be true or false").default(false);
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
const approvalFrom = z.enum(approvalStarts, `Must be ${approvalStarts.join(", ")}`);
const approval = z.enum(approvalKinds, `Must be ${approvalKinds.join(" or ")}`);

const list = <Item extends z.ZodType>(item: Item, most: number) =>
  z.array(item, "Must be a list").max(most, `At most ${most} of them`);

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
