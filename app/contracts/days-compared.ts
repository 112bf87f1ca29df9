import { z } from "zod";
import { daysIn, type DaySpan, type Comparison, comparisons } from "#app/domain/day-spans.ts";
import { mostReportDays } from "#app/domain/report.ts";
import { day } from "./wire.ts";

const kinds = [...comparisons, "days"] as const;

/** Fields of a query that say with which days a report is compared. */
export const comparedFields = {
  compare: z
    .enum(kinds, `Must be one of ${kinds.join(", ")}`)
    .optional()
    .meta({
      description:
        "As many days right before, the same days of the year before, or `compareFrom` to `compareTo`",
    }),
  compareFrom: day.optional().meta({ description: "First of the days of `compare=days`" }),
  compareTo: day.optional().meta({ description: "Last of the days of `compare=days`, included" }),
};

type ComparisonOfInput = {
  readonly compare?: (typeof kinds)[number] | undefined;
  readonly compareFrom?: string | undefined;
  readonly compareTo?: string | undefined;
};

/** For a `check` of a query with these fields. */
export function checkCompared({ value, issues }: z.core.ParsePayload<ComparisonOfInput>): void {
  const fault = faultOf(value);
  if (fault) issues.push({ code: "custom", path: [fault.field], message: fault.message, input: value });
}

type Fault = { readonly field: keyof ComparisonOfInput; readonly message: string };

function faultOf({ compare, compareFrom: from, compareTo: to }: ComparisonOfInput): Fault | null {
  if (compare !== "days") {
    const isChosen = from !== undefined || to !== undefined;
    return isChosen
      ? { field: "compare", message: "Must be days where days to compare with are given" }
      : null;
  }
  if (from === undefined) return { field: "compareFrom", message: "Choose the first day to compare with" };
  if (to === undefined) return { field: "compareTo", message: "Choose the last day to compare with" };
  if (to < from) return { field: "compareTo", message: "Must not be before the first day" };
  if (daysIn({ from, to }) <= mostReportDays) return null;
  return { field: "compareFrom", message: `Must be at most ${mostReportDays} days before the last day` };
}

/** With what a query compares; null where it does not. */
export function comparisonOf({
  compare,
  compareFrom: from,
  compareTo: to,
}: ComparisonOfInput): Comparison | null {
  if (compare === undefined) return null;
  if (compare !== "days") return compare;
  return from === undefined || to === undefined ? null : ({ from, to } satisfies DaySpan);
}
