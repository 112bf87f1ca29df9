import { z } from "zod";
import { flagKinds, fraudRules, ruleActions } from "#app/domain/fraud/rules.ts";
import { choose, ofType, wrong } from "./reasons.ts";

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

type RuleFault = { readonly field: string; readonly message: string };

/**
 * The settings' form of the rules: "burst.action" and "burst.limits.orders". An empty limit means its default. A rule
 * without an action stays as it is.
 */
export const fraudRulesForm = z.looseObject({}).transform((sent, context) => {
  const faults: RuleFault[] = [];
  const choices = fraudRules.flatMap((rule) => {
    const chosen = lastOf(sent[`${rule.kind}.action`]);
    if (chosen === undefined) return [];
    const action = ruleActions.find((one) => one === chosen);
    if (action === undefined) faults.push({ field: `${rule.kind}.action`, message: choose("option") });
    const chosenLimits: Record<string, number> = {};
    for (const { key } of rule.limits) {
      const field = `${rule.kind}.limits.${key}`;
      const given = limitGiven.safeParse(lastOf(sent[field]) ?? "");
      if (!given.success) faults.push({ field, message: wrong("whole_number") });
      else if (given.data !== "") chosenLimits[key] = Number(given.data);
    }
    return action === undefined ? [] : [{ kind: rule.kind, action, limits: chosenLimits }];
  });
  for (const { field, message } of faults) {
    context.issues.push({ code: "custom", message, input: sent[field], path: [field] });
  }
  return choices;
});

/** A checked box sends its value after the hidden field's. */
function lastOf(sent: unknown): unknown {
  return Array.isArray(sent) ? sent.at(-1) : sent;
}

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
