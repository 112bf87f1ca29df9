import { z } from "zod";
import { ranges } from "#app/domain/day-spans.ts";

type DaysAsked = { readonly [Field in "from" | "to" | "range"]?: string | undefined };

/** Field of a query in the place of its first and last day. */
export const rangeField = z
  .enum(ranges, `Must be one of ${ranges.join(", ")}`)
  .optional()
  .meta({ description: "Days that move with the shop's today, in the place of `from` and `to`" });

/** For a `refine` of a query with that field. */
export function rangeStandsAlone({ range, from, to }: DaysAsked): boolean {
  return range === undefined || (from === undefined && to === undefined);
}

export const rangeNotAlone = { path: ["range"], error: "Cannot stand beside the first or last day" };
