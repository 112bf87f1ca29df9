import { z } from "zod";
import {
  fieldKinds,
  isSlug,
  joiningModes,
  mostChoices,
  mostConditions,
  mostFields,
  mostRules,
  mostValues,
  reapplyBounds,
  utmNames,
} from "#app/domain/applications/joining.ts";
import { asStored, plainName, plainText } from "./wire.ts";
import { because, choose, enter, ofType, wrong } from "./reasons.ts";

const fieldId = z.string().regex(/^[a-z0-9-]{1,40}$/, wrong("key"));
const questionId = z.string().regex(/^[a-z0-9-]{1,40}$/, choose("question"));
const label = plainText(200).refine((text) => text !== "" && !text.includes("\n"), enter("question"));
const choice = plainText(120).refine((text) => text !== "" && !text.includes("\n"), enter("choices"));

const field = z
  .strictObject({
    id: fieldId,
    kind: z.enum(fieldKinds),
    label,
    required: z.boolean().default(false),
    choices: z.array(choice).max(mostChoices).default([]),
  })
  .superRefine(({ kind, choices }, context) => {
    if (kind === "choice" && choices.length < 2) {
      context.addIssue({ code: "custom", path: ["choices"], message: because({ code: "choices_needed" }) });
    }
    if (kind !== "choice" && choices.length > 0) {
      context.addIssue({
        code: "custom",
        path: ["choices"],
        message: because({ code: "choices_unexpected" }),
      });
    }
    if (new Set(choices).size < choices.length) {
      context.addIssue({ code: "custom", path: ["choices"], message: because({ code: "once_each" }) });
    }
  });

const valuesOf = (value: z.ZodType<string>) => z.array(value).min(1, enter("value")).max(mostValues);
const value = plainText(200).refine((text) => text !== "", enter("value"));
const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, wrong("country_code"));
const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/, wrong("domain"))
  .max(253)
  .transform((text) => text.replace(/^@/, ""));

const condition = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("country"), values: valuesOf(countryCode) }),
  z.strictObject({ kind: z.literal("email-domain"), values: valuesOf(emailDomain) }),
  z.strictObject({ kind: z.literal("referrer"), values: valuesOf(value) }),
  z.strictObject({
    kind: z.literal("utm"),
    parameter: z.enum(utmNames),
    values: valuesOf(value),
  }),
  z.strictObject({ kind: z.literal("answer"), fieldId: questionId, values: valuesOf(value) }),
  z.strictObject({
    kind: z.literal("orders"),
    atLeast: z
      .int(ofType(wrong("whole_number")))
      .min(1)
      .max(1000),
  }),
]);

const rule = z.strictObject({
  name: plainName(120, enter("rule_name")),
  conditions: z.array(condition).min(1, enter("conditions")).max(mostConditions),
});

const joiningFields = {
  mode: z.enum(joiningModes),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === "" || isSlug(text), wrong("key"))
    .meta({ description: "Names the program in its join page's address; empty: from the program's name" }),
  fields: z
    .array(field)
    .max(mostFields)
    .refine(
      (fields) => new Set(fields.map(({ id }) => id)).size === fields.length,
      because({ code: "question_id_taken" }),
    ),
  rules: z.array(rule).max(mostRules),
  indexable: z.boolean().meta({ description: "Search engines may show the join page" }),
  reapplyDays: z
    .int(ofType(wrong("whole_number")))
    .min(reapplyBounds.least)
    .max(reapplyBounds.most),
};

type Rules = { readonly fields?: unknown; readonly rules?: readonly z.output<typeof rule>[] | undefined };

/** Each rule names questions of the form that it is saved with. */
function rulesFitFields(
  given: Rules & { readonly fields?: readonly { readonly id: string }[] | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (given.fields === undefined || given.rules === undefined) return;
  const known = new Set(given.fields.map(({ id }) => id));
  for (const [index, { conditions }] of given.rules.entries()) {
    for (const [at, one] of conditions.entries()) {
      if (one.kind !== "answer" || known.has(one.fieldId)) continue;
      const path = ["rules", index, "conditions", at, "fieldId"];
      context.addIssue({ code: "custom", path, message: choose("question") });
    }
  }
}

/** Body of PUT /api/v1/programs/{id}/joining. */
export const joiningBody = z
  .strictObject({ ...joiningFields, revision: z.int().min(0).optional() })
  .superRefine(rulesFitFields)
  .meta({ id: "ChangeJoining" });

/** Joining in a program's form: the body as JSON text, since its lists have any length. */
export const joiningField = z
  .string()
  .max(90_000)
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: wrong("json") });
      return z.NEVER;
    }
  })
  .pipe(joiningBody);

type JoiningBody = z.output<typeof joiningBody>;

export const joiningWire = z
  .object({
    mode: z.enum(joiningModes),
    slug: z.string(),
    joinUrl: z.string().nullable().meta({ description: "The join page; null before the first change" }),
    fields: z.array(asStored(field)),
    rules: z.array(asStored(rule)),
    indexable: z.boolean(),
    reapplyDays: z.int(),
    revision: z.int(),
  })
  .meta({ id: "Joining" });

export type JoiningWire = z.input<typeof joiningWire>;

/** As the flow takes it. */
export function joiningOfBody({ fields, indexable, ...body }: JoiningBody) {
  return {
    ...body,
    isIndexable: indexable,
    fields: fields.map(({ required, ...one }) => ({ ...one, isRequired: required })),
  };
}
