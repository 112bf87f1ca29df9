import { z } from "zod";
import { approvalKinds, defaultBase, approvalStarts, type BaseTerms } from "#app/domain/terms/terms.ts";
import {
  bonusCodec,
  flatPayCodec,
  payCodec,
  periodCodec,
  termsCodec,
  thresholdCodec,
} from "./terms-codecs.ts";
import { instant, money, namedWire } from "./wire.ts";

const effects = ["improvement", "reduction"] as const;
const effect = z.enum(effects);
const ruleName = z.string().nullable().meta({ description: "Null for what no rule pays for" });
const affiliateCap = z.object({ amount: money, period: periodCodec }).nullable();
const beforeAndAfter = <Value extends z.ZodType>(value: Value) => ({ before: value, after: value });

/** One difference between two versions (docs/terms.md, T14). */
export const termsChangeWire = z
  .discriminatedUnion("code", [
    z.object({ code: z.literal("rules"), effect, ...beforeAndAfter(z.array(z.string())) }),
    z.object({ code: z.literal("pay"), effect, rule: ruleName, ...beforeAndAfter(payCodec) }),
    z.object({
      code: z.literal("tier"),
      effect,
      rule: ruleName,
      level: thresholdCodec.nullable().meta({ description: "Null below the first tier" }),
      ...beforeAndAfter(flatPayCodec),
    }),
    z.object({ code: z.literal("order-cap"), effect, ...beforeAndAfter(money.nullable()) }),
    z.object({ code: z.literal("affiliate-cap"), effect, ...beforeAndAfter(affiliateCap) }),
    z.object({ code: z.literal("shared-cap"), effect }),
    z.object({ code: z.literal("bonus"), effect, ...beforeAndAfter(bonusCodec.nullable()) }),
    z.object({
      code: z.literal("base"),
      effect,
      part: z.enum(Object.keys(defaultBase) as (keyof BaseTerms)[]),
      ...beforeAndAfter(z.boolean()),
    }),
    z.object({ code: z.literal("window-days"), effect, ...beforeAndAfter(z.int()) }),
    z.object({ code: z.literal("approval-days"), effect, ...beforeAndAfter(z.int()) }),
    z.object({ code: z.literal("approval-from"), effect, ...beforeAndAfter(z.enum(approvalStarts)) }),
    z.object({ code: z.literal("approval"), effect, ...beforeAndAfter(z.enum(approvalKinds)) }),
  ])
  .meta({ id: "TermsChange" });

/** New terms that wait for the end of the notice period. */
export const waitingTermsWire = z
  .object({
    version: z.int(),
    startsAt: instant,
    terms: termsCodec.nullable().meta({ description: "Null where an affiliate's own terms end" }),
    changes: z.array(termsChangeWire).meta({ description: "Differences from the terms in force" }),
  })
  .meta({ id: "WaitingTerms" });

export type TermsChangeWire = z.input<typeof termsChangeWire>;
export type WaitingTermsWire = z.input<typeof waitingTermsWire>;

/** Effect of saving, shown before lower terms are scheduled. */
export const termsPlanWire = z.object({
  changes: z.array(termsChangeWire),
  affiliates: z.int(),
  noticeDays: z.int(),
  startsAt: instant,
});

export type TermsPlanWire = z.input<typeof termsPlanWire>;

/** A terms version, as the pages show it. */
export const termsVersionWire = z.object({
  version: z.int(),
  /** The affiliate with custom terms. Null for the program's terms. */
  affiliate: namedWire.nullable(),
  /** Null when the version ends custom terms. */
  terms: termsCodec.nullable(),
  since: instant,
  /** `waiting` for a version that starts later, `withdrawn` for one that was withdrawn before its start. */
  state: z.enum(["started", "waiting", "withdrawn"]),
  by: z.string(),
});

export type TermsVersionWire = z.input<typeof termsVersionWire>;
