import { z } from "zod";
import { daysIn, type DaySpan, spanOfRange } from "#app/domain/day-spans.ts";
import {
  columnsOf,
  mostReportDays,
  type ReportColumn,
  reportColumns,
  reportNames,
  type ReportName,
  reports,
} from "#app/domain/report.ts";
import { otherCommissionsWire } from "./dashboard.ts";
import { checkCompared, comparedFields } from "./days-compared.ts";
import { rangeField, rangeNotAlone, rangeStandsAlone } from "./days-asked.ts";
import { reportFilterFields } from "./report-filters.ts";
import { day, daysInOrder, daysNotInOrder, listQuery, money, paginationWire } from "./wire.ts";

const sorts = ["value", ...reportColumns] as const;

const isColumn = (name: string): name is ReportColumn => reportColumns.some((one) => one === name);

const columnList = z
  .string()
  .transform((text, context) => {
    const names = text.split(",");
    if (names.every(isColumn)) return names;
    context.addIssue(`Must be of ${reportColumns.join(", ")}, with commas between them`);
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
  sort: z.enum(sorts, `Must be one of ${sorts.join(", ")}`).default("revenue"),
  order: z.enum(["asc", "desc"], "Must be asc or desc").default("desc"),
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
export function reportSpanFault(span: DaySpan): { field: "from"; message: string } | null {
  if (daysIn(span) <= mostReportDays) return null;
  return { field: "from", message: `Must be at most ${mostReportDays} days before the last day` };
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
  conversionRate: z
    .number()
    .nullish()
    .meta({ description: "Credited orders that have a click ÷ daily unique visitors; 0.125 is 12.5 %" }),
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

/** Some rows of a report, without what is said of it as a whole. */
export const reportPartWire = reportWire.omit({ totals: true, pagination: true });
