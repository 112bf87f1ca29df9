import { z } from "zod";
import { type Money, parseDecimal, toDecimal } from "#app/domain/money.ts";
import { because, enter, ofType, wrong } from "./reasons.ts";

export const currencyCode = z.string().regex(/^[A-Z]{3}$/, wrong("currency_code"));

/** Money as the API writes it: `{ amount: "12.34", currencyCode: "USD" }`, with the currency's own digits. */
export const moneyWire = z
  .object({
    amount: z
      .string()
      .min(1, { error: enter("amount"), abort: true })
      .regex(/^-?\d+(\.\d+)?$/, wrong("amount")),
    currencyCode,
  })
  .meta({ id: "Money" });

/** Something with its name, such as an affiliate, a program or an order. */
export const namedWire = z.object({ id: z.string(), name: z.string() });

/** An amount in an answer: `Money` in the app, `moneyWire` on the wire. */
export const money = z.codec(moneyWire, z.custom<Money>(isMoney), {
  decode: (wire) => parseDecimal(wire.amount, wire.currencyCode),
  encode: (value) => ({ amount: toDecimal(value), currencyCode: value.currency }),
});

function isMoney(value: unknown): boolean {
  return typeof value === "object" && value !== null && "minor" in value && "currency" in value;
}

/** An instant in an answer: a `Date` in the app, ISO 8601 on the wire. */
export const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (at) => at.toISOString(),
});

/** Schemas of input that describe parts of answers. */
export const storedAs = new WeakMap<z.core.$ZodType, z.ZodType>();

/** Part of an answer that is described by a schema of input, which cannot encode it. */
export function asStored<Schema extends z.ZodType>(schema: Schema) {
  const stored = z.custom<z.output<Schema>>();
  storedAs.set(stored, schema);
  return stored;
}

export type DeepReadonly<Value> = Value extends Date | bigint
  ? Value
  : Value extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : Value extends object
      ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
      : Value;

/** A view of the app as an answer or a screen gets it: amounts and instants as text. */
export function encode<Schema extends z.ZodType>(
  schema: Schema,
  view: DeepReadonly<z.output<Schema>>,
): z.input<Schema>;
export function encode(schema: z.ZodType, view: unknown): unknown {
  return z.encode(schema, view);
}

/** The form of every error answer. */
export const errorWire = z
  .object({
    code: z.string().meta({ description: "What happened, in snake_case. Programs rely on this" }),
    message: z.string().meta({ description: "What happened and what to do, for people. May be reworded" }),
    errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: "Error" });

export const paginationWire = z
  .object({ page: z.int(), limit: z.int(), total: z.int() })
  .meta({ id: "Pagination" });

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, wrong("whole_number"))
    .transform(Number)
    .pipe(z.int().min(least).max(most));

/** A day of a calendar, "2026-03-31". */
export const day = z.iso
  .date({ error: wrong("day"), abort: true })
  .refine((text) => text >= "1970-01-01" && text < "9999", wrong("day_range"));

/** Query fields of a list that is narrowed by days, both counted in; `what` happened on them. */
export function dayFields(what: string) {
  return {
    from: day.optional().meta({ description: `First day on which it was ${what}, in the shop's time zone` }),
    to: day.optional().meta({ description: "Last day, included" }),
  };
}

/** For a `refine` of a query with those fields. */
export function daysInOrder({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean {
  return from === undefined || to === undefined || from <= to;
}

export const daysNotInOrder = { path: ["to"], error: because({ code: "days_out_of_order" }) };

/** Query of every list: `page`, `limit`, or `cursor` for going deep (it replaces `page`). */
export const listQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 250).default(10),
  cursor: z.string().max(500).optional(),
  search: z.string().trim().max(200).optional(),
});

export type ListQuery = z.output<typeof listQuery>;

/** Signs of markup, code and paths that no name of a person, a program or a store needs. */
const forbiddenInNames = /[<>;={}`\\]|--|\.\.\//;
/** Control characters, and those that turn the direction of a line so that it reads as something else. */
const unseen = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const tag = /<[a-z!/?]/i;

/** A name in one line, of 1 to `most` characters. Whatever is shown or mailed escapes it all the same. */
export function plainName(most: number, missing = enter("name")) {
  return z
    .string(ofType(missing))
    .trim()
    .min(1, missing)
    .max(most)
    .refine((text) => !forbiddenInNames.test(text), because({ code: "bad_characters" }))
    .refine((text) => !unseen.test(text), because({ code: "bad_characters" }));
}

/** Text of any lines, up to `most` characters, without HTML. */
export function plainText(most: number) {
  return z
    .string()
    .trim()
    .max(most)
    .refine((text) => !tag.test(text), because({ code: "bad_characters" }))
    .refine((text) => !unseen.test(text.replaceAll(/[\n\r\t]/g, " ")), because({ code: "bad_characters" }));
}
