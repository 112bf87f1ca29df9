import type { PerformanceWire } from "#app/contracts/dashboard.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { ReportColumn, ReportName } from "#app/domain/report.ts";
import { ordersUrl } from "../reports/report-figures.ts";

export type Figure =
  | "revenue"
  | "refunds"
  | "orders"
  | "commission"
  | "clicks"
  | "visitors"
  | "conversionRate"
  | "newAffiliates";

type FigureUrlInput = Pick<PerformanceWire, "affiliate" | "program">;

/** URL parameters of the affiliate and the program. */
function narrowed({ affiliate, program }: FigureUrlInput): Record<string, string> {
  return { ...(affiliate !== null && { affiliate }), ...(program !== null && { program }) };
}

const address = (path: string, query: Record<string, string>): string =>
  `/dashboard/${path}?${new URLSearchParams(query).toString()}`;

/** URL of the list or report whose rows add up to a figure of these days. */
export function figureUrl(figure: Figure, { from, to }: DaySpan, asked: FigureUrlInput): string {
  const days = { from, to };
  const report = (name: ReportName, sort: ReportColumn) =>
    address("reports", { report: name, ...days, ...narrowed(asked), sort });
  if (figure === "newAffiliates") return address("affiliates", days);
  if (figure === "orders") return ordersUrl(figure, { days, filter: narrowed(asked) });
  // The report by link covers the whole shop. One affiliate's clicks are in the report by affiliate.
  if (figure === "clicks" && asked.affiliate === null) return report("links", "clicks");
  return report("affiliates", figure === "revenue" ? "net" : figure);
}

/** URL of the dashboard for some of its days, with the current filters. */
export function dashboardUrl({ from, to }: DaySpan, asked: FigureUrlInput): string {
  return `/dashboard?${new URLSearchParams({ from, to, ...narrowed(asked) }).toString()}`;
}

/** Report of one value in the shown days. It links to the orders of each day. */
export function valueUrl(
  name: "products" | "landing-pages",
  value: string,
  { total, ...asked }: Pick<PerformanceWire, "total" | "affiliate" | "program">,
): string {
  const field = name === "products" ? "product" : "landing";
  const days = { from: total.from, to: total.to };
  return address("reports", { report: name, ...days, ...narrowed(asked), [field]: value });
}
