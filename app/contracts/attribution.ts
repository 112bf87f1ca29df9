import { z } from "zod";
import {
  type AttributionRules,
  bindingKinds,
  evidenceKinds,
  longestBindingDays,
  newCustomers,
  touches,
} from "#app/domain/attribution.ts";
import { namedWire } from "./wire.ts";
import { because, choose, ofType, usualMessage, wrong } from "./reasons.ts";

const bindingDays = z
  .int(ofType(wrong("whole_number")))
  .min(1)
  .max(longestBindingDays);

const binding = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("never") }),
  z.strictObject({ kind: z.literal("days"), days: bindingDays }),
  z.strictObject({ kind: z.literal("life") }),
]);

const precedence = z
  .array(z.enum(evidenceKinds))
  .refine((kinds) => new Set(kinds).size === kinds.length, because({ code: "once_each" }))
  .meta({ description: "Signals, strongest first; one that is left out decides nothing" });

/** Body of PUT /api/v1/attribution. */
export const attributionBody = z
  .strictObject({
    precedence,
    touch: z.enum(touches),
    binding: binding.meta({ description: "How long a customer's first credited order binds them" }),
    newCustomer: z.enum(newCustomers).meta({
      description: "Whether the first order in the store or the first credited one makes a new customer",
    }),
  })
  .meta({ id: "AttributionRules" });

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((given) => (typeof given === "string" ? [given] : (given ?? [])), item);

/** The form of Settings ▸ Attribution: the same in fields of text. */
export const attributionForm = z
  .object({
    precedence: listOf(precedence),
    touch: z.enum(touches, choose("click")),
    binding: z.enum(bindingKinds, choose("duration")),
    bindingDays: z.string().trim().max(9, wrong("whole_number")).default(""),
    newCustomer: z.enum(newCustomers, choose("new_customer")),
  })
  .transform(({ binding: kind, bindingDays: days, ...rest }, context): AttributionRules => {
    if (kind !== "days") return { ...rest, binding: { kind } };
    const parsed = bindingDays.safeParse(/^\d+$/.test(days) ? Number(days) : undefined, {
      error: usualMessage,
    });
    if (parsed.success) return { ...rest, binding: { kind, days: parsed.data } };
    const message = parsed.error.issues[0]?.message ?? wrong("whole_number");
    context.issues.push({ code: "custom", message, input: days, path: ["bindingDays"] });
    return z.NEVER;
  });

/** Answer of GET and PUT /api/v1/attribution. */
export const attributionWire = z
  .object({
    version: z.int().meta({ description: "0 while nobody has chosen any rules" }),
    effectiveFrom: z.iso.datetime().meta({ description: "Orders from this instant on are judged by it" }),
    rules: attributionBody,
  })
  .meta({ id: "Attribution" });

export type AttributionWire = z.input<typeof attributionWire>;

/** Answer of POST /api/v1/attribution/preview. */
export const attributionPreviewWire = z
  .object({
    orders: z.int().meta({ description: "How many of the newest orders were judged" }),
    changed: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        from: namedWire.nullable().meta({ description: "Who is credited; null for nobody" }),
        to: namedWire.nullable().meta({ description: "Who would be" }),
      }),
    ),
  })
  .meta({ id: "AttributionPreview" });

export type AttributionPreviewWire = z.input<typeof attributionPreviewWire>;
