import { fieldOfKey, type ReportFilterField, reportFilterNames } from "#app/contracts/report-fields.ts";
import type { ReportFiguresWire, ReportQuery } from "#app/contracts/report.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { type OpenedFigure, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { formatCount, formatDuration, formatMoney, formatRatio } from "../../shared/format.ts";

/** The list that a figure is the sum of: that of a row's value, or, without one, of the whole; null where none is. */
export type FigureUrl = (value: string | null, currency: string, column: ReportColumn) => string | null;

/** A ratio opens what stands above its line; clicks and visitors are listed nowhere. */
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

/** By what something is narrowed, as a query has it; an empty text means what has no value. */
type Filter = { readonly [Field in ReportFilterField]?: string | undefined };

type FigureUrlsInput = {
  readonly name: ReportName;
  /** By what the report is narrowed. */
  readonly query: Pick<ReportQuery, ReportFilterField>;
  readonly days: DaySpan;
};

/** The addresses of the lists that the figures of a report open. */
export function figureUrls({ name, query, days }: FigureUrlsInput): FigureUrl {
  const own = fieldOfKey(reports[name]);
  return (value, currency, column) => {
    const figure = opened[column];
    if (figure === undefined) return null;
    const filter = { ...query, ...(value !== null && { [own]: value }) };
    // The whole of a report of products counts orders; only its rows, and one product's whole, have shares.
    const isShare = own === "product" && filter.product !== undefined;
    return ordersUrl(figure, { currency, days, filter, isShare });
  };
}

type OrdersUrlInput = {
  /** Omitted for all days. */
  readonly days?: DaySpan;
  /** An amount is of one (M18); a count may be of all. */
  readonly currency?: string | undefined;
  readonly filter?: Filter;
  /** True if only the product's part of each order counts. */
  readonly isShare?: boolean;
};

/** The list of orders that a figure is the sum of, wherever it stands. */
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

/** The orders that a figure of all days is the sum of; an amount's of its own currency (M18), a count's of all. */
export function ownFigureUrl(whose: FigureOwner, figure: OpenedFigure, currency?: string): string {
  return ordersUrl(figure, { currency, filter: whose });
}

const clickReports = { affiliate: "affiliates", link: "links" } as const;

/** The report that tells the clicks of an affiliate or a link since it was made; in no zone was that a day earlier. */
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

/** A figure for people; what cannot be divided is a dash. */
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

/** How a figure moved: which way, and from where. */
export function movedText(now: Figures, before: Figures, column: ReportColumn): string {
  const [figure, earlier] = [figureValue(now, column), figureValue(before, column)];
  if (figure === earlier) return "As before";
  const text = figureText(before, column);
  if (earlier === null) return "None before";
  if (figure === null) return `From ${text}`;
  return `${figure > earlier ? "▲" : "▼"} from ${text}`;
}
