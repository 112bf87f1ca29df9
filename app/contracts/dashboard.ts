import { z } from "zod";
import { comparisons, daysIn, daySteps, spansOf } from "#app/domain/day-spans.ts";
import { rangeField, rangeNotAlone, rangeStandsAlone, reportFilterFields } from "./report-filters.ts";
import { day, daysInOrder, daysNotInOrder, money } from "./wire.ts";
import { because } from "./reasons.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";

/** Bonuses, manual commissions and adjustments of some days, by currency. */
export const otherCommissionsWire = z
  .array(
    z.object({
      currencyCode: z.string(),
      bonuses: money.meta({ description: "Bonuses reached on these days, as they stand now" }),
      manual: money.meta({ description: "Commissions added by hand on these days, as they stand now" }),
      adjustments: money
        .nullable()
        .meta({ description: "Given less taken by hand; null of a program, because they are no program's" }),
    }),
  )
  .nullable()
  .meta({
    description:
      "What was earned beside the commission of orders, by currency; null where a filter narrows to orders alone",
  });

export type OtherCommissionsWire = z.input<typeof otherCommissionsWire>;

/** About three years. The comparison reads as many days again. */
const mostDays = 1100;
const mostPeriods = 366;

/**
 * Query of GET /api/v1/dashboard/stats and of the dashboard. Unknown parameters are refused, so that nobody
 * relies on a filter that does not exist.
 */
export const dashboardQuery = z
  .strictObject({
    from: day.optional().meta({ description: "First day in the shop's time zone; 29 days before the last" }),
    to: day.optional().meta({ description: "Last day, included; today without it" }),
    range: rangeField,
    by: z
      .enum(daySteps)
      .optional()
      .meta({ description: "How the days are cut; by their number without it. Weeks begin on Monday" }),
    compare: z
      .enum(comparisons, `Must be one of ${comparisons.join(", ")}`)
      .optional()
      .meta({
        description:
          "Compare with the same number of days before, the default, or the same days a year earlier",
      }),
    affiliate: reportFilterFields.affiliate.meta({
      description: "Only what this affiliate brought; the cards stay the shop's",
    }),
    program: reportFilterFields.program.meta({
      description: "Only what this program credited, which no click belongs to",
    }),
  })
  .refine(daysInOrder, daysNotInOrder)
  .refine(rangeStandsAlone, rangeNotAlone)
  .refine(({ from, to }) => from === undefined || to === undefined || daysIn({ from, to }) <= mostDays, {
    path: ["from"],
    error: because({ code: "too_many_days", most: mostDays }),
  });

export type DashboardQuery = z.output<typeof dashboardQuery>;

/** Error in a span whose missing days were filled in with the shop's today, or null. */
export function spanFault(span: {
  from: string;
  to: string;
  by: (typeof daySteps)[number];
}): { field: "from" | "by"; reason: Reason } | null {
  if (span.from > span.to) return { field: "from", reason: { code: "days_out_of_order" } };
  if (daysIn(span) > mostDays) {
    return { field: "from", reason: { code: "too_many_days", most: mostDays } };
  }
  if (spansOf(span, span.by).length <= mostPeriods) return null;
  return { field: "by", reason: { code: "step_too_short", most: mostPeriods } };
}

const ofNoProgram = "null where narrowed to a program, because a click belongs to none";
const ofTheShop = "null where narrowed to an affiliate or a program";

const periodWire = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  revenue: money.meta({
    description: "Net sales credited to affiliates; a refund counts on its own day",
  }),
  refunds: money.meta({ description: "What came back on these days, of whatever day's sale" }),
  commission: money,
  orders: z.int().meta({ description: "Credited orders, by the day on which they were placed" }),
  clicks: z.int().nullable().meta({ description: ofNoProgram }),
  visitors: z
    .int()
    .nullable()
    .meta({ description: `Daily unique visitors, summed over days; ${ofNoProgram}` }),
  conversionRate: z
    .number()
    .nullable()
    .meta({ description: `Null with more orders than visitors; ${ofNoProgram}` }),
  newAffiliates: z
    .int()
    .nullable()
    .meta({ description: `Affiliates that came; ${ofTheShop}` }),
  activePrograms: z
    .int()
    .nullable()
    .meta({ description: `Programs that credited orders when these days ended; ${ofTheShop}` }),
});

const periodBeforeWire = periodWire.pick({
  from: true,
  to: true,
  revenue: true,
  commission: true,
  orders: true,
  clicks: true,
});

const bestWire = z.object({
  id: z.string().meta({ description: "The value as the report of the same name has it" }),
  name: z.string(),
  orders: z.int(),
  revenue: money,
  commission: money,
});

const bestList = z.array(bestWire).nullable();

export const performanceWire = z
  .object({
    by: z.enum(daySteps),
    affiliate: z.string().nullable().meta({ description: "Whose figures these are; null for everybody's" }),
    program: z.string().nullable(),
    total: periodWire,
    before: periodWire.meta({ description: "The days that these are compared with" }),
    periods: z.array(periodWire).meta({ description: "Oldest first, those without anything too" }),
    periodsBefore: z
      .array(periodBeforeWire)
      .meta({ description: "For each period, the one that it is compared with" }),
    otherCommissions: otherCommissionsWire,
    bestAffiliates: bestList.meta({
      description:
        "Greatest revenue first, at most five; null, as of the others, where it took too long to find out",
    }),
    bestPrograms: bestList,
    bestProducts: bestList,
    bestPages: bestList.meta({ description: "Pages of the store on which visits began that led to orders" }),
    bestCodes: bestList,
  })
  .meta({ id: "Performance" });

export type PerformanceWire = z.input<typeof performanceWire>;
export type PeriodWire = z.input<typeof periodWire>;
export type BestWire = z.input<typeof bestWire>;

/** The cards of the dashboard. They cover all time, whatever days are selected. */
export const dashboardStatsWire = z
  .object({
    totalAffiliates: z.int().meta({ description: "Every affiliate of the shop, whatever the status" }),
    activeAffiliates: z.int(),
    activePrograms: z.int(),
    totalRevenue: money.meta({
      description: "Net sales from affiliates, after refunds, in the shop's currency",
    }),
    totalCommission: money.meta({ description: "What these sales earned the affiliates" }),
    conversionRate: z
      .number()
      .nullable()
      .meta({
        description:
          "Credited orders that have a click ÷ daily unique visitors, as a ratio: 0.125 is 12.5%. " +
          "Null with more orders than visitors",
      }),
    clicks: z.int(),
    visitors: z.int().meta({ description: "Daily unique visitors, summed over days" }),
    orders: z.int().meta({ description: "Credited orders" }),
  })
  .meta({ id: "DashboardStats" });

export type DashboardStatsWire = z.input<typeof dashboardStatsWire>;

/** The cards, and the performance in the selected days. */
export const dashboardWire = dashboardStatsWire
  .extend({ performance: performanceWire })
  .meta({ id: "Dashboard" });

/** Answer of GET /api/v1/version. */
export const versionWire = z
  .object({
    version: z.string().meta({ description: "Another one whenever something of the shop has changed" }),
  })
  .meta({ id: "Version" });
