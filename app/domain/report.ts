import { conversionRate } from "./dashboard-figures.ts";
import { scale } from "./money.ts";

/** Dimensions by which a report groups figures. */
export type ReportKey = "affiliate" | "tag" | "program" | Dimension;

/** Filters of a report: the required value of each dimension. */
export type ReportFilter = { readonly [Key in ReportKey]?: string | undefined };

/** Reports by their name in the URL, with the dimension that each groups by. */
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

/** Longest span of a report: ten years with leap days. */
export const mostReportDays = 3653;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as ReportName[];

/** Columns of reports, in display order. */
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

/** Figures that are sums over orders, so a list of these orders can be opened. */
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

/**
 * Columns of a report. Clicks and visitors exist only for affiliates, tags, links, sub-ids and landing pages.
 */
export function columnsOf(key: ReportKey): ReportColumn[] {
  return reportColumns.filter((one) => clickKeys.has(key) || !clicked.has(one));
}

/** Columns that a report's page starts with. */
const usualColumns: readonly ReportColumn[] = ["clicks", "orders", "net", "commission", "conversionRate"];

/** Five columns, the sorted one among them. */
export function usualColumnsOf(key: ReportKey, sorted: ReportColumn | "value"): ReportColumn[] {
  const own = columnsOf(key);
  const isUsual = (one: ReportColumn) => usualColumns.includes(one) || one === sorted;
  const rest = ["averageOrder", "refunds"] as const;
  const few = own.filter(isUsual);
  const shown = new Set([...few, ...rest.slice(0, Math.max(0, usualColumns.length - few.length))]);
  return own.filter((one) => shown.has(one));
}

/** Sums of a row in one currency. `clicks` and `visitors` are null in reports that don't count them. */
export type ReportSums = {
  readonly clicks: number | null;
  /** Daily unique visitors, summed over days (M21). */
  readonly visitors: number | null;
  readonly orders: number;
  readonly clickOrders: number;
  /** Sales after refunds. */
  readonly netMinor: bigint;
  readonly refundsMinor: bigint;
  readonly commissionMinor: bigint;
  readonly newCustomers: number;
  readonly timedOrders: number;
  readonly clickSeconds: number;
};

/** Zero sums, with the same nulls as `like`. */
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

/** The sum of several; zero without any. */
export function addReportSums(all: readonly ReportSums[]): ReportSums {
  const [first = { clicks: 0, visitors: 0 }] = all;
  return all.reduce(
    (sum, one) => ({
      clicks: sum.clicks === null || one.clicks === null ? null : sum.clicks + one.clicks,
      visitors: sum.visitors === null || one.visitors === null ? null : sum.visitors + one.visitors,
      orders: sum.orders + one.orders,
      clickOrders: sum.clickOrders + one.clickOrders,
      netMinor: sum.netMinor + one.netMinor,
      refundsMinor: sum.refundsMinor + one.refundsMinor,
      commissionMinor: sum.commissionMinor + one.commissionMinor,
      newCustomers: sum.newCustomers + one.newCustomers,
      timedOrders: sum.timedOrders + one.timedOrders,
      clickSeconds: sum.clickSeconds + one.clickSeconds,
    }),
    noReportSums(first),
  );
}

/**
 * Figures of a row. Money is in minor units; a ratio of 0.125 means 12.5%. Null when there is nothing to divide
 * by.
 */
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

/** Ratios are calculated from sums, never from ratios. Money is rounded as in M8. */
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

/** Four decimals, like the conversion rate. */
function ratio(part: bigint, whole: bigint): number {
  return Number(scale(part, 10_000n, whole)) / 10_000;
}

/** Dimensions of reports in addition to affiliate and program. */
export type Dimension =
  "product" | "code" | "link" | "sub-id" | "landing" | "country" | "customer" | "channel";

/** Dimensions of which an order has one value. An order has many products. */
export type OrderDimension = Exclude<Dimension, "product">;

/** Dimensions whose values anybody can write, without limit. */
export const freeDimensions = ["sub-id", "landing", "channel"] as const satisfies readonly Dimension[];

export type FreeDimension = (typeof freeDimensions)[number];

/** Number of values of a free dimension that a shop counts separately. */
export const mostValues = 2000;

/** Common value of those beyond the first `mostValues`. No value of an order or click begins with a space. */
export const otherValue = " other";

const longestValue = 120;

/** A free value as counted: without spaces around it, and cut to the length that lists show. */
export function boundedValue(text: string): string {
  const trimmed = text.replaceAll(/^ +| +$/g, "");
  // PostgreSQL cuts between the same characters.
  return trimmed.length <= longestValue ? trimmed : Array.from(trimmed).slice(0, longestValue).join("");
}

/** The page of an address's path and query, without campaign parameters. */
export function pageOf(address: string | null): string {
  return boundedValue((address ?? "").split(/[?#]/, 1)[0] ?? "");
}

/** Earnings other than commissions from orders. */
export const otherCommissionKinds = ["bonuses", "manual", "adjustments"] as const;
export type OtherCommissionKind = (typeof otherCommissionKinds)[number];
