import { conversionRate } from "./dashboard-figures.ts";
import { type DaySpan, spanBefore } from "./day-spans.ts";
import { scale } from "./money.ts";
import type { Dimension } from "./report-dimensions.ts";

/** By what a report tells figures apart. */
export type ReportKey = "affiliate" | "tag" | "program" | Dimension;

/** What narrows a report: the value that an order must have of each. */
export type ReportFilter = { readonly [Key in ReportKey]?: string | undefined };

/** Every report by the name in its address, with what it tells apart. */
export const reports = {
  affiliates: "affiliate",
  tags: "tag",
  programs: "program",
  products: "product",
  codes: "code",
  links: "link",
  "sub-ids": "sub-id",
  "landing-pages": "landing",
  countries: "country",
  customers: "customer",
  channels: "channel",
} as const satisfies Record<string, ReportKey>;

/** So many days a report may be about: ten years and their leap days. */
export const mostReportDays = 3653;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as ReportName[];

/** The columns of reports, in the order in which they are shown. */
export const reportColumns = [
  "clicks",
  "visitors",
  "orders",
  "conversionRate",
  "revenue",
  "refunds",
  "net",
  "commission",
  "effectiveRate",
  "averageOrder",
  "earningsPerClick",
  "newCustomers",
  "secondsToOrder",
] as const;

export type ReportColumn = (typeof reportColumns)[number];

/** Figures that are sums over orders, and so can open the list of these. */
export const openedFigures = [
  "orders",
  "revenue",
  "refunds",
  "net",
  "commission",
  "newCustomers",
  "conversionRate",
  "secondsToOrder",
] as const satisfies readonly ReportColumn[];

export type OpenedFigure = (typeof openedFigures)[number];

const clicked: ReadonlySet<ReportColumn> = new Set([
  "clicks",
  "visitors",
  "conversionRate",
  "earningsPerClick",
]);
const clickKeys: ReadonlySet<ReportKey> = new Set(["affiliate", "tag", "link", "sub-id", "landing"]);

/** The columns that a report has: clicks and visitors belong to affiliates, links, sub-ids and pages. */
export function columnsOf(key: ReportKey): ReportColumn[] {
  return reportColumns.filter((one) => clickKeys.has(key) || !clicked.has(one));
}

/** Sums of one row, all in one currency; null where they are not counted for what the report asks. */
export type ReportSums = {
  readonly clicks: number | null;
  /** Daily unique visitors, summed over days (M21). */
  readonly visitors: number | null;
  readonly orders: number;
  readonly clickOrders: number;
  /** Sales less what came back. */
  readonly netMinor: bigint;
  readonly refundsMinor: bigint;
  readonly commissionMinor: bigint;
  readonly newCustomers: number;
  readonly timedOrders: number;
  readonly clickSeconds: number;
};

/** Nothing, of all that is counted for `like`. */
export function noReportSums(like: Pick<ReportSums, "clicks" | "visitors">): ReportSums {
  return {
    clicks: like.clicks === null ? null : 0,
    visitors: like.visitors === null ? null : 0,
    orders: 0,
    clickOrders: 0,
    netMinor: 0n,
    refundsMinor: 0n,
    commissionMinor: 0n,
    newCustomers: 0,
    timedOrders: 0,
    clickSeconds: 0,
  };
}

/** A row's figures. Money is in minor units; a ratio of 0.125 is 12.5 %. Null where nothing can be divided. */
export type ReportFigures = {
  readonly clicks: number | null;
  readonly visitors: number | null;
  readonly orders: number;
  readonly conversionRate: number | null;
  readonly revenueMinor: bigint;
  readonly refundsMinor: bigint;
  readonly netMinor: bigint;
  readonly commissionMinor: bigint;
  readonly effectiveRate: number | null;
  readonly averageOrderMinor: bigint | null;
  readonly earningsPerClickMinor: bigint | null;
  readonly newCustomers: number;
  readonly secondsToOrder: number | null;
};

/** Every ratio from sums, never from ratios; money rounded as in M8. */
export function reportFigures(sums: ReportSums): ReportFigures {
  const { clicks, visitors, orders, netMinor, refundsMinor, commissionMinor, newCustomers } = sums;
  const revenueMinor = netMinor + refundsMinor;
  return {
    clicks,
    visitors,
    orders,
    conversionRate: visitors === null ? null : conversionRate(sums.clickOrders, visitors),
    revenueMinor,
    refundsMinor,
    netMinor,
    commissionMinor,
    effectiveRate: netMinor > 0n ? ratio(commissionMinor, netMinor) : null,
    averageOrderMinor: orders > 0 ? scale(revenueMinor, 1n, BigInt(orders)) : null,
    earningsPerClickMinor: clicks !== null && clicks > 0 ? scale(commissionMinor, 1n, BigInt(clicks)) : null,
    newCustomers,
    secondsToOrder: sums.timedOrders > 0 ? Math.floor(sums.clickSeconds / sums.timedOrders) : null,
  };
}

/** Four decimals, as the conversion rate has. */
function ratio(part: bigint, whole: bigint): number {
  return Number(scale(part, 10_000n, whole)) / 10_000;
}

/** With what the days of a report are compared, where it follows from them. */
export const comparisons = ["previous", "year"] as const;
/** The same, or days that somebody chose. */
export type Comparison = (typeof comparisons)[number] | DaySpan;

/** As many days right before; the same days of the year before, where 29 February is the 28th; or the chosen ones. */
export function spanCompared(span: DaySpan, comparison: Comparison): DaySpan {
  if (typeof comparison === "object") return comparison;
  if (comparison === "previous") return spanBefore(span);
  return { from: yearBefore(span.from), to: yearBefore(span.to) };
}

function yearBefore(day: string): string {
  const rest = day.slice(4) === "-02-29" ? "-02-28" : day.slice(4);
  return `${Number(day.slice(0, 4)) - 1}${rest}`;
}
