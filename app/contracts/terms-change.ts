import { z } from "zod";
import { approvalKinds, defaultBase, holdStarts, type BaseTerms } from "#app/domain/terms/terms.ts";
import { bonus, flatPay, pay, period, termsWire, threshold } from "./terms.ts";
import { asStored, moneyWire } from "./wire.ts";

const effects = ["improvement", "reduction"] as const;
const effect = z.enum(effects);
const ruleName = z.string().nullable().meta({ description: "Null for what no rule pays for" });
const affiliateCap = z.object({ amount: moneyWire, period }).nullable();
const beforeAndAfter = <Value extends z.ZodType>(value: Value) => ({ before: value, after: value });

/** One difference between two versions (docs/terms.md, T14). */
export const termsChangeWire = z
  .discriminatedUnion("code", [
    z.object({ code: z.literal("rules"), effect, ...beforeAndAfter(z.array(z.string())) }),
    z.object({ code: z.literal("pay"), effect, rule: ruleName, ...beforeAndAfter(pay) }),
    z.object({
      code: z.literal("tier"),
      effect,
      rule: ruleName,
      level: threshold.nullable().meta({ description: "Null below the first tier" }),
      ...beforeAndAfter(flatPay),
    }),
    z.object({ code: z.literal("order-cap"), effect, ...beforeAndAfter(moneyWire.nullable()) }),
    z.object({ code: z.literal("affiliate-cap"), effect, ...beforeAndAfter(affiliateCap) }),
    z.object({ code: z.literal("shared-cap"), effect }),
    z.object({ code: z.literal("bonus"), effect, ...beforeAndAfter(bonus.nullable()) }),
    z.object({
      code: z.literal("base"),
      effect,
      part: z.enum(Object.keys(defaultBase) as (keyof BaseTerms)[]),
      ...beforeAndAfter(z.boolean()),
    }),
    z.object({ code: z.literal("attribution-days"), effect, ...beforeAndAfter(z.int()) }),
    z.object({ code: z.literal("hold-days"), effect, ...beforeAndAfter(z.int()) }),
    z.object({ code: z.literal("hold-from"), effect, ...beforeAndAfter(z.enum(holdStarts)) }),
    z.object({ code: z.literal("approval"), effect, ...beforeAndAfter(z.enum(approvalKinds)) }),
  ])
  .meta({ id: "TermsChange" });

/** New terms that wait for the end of the notice period. */
export const waitingTermsWire = z
  .object({
    version: z.int(),
    startsAt: z.iso.datetime(),
    terms: asStored(termsWire).nullable().meta({ description: "Null where an affiliate's own terms end" }),
    changes: z.array(asStored(termsChangeWire)).meta({ description: "Differences from the terms in force" }),
  })
  .meta({ id: "WaitingTerms" });

export type TermsChangeWire = z.output<typeof termsChangeWire>;
export type WaitingTermsWire = z.output<typeof waitingTermsWire>;

/** Effect of saving, shown before lower terms are scheduled. */
export type TermsPlanWire = {
  readonly changes: readonly TermsChangeWire[];
  readonly affiliates: number;
  readonly noticeDays: number;
  /** ISO instant. */
  readonly startsAt: string;
};
