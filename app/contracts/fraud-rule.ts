import { z } from "zod";
import { flagKinds, fraudRules, ruleActions, ruleOf } from "#app/domain/fraud/rules.ts";
import { ofType, wrong } from "./reasons.ts";

const limits = z
  .record(z.string().max(40), z.int(ofType(wrong("whole_number"))))
  .default({})
  .meta({ description: "Limits that are left out stand at their usual" });

/** Body of PUT /api/v1/fraud-rules/{kind}. */
export const fraudRuleBody = z.strictObject({
  action: z.enum(ruleActions),
  limits,
});

/** Body of POST /api/v1/fraud-rules/{kind}/preview. */
export const fraudPreviewBody = z.strictObject({ limits }).meta({ id: "PreviewFraudRule" });

/** Answer of POST /api/v1/fraud-rules/{kind}/preview. */
export const fraudPreviewWire = z
  .object({
    found: z
      .int()
      .meta({ description: "Orders that would have been flagged, by themselves or for their affiliate" }),
    looked: z.int().meta({ description: "Credited orders that were looked at, the newest" }),
    isCapped: z.boolean().meta({ description: "There are more orders than were looked at" }),
    affiliateFlags: z.int().nullable().meta({
      description:
        "Of the rules that look at affiliates: the bursts, or affiliates with a shared account, that those orders follow from; null for the other rules",
    }),
  })
  .meta({ id: "FraudPreview" });

export type FraudPreviewWire = z.output<typeof fraudPreviewWire>;

const limitGiven = z
  .string(ofType(wrong("whole_number")))
  .trim()
  .regex(/^\d{0,9}$/, wrong("whole_number"));

/** The settings' form of one rule; each limit is a field of its own, and one left empty stands at its usual. */
export const fraudRuleForm = z
  .looseObject({
    kind: z.enum(flagKinds),
    action: z.enum(ruleActions),
  })
  .transform(({ kind, action, ...others }, context) => {
    const chosen: Record<string, number> = {};
    for (const { key } of ruleOf(fraudRules, kind).limits) {
      const field = `limits.${key}`;
      const sent = others[field];
      // A box that is ticked sends what stands without it too, before its own.
      const given = limitGiven.safeParse((Array.isArray(sent) ? sent.at(-1) : sent) ?? "");
      if (given.success && given.data !== "") chosen[key] = Number(given.data);
      if (given.success) continue;
      const message = wrong("whole_number");
      context.issues.push({ code: "custom", message, input: others[field], path: [field] });
    }
    return { kind, action, limits: chosen };
  });

const fraudRuleWire = z
  .object({
    kind: z.enum(flagKinds),
    name: z.string(),
    about: z.string(),
    action: z.enum(ruleActions),
    limits: z
      .array(
        z.object({
          key: z.string(),
          label: z.string(),
          value: z.number(),
          usual: z.number(),
          least: z.number(),
          most: z.number(),
        }),
      )
      .meta({ description: "Numbers within their bounds; of 0 to 1, 1 is yes and 0 no" }),
    raised: z.int().meta({ description: "Flags of the last 30 days" }),
  })
  .meta({ id: "FraudRule" });

export type FraudRuleWire = z.output<typeof fraudRuleWire>;

export const fraudRuleListWire = z.object({ rules: z.array(fraudRuleWire) }).meta({ id: "FraudRuleList" });
