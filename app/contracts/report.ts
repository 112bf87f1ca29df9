import { z } from "zod";
import {
  type Comparison,
  comparisons,
  daysIn,
  type DaySpan,
  daySteps,
  spanOfRange,
} from "#app/domain/day-spans.ts";
import {
  columnsOf,
  mostReportDays,
  type ReportColumn,
  reportColumns,
  type ReportName,
  reportNames,
  reports,
} from "#app/domain/report.ts";
import { otherCommissionsWire } from "./dashboard.ts";
import { rangeField, rangeNotAlone, rangeStandsAlone, reportFilterFields } from "./report-filters.ts";
import { day, daysInOrder, daysNotInOrder, listQuery, money, paginationWire } from "./wire.ts";
import { because, wrong } from "./reasons.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";

const kinds = [...comparisons, "days"] as const;

/** Fields of a query that say with which days a report is compared. */
const tooManyDays: Reason = { code: "too_many_days", most: mostReportDays };

const comparedFields = {
  compare: z.enum(kinds).optional().meta({
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
function checkCompared({ value, issues }: z.core.ParsePayload<ComparisonOfInput>): void {
  const fault = faultOf(value);
  if (fault) {
    issues.push({ code: "custom", path: [fault.field], message: because(fault.reason), input: value });
  }
}

type Fault = { readonly field: keyof ComparisonOfInput; readonly reason: Reason };

function faultOf({ compare, compareFrom: from, compareTo: to }: ComparisonOfInput): Fault | null {
  if (compare !== "days") {
    const isChosen = from !== undefined || to !== undefined;
    return isChosen ? { field: "compare", reason: { code: "compare_days_missing" } } : null;
  }
  if (from === undefined) {
    return { field: "compareFrom", reason: { code: "choice_missing", what: "compare_from" } };
  }
  if (to === undefined) return { field: "compareTo", reason: { code: "choice_missing", what: "compare_to" } };
  if (to < from) return { field: "compareTo", reason: { code: "days_out_of_order" } };
  if (daysIn({ from, to }) <= mostReportDays) return null;
  return { field: "compareFrom", reason: tooManyDays };
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

const sorts = ["value", ...reportColumns] as const;

const isColumn = (name: string): name is ReportColumn => reportColumns.some((one) => one === name);

const columnList = z
  .string()
  .transform((text, context) => {
    const names = text.split(",");
    if (names.every(isColumn)) return names;
    context.addIssue(wrong("report_columns"));
    return z.NEVER;
  })
  .optional()
  .meta({ description: "The columns to answer, with commas between them; all without it" });

const fields = {
  from: day.optional().meta({ description: "First day in the shop's time zone; 29 days before the last" }),
  to: day.optional().meta({ description: "Last day, included; today without it" }),
  range: rangeField,
  ...comparedFields,
  ...reportFilterFields,
  sort: z.enum(sorts).default("revenue"),
  order: z.enum(["asc", "desc"]).default("desc"),
  columns: columnList,
  page: listQuery.shape.page,
  limit: listQuery.shape.limit.removeDefault().default(50),
};

/**
 * Query of GET /api/v1/reports/{name}. An empty filter selects rows without a value. Unknown parameters are
 * refused, so that nobody relies on a filter that does not exist.
 */
export const reportQuery = z
  .strictObject(fields)
  .refine(daysInOrder, daysNotInOrder)
  .refine(rangeStandsAlone, rangeNotAlone)
  .check(checkCompared);

const { page: _page, limit: _limit, ...kept } = fields;

/** A report query without its page, as saved views store it. */
export const reportQueryOfView = z
  .strictObject(kept)
  .refine(daysInOrder, daysNotInOrder)
  .refine(rangeStandsAlone, rangeNotAlone)
  .check(checkCompared);

export type ReportQuery = z.output<typeof reportQuery>;

/** The days that a query means, given the shop's today. */
export function reportSpanOf(asked: Pick<ReportQuery, "range" | "from" | "to">, today: string): DaySpan {
  return spanOfRange(asked, today);
}

/** Error in a span whose missing days were filled in with the shop's today, or null. */
export function reportSpanFault(span: DaySpan): { field: "from"; reason: Reason } | null {
  if (daysIn(span) <= mostReportDays) return null;
  return { field: "from", reason: tooManyDays };
}

export const reportName = z.enum(reportNames);

/** A requested column that this report does not have, with its field. Null when it has all. */
export function missingColumn(
  name: ReportName,
  { sort, columns = [] }: Pick<ReportQuery, "sort" | "columns">,
): { readonly field: "sort" | "columns"; readonly column: ReportColumn } | null {
  const own = columnsOf(reports[name]);
  if (sort !== "value" && !own.includes(sort)) return { field: "sort", column: sort };
  const column = columns.find((one) => !own.includes(one));
  return column === undefined ? null : { field: "columns", column };
}

const amount = money.nullable();

const figuresWire = z.object({
  clicks: z.int().nullish(),
  visitors: z.int().nullish().meta({ description: "Daily unique visitors, summed over days" }),
  orders: z.int().optional().meta({ description: "Credited orders" }),
  conversionRate: z.number().nullish().meta({
    description:
      "Credited orders that have a click ÷ daily unique visitors; 0.125 is 12.5%. Null with more orders than visitors",
  }),
  revenue: amount.optional().meta({ description: "Net sales of the days, before refunds" }),
  refunds: amount.optional().meta({ description: "What came back on these days, of whatever day's sale" }),
  net: amount.optional().meta({ description: "Revenue less refunds" }),
  commission: amount.optional(),
  effectiveRate: z.number().nullish().meta({ description: "Commission ÷ net" }),
  averageOrder: amount.optional().meta({ description: "Revenue ÷ orders" }),
  earningsPerClick: amount.optional().meta({ description: "Commission ÷ clicks" }),
  newCustomers: z.int().optional().meta({ description: "Orders that were their customer's first" }),
  secondsToOrder: z.int().nullish().meta({ description: "From the click to the order, on average" }),
});

export type ReportFiguresWire = z.input<typeof figuresWire>;

const rowWire = z.object({
  value: z.string().meta({ description: "'' for what has none; ' other' for all beyond the most values" }),
  name: z.string().nullable(),
  currencyCode: z.string(),
  figures: figuresWire,
  before: figuresWire
    .nullable()
    .meta({ description: "The same value in the days that it is compared with; null without these" }),
});

export type ReportRowWire = z.input<typeof rowWire>;

const daysWire = z.object({ from: z.iso.date(), to: z.iso.date() });

export const reportWire = z
  .object({
    name: reportName,
    days: daysWire,
    compared: daysWire.nullable(),
    columns: z.array(z.enum(reportColumns)),
    items: z.array(rowWire).meta({ description: "What had something in these days, by currency" }),
    totals: z.array(rowWire).meta({
      description:
        "What the days add up to, by currency; an order of many products and a visitor of many affiliates once",
    }),
    otherCommissions: otherCommissionsWire,
    otherCommissionsBefore: otherCommissionsWire.meta({
      description:
        "The same of the days that these are compared with, in the same currencies; null without any",
    }),
    pagination: paginationWire,
  })
  .meta({ id: "Report" });

export type ReportWire = z.input<typeof reportWire>;

const periodWire = daysWire.extend({ figures: figuresWire });

/** Totals of a report over its days, for its page. */
export const reportTrendWire = z.object({
  by: z.enum(daySteps),
  currencyCode: z.string(),
  periods: z.array(periodWire),
  /** The period that each is compared with; none without a comparison. */
  periodsBefore: z.array(periodWire),
});

export type ReportTrendWire = z.input<typeof reportTrendWire>;

/** Some rows of a report, without what is said of it as a whole. */
export const reportPartWire = reportWire.omit({ totals: true, pagination: true });

/** Query of GET /api/v1/reports/{name}/values. */
export const reportValuesQuery = z
  .strictObject({
    from: day.optional().meta({ description: "First day in the shop's time zone; 29 days before the last" }),
    to: day.optional().meta({ description: "Last day, included; today without it" }),
    range: rangeField,
    search: listQuery.shape.search.meta({
      description:
        "A part of the value or of its name; of a link also of its page, or how its address begins",
    }),
    limit: listQuery.shape.limit,
  })
  .refine(daysInOrder, daysNotInOrder)
  .refine(rangeStandsAlone, rangeNotAlone);

export type ReportValuesQuery = z.output<typeof reportValuesQuery>;

export const reportValuesWire = z
  .object({
    values: z
      .array(
        z.object({
          value: z
            .string()
            .meta({ description: "'' for what has none; ' other' for all beyond the most values" }),
          name: z.string().nullable(),
          orders: z.int().meta({ description: "Credited orders of these days, in all currencies" }),
        }),
      )
      .meta({ description: "Those with most orders first" }),
  })
  .meta({ id: "ReportValues" });

export type ReportValuesWire = z.output<typeof reportValuesWire>;
