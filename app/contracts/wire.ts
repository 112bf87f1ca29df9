import { z } from "zod";
import { toDecimal } from "#app/domain/money.ts";

/** Money as the API writes it: `{ amount: "12.34", currencyCode: "USD" }`, with the currency's own digits. */
export const moneyWire = z
  .object({
    amount: z
      .string("Must be a text, such as 12.34")
      .min(1, { error: "Enter an amount", abort: true })
      .regex(/^-?\d+(\.\d+)?$/, "Must be an amount, such as 12.34"),
    currencyCode: z.string().regex(/^[A-Z]{3}$/, "Must be an ISO 4217 code, such as USD"),
  })
  .meta({ id: "Money" });

/** The form of every error answer. */
export const errorWire = z
  .object({
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
  })
  .meta({ id: "Error" });

export const paginationWire = z
  .object({ page: z.int(), limit: z.int(), total: z.int() })
  .meta({ id: "Pagination" });

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, "Must be a whole number")
    .transform(Number)
    .pipe(z.int().min(least, `Must be at least ${least}`).max(most, `Must be at most ${most}`));

/** A day of a calendar, "2026-03-31". */
export const day = z.iso
  .date({ error: "Must be a day, such as 2026-03-31", abort: true })
  .refine((text) => text >= "1970-01-01" && text < "9999", "Must be from 1970 to 9998");

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

export const daysNotInOrder = { path: ["to"], error: "Must not be before the first day" };

/** Query of every list: `page`, `limit`, or `cursor` for going deep (it replaces `page`). */
export const listQuery = z.object({
  page: wholeNumber(1, 1_000_000).default(1),
  limit: wholeNumber(1, 250).default(10),
  cursor: z.string().max(500).optional(),
  search: z.string().trim().max(200, "Must be at most 200 characters").optional(),
});

export type ListQuery = z.output<typeof listQuery>;

/** Minor units as the API writes money. */
export function moneyToWire(minor: bigint, currency: string): { amount: string; currencyCode: string } {
  return { amount: toDecimal({ minor, currency }), currencyCode: currency };
}

/** An instant as ISO 8601, or null. */
export function instantOrNull(at: Date | null): string | null {
  return at ? at.toISOString() : null;
}
