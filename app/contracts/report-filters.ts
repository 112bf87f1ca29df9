import { z } from "zod";
import { ranges } from "#app/domain/day-spans.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import type { ReportFilter } from "#app/domain/report.ts";
import { longestTag, tagKey } from "#app/domain/tags.ts";
import { keyOfField, type ReportFilterField, reportFilterNames } from "./report-fields.ts";
import { because, wrong } from "./reasons.ts";

type DaysAsked = { readonly [Field in "from" | "to" | "range"]?: string | undefined };

/** Field of a query in the place of its first and last day. */
export const rangeField = z
  .enum(ranges)
  .optional()
  .meta({ description: "Days that move with the shop's today, in the place of `from` and `to`" });

/** For a `refine` of a query with that field. */
export function rangeStandsAlone({ range, from, to }: DaysAsked): boolean {
  return range === undefined || (from === undefined && to === undefined);
}

export const rangeNotAlone = { path: ["range"], error: because({ code: "range_with_days" }) };

const value = z.string().max(200).optional();
const id = z.string().max(40, wrong("id")).optional();

/** Fields of a query that narrow a report, and the list that its figures open; an empty one means what has no value. */
export const reportFilterFields = {
  affiliate: id,
  tag: z
    .string()
    .max(longestTag)
    .optional()
    .meta({ description: "Of affiliates who have this tag now; empty for those without tags" }),
  program: id,
  product: value.meta({ description: "The platform's number of a product; orders that have it" }),
  code: value,
  link: value,
  subId: value,
  landing: value,
  country: value,
  customer: z
    .enum(["new", "returning", ""])
    .optional()
    .meta({ description: "Empty for orders of which it is not known" }),
  channel: value,
} satisfies Record<ReportFilterField, z.ZodType>;

type FilterQuery = { readonly [Field in ReportFilterField]?: string | undefined };

function comparable(field: ReportFilterField, text: string): string {
  if (field === "tag") return tagKey(text);
  return field === "code" ? referralKey(text) : text;
}

/** The filter of a query. Codes and tags match in any case. */
export function reportFilterOf(query: FilterQuery): ReportFilter {
  const given = reportFilterNames.flatMap((field) => {
    const text = query[field];
    return text === undefined ? [] : [[keyOfField(field), comparable(field, text)]];
  });
  return Object.fromEntries(given) as ReportFilter;
}
