import { fieldOfKey, type ReportFilterField, reportFilterNames } from "#app/contracts/report-fields.ts";
import type { ReportQuery } from "#app/contracts/report.ts";
import { type OpenedFigure, type ReportColumn, type ReportName, reports } from "#app/domain/report.ts";

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

type Asked = {
  readonly name: ReportName;
  /** By what the report is narrowed. */
  readonly query: Pick<ReportQuery, ReportFilterField>;
  readonly days: { readonly from: string; readonly to: string };
};

/** The addresses of the lists that the figures of a report open. */
export function figureUrls({ name, query, days }: Asked): FigureUrl {
  const own = fieldOfKey(reports[name]);
  return (value, currency, column) => {
    const figure = opened[column];
    if (figure === undefined) return null;
    const params = new URLSearchParams({ figure, currency, from: days.from, to: days.to });
    for (const field of reportFilterNames) {
      const text = field === own && value !== null ? value : query[field];
      if (text !== undefined) params.set(field, text);
    }
    // The whole of a report of products counts orders; only its rows, and one product's whole, have shares.
    if (own === "product" && params.has("product")) params.set("share", "product");
    return `/dashboard/orders?${params.toString()}`;
  };
}
