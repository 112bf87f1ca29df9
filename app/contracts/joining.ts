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

const fieldId = z.string().regex(/^[a-z0-9-]{1,40}$/, "Use lowercase letters, digits and hyphens");
const questionId = z.string().regex(/^[a-z0-9-]{1,40}$/, "Choose a question of the form");
const label = plainText(200).refine(
  (text) => text !== "" && !text.includes("\n"),
  "Enter a question in one line",
);
const choice = plainText(120).refine(
  (text) => text !== "" && !text.includes("\n"),
  "Enter a choice in one line",
);

const field = z
  .strictObject({
    id: fieldId,
    kind: z.enum(fieldKinds, `Must be one of ${fieldKinds.join(", ")}`),
    label,
    required: z.boolean().default(false),
    choices: z.array(choice).max(mostChoices, `At most ${mostChoices} choices`).default([]),
  })
  .superRefine(({ kind, choices }, context) => {
    if (kind === "choice" && choices.length < 2) {
      context.addIssue({ code: "custom", path: ["choices"], message: "Enter at least two choices" });
    }
    if (kind !== "choice" && choices.length > 0) {
      context.addIssue({ code: "custom", path: ["choices"], message: "Only a choice has choices" });
    }
    if (new Set(choices).size < choices.length) {
      context.addIssue({ code: "custom", path: ["choices"], message: "Enter each choice once" });
    }
  });

const valuesOf = (value: z.ZodType<string>) =>
  z.array(value).min(1, "Enter at least one value").max(mostValues, `At most ${mostValues} values`);
const value = plainText(200).refine((text) => text !== "", "Enter a value");
const countryCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Must be a country code, such as US");
const emailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^@?[a-z0-9-]+(\.[a-z0-9-]+)+$/, "Must be a domain, such as example.com")
  .max(253, "Must be at most 253 characters")
  .transform((text) => text.replace(/^@/, ""));

const condition = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("country"), values: valuesOf(countryCode) }),
    z.strictObject({ kind: z.literal("email-domain"), values: valuesOf(emailDomain) }),
    z.strictObject({ kind: z.literal("referrer"), values: valuesOf(value) }),
    z.strictObject({
      kind: z.literal("utm"),
      parameter: z.enum(utmNames, `Must be one of ${utmNames.join(", ")}`),
      values: valuesOf(value),
    }),
    z.strictObject({ kind: z.literal("answer"), fieldId: questionId, values: valuesOf(value) }),
    z.strictObject({
      kind: z.literal("orders"),
      atLeast: z.int("Must be a whole number").min(1, "Must be at least 1").max(1000, "Must be at most 1000"),
    }),
  ],
  "Must be country, email-domain, referrer, utm, answer or orders",
);

const rule = z.strictObject({
  name: plainName(120, "Name the rule"),
  conditions: z
    .array(condition)
    .min(1, "Enter at least one condition")
    .max(mostConditions, `At most ${mostConditions} conditions`),
});

const joiningFields = {
  mode: z.enum(joiningModes, `Must be one of ${joiningModes.join(", ")}`),
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .refine((text) => text === "" || isSlug(text), "Use lowercase letters, digits and hyphens")
    .meta({ description: "Names the program in its join page's address; empty: from the program's name" }),
  fields: z
    .array(field)
    .max(mostFields, `At most ${mostFields} questions`)
    .refine(
      (fields) => new Set(fields.map(({ id }) => id)).size === fields.length,
      "Each question needs its own id",
    ),
  rules: z.array(rule).max(mostRules, `At most ${mostRules} rules`),
  indexable: z.boolean().meta({ description: "Search engines may show the join page" }),
  reapplyDays: z
    .int("Must be a whole number of days")
    .min(reapplyBounds.least, `Must be at least ${reapplyBounds.least}`)
    .max(reapplyBounds.most, `Must be at most ${reapplyBounds.most}`),
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
      context.addIssue({ code: "custom", path, message: "Choose a question of the form" });
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
  .string("Is missing")
  .max(90_000, "Is too long")
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue({ code: "custom", message: "Is not JSON" });
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
