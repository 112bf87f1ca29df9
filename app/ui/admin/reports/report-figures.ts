import { fieldOfKey, type ReportFilterField, reportFilterNames } from "#app/contracts/report-fields.ts";
import type { ReportFiguresWire, ReportQuery } from "#app/contracts/report.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { type OpenedFigure, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { formatCount, formatDuration, formatMoney, formatRatio } from "../../shared/format.ts";

/** URL of the list that a figure sums, for a row's value or, without one, the whole report; null if there is none. */
export type FigureUrl = (value: string | null, currency: string, column: ReportColumn) => string | null;

/** A ratio links to its numerator. Clicks and visitors have no list. */
const opened: Partial<Record<ReportColumn, OpenedFigure>> = {
  orders: "orders",
  conversionRate: "conversionRate",
  revenue: "revenue",
  refunds: "refunds",
  net: "net",
  commission: "commission",
  effectiveRate: "commission",
  averageOrder: "orders",
  earningsPerClick: "commission",
  newCustomers: "newCustomers",
  secondsToOrder: "secondsToOrder",
};

/** Filters as in a query. Empty text filters for rows without a value. */
type Filter = { readonly [Field in ReportFilterField]?: string | undefined };

type FigureUrlsInput = {
  readonly name: ReportName;
  /** Filters of the report. */
  readonly query: Pick<ReportQuery, ReportFilterField>;
  readonly days: DaySpan;
};

/** URLs of the lists behind a report's figures. */
export function figureUrls({ name, query, days }: FigureUrlsInput): FigureUrl {
  const own = fieldOfKey(reports[name]);
  return (value, currency, column) => {
    const figure = opened[column];
    if (figure === undefined) return null;
    const filter = { ...query, ...(value !== null && { [own]: value }) };
    // The totals of a report by product count whole orders. Only its rows, and the total of one product, count shares.
    const isShare = own === "product" && filter.product !== undefined;
    return ordersUrl(figure, { currency, days, filter, isShare });
  };
}

type OrdersUrlInput = {
  /** Omitted for all days. */
  readonly days?: DaySpan;
  /** Required for an amount (M18). A count may cover all currencies. */
  readonly currency?: string | undefined;
  readonly filter?: Filter;
  /** True if only the product's part of each order counts. */
  readonly isShare?: boolean;
};

/** URL of the orders that a figure sums. */
export function ordersUrl(
  figure: OpenedFigure,
  { days, currency, filter = {}, isShare }: OrdersUrlInput,
): string {
  const params = new URLSearchParams({ figure, ...(currency !== undefined && { currency }) });
  if (days) for (const end of ["from", "to"] as const) params.set(end, days[end]);
  for (const field of reportFilterNames) {
    const text = filter[field];
    if (text !== undefined) params.set(field, text);
  }
  if (isShare) params.set("share", "product");
  return `/dashboard/orders?${params.toString()}`;
}

/** Affiliate, program or link whose all-time figures a page shows. */
type FigureOwner = { readonly affiliate: string } | { readonly program: string } | { readonly link: string };

/** URL of the orders that an all-time figure sums. An amount covers one currency (M18), a count all. */
export function ownFigureUrl(whose: FigureOwner, figure: OpenedFigure, currency?: string): string {
  return ordersUrl(figure, { currency, filter: whose });
}

const clickReports = { affiliate: "affiliates", link: "links" } as const;

/**
 * URL of the report with the clicks of an affiliate or a link since its creation. The first day is early enough in
 * every time zone.
 */
export function ownClicksUrl(
  whose: { readonly affiliate: string } | { readonly link: string },
  createdAt: string,
): string {
  const report = "affiliate" in whose ? clickReports.affiliate : clickReports.link;
  const from = dayAfter(createdAt.slice(0, 10), -1);
  return `/dashboard/reports?${new URLSearchParams({ report, from, ...whose, sort: "clicks" }).toString()}`;
}

type Figures = ReportFiguresWire;

const ratios: ReadonlySet<ReportColumn> = new Set(["conversionRate", "effectiveRate"]);

/** A figure as text. A ratio without a denominator is a dash. */
export function figureText(figures: Figures, column: ReportColumn): string {
  const figure = figures[column] ?? null;
  if (figure === null) return "–";
  if (typeof figure === "object") return formatMoney(figure);
  if (column === "secondsToOrder") return formatDuration(figure);
  return ratios.has(column) ? formatRatio(figure) : formatCount(figure);
}

/** Number for charts and change arrows. Displayed amounts keep their own digits. */
export function figureValue(figures: Figures, column: ReportColumn): number | null {
  const figure = figures[column] ?? null;
  return typeof figure === "object" && figure !== null ? Number(figure.amount) : figure;
}
