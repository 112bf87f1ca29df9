import type { OpenedFigure } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { ordersUrl } from "./figure-url.ts";

/** Affiliate, program or link whose all-time figures a page shows. */
type Whose = { readonly affiliate: string } | { readonly program: string } | { readonly link: string };

/** The orders that a figure of all days is the sum of; an amount's of its own currency (M18), a count's of all. */
export function ownFigureUrl(whose: Whose, figure: OpenedFigure, currency?: string): string {
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
