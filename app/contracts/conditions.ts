import { z } from "zod";
import {
  countKinds,
  lineTexts,
  orderTexts,
  type LineText,
  type OrderText,
} from "#app/domain/terms/condition.ts";
import { plainText } from "./plain-text.ts";
import { amountWire, wholeNumber } from "./terms-parts.ts";

const numbered = ["product", "variant", "collection"] as const satisfies readonly LineText[];
const worded = [
  ...lineTexts.filter((kind) => !(numbered as readonly string[]).includes(kind)),
  ...orderTexts.filter((kind) => kind !== "country"),
] as ("sku" | "vendor" | "product-tag" | Exclude<OrderText, "country">)[];

const op = z.enum(["any-of", "none-of"], "Must be any-of or none-of");
const bound = z.enum(["at-least", "at-most"], "Must be at-least or at-most");

function values(one: z.ZodType<string, string>) {
  return z.array(one, "Must be a list").min(1, "Add at least one").max(250, "At most 250 of them");
}

const digits = z.string("Must be an id").regex(/^\d{1,20}$/, "Must be an id of the platform, in digits");
const word = plainText(255).min(1, "Must not be empty");
const country = z
  .string("Must be a country")
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, "Must be a country's two letters, such as DE");

const tests = [
  z.strictObject({ type: z.enum(numbered), op, values: values(digits) }),
  z.strictObject({ type: z.enum(worded), op, values: values(word) }),
  z.strictObject({ type: z.literal("country"), op, values: values(country) }),
  z.strictObject({ type: z.literal("order-value"), op: bound, amount: amountWire }),
  z.strictObject({
    type: z.enum(countKinds),
    op: bound,
    count: wholeNumber(0, 1_000_000, "Enter a whole number"),
  }),
  z.strictObject({
    type: z.literal("customer"),
    is: z.enum(["new", "returning"], "Must be new or returning"),
  }),
  z.strictObject({
    type: z.literal("purchase"),
    is: z.enum(["subscription", "one-time"], "Must be subscription or one-time"),
  }),
] as const;

export type TestWire = z.output<(typeof tests)[number]>;
export type GroupWire = { type: "all" | "any"; of: ConditionWire[] };
export type ConditionWire = GroupWire | TestWire;

/** T2, T3: and/or groups of tests. How deep they may go, domain/terms/faults.ts says. */
export const conditionWire: z.ZodType<ConditionWire> = z
  .lazy(() =>
    z.discriminatedUnion(
      "type",
      [
        z.strictObject({
          type: z.enum(["all", "any"]),
          of: z.array(conditionWire, "Must be a list").max(50, "At most 50 in one group"),
        }),
        ...tests,
      ],
      "Must be a known test, or all or any of several",
    ),
  )
  .meta({ id: "Condition" });
