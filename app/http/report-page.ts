import { messageOf } from "#app/i18n/fault-words.ts";
import {
  missingColumn,
  reportName,
  type ReportQuery,
  reportQuery,
  reportSpanFault,
  reportSpanOf,
  reportTrendWire,
  type ReportTrendWire,
  type ReportWire,
  reportWire,
} from "#app/contracts/report.ts";
import { reportFilterNames } from "#app/contracts/report-fields.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import { valueLabel } from "#app/i18n/report-words.ts";
import { encode } from "#app/contracts/wire.ts";
import { type ReportName, reports, usualColumnsOf } from "#app/domain/report.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { type AppliedFilter, appliedFilters } from "./applied-filters.ts";
import { offsetRefusal } from "./list-position.ts";
import { parse } from "./parse.ts";
import { reportOf, reportTrendOf } from "./report-answer.ts";

type Shop = Parameters<typeof reportOf>[0];

/** Rows per page, as in all lists. The API answers more. */
const rowsOfPage = "10";
const mayBeEmpty: ReadonlySet<string> = new Set(reportFilterNames);

export type ReportForPage = {
  readonly name: ReportName;
  readonly query: ReportQuery;
  readonly days: { readonly from: string; readonly to: string };
  /** Today in the shop's time zone. */
  readonly today: string;
  /** Null when the database did not answer in time. */
  readonly report: ReportWire | null;
  /** Labels by value. The server makes them because it names the countries. */
  readonly labels: Readonly<Record<string, string>>;
  readonly applied: readonly AppliedFilter[];
  /** Error in the address, or null. */
  readonly fault: string | null;
  /** Why there is no report, and an alternative. Null when there is one. */
  readonly late: string | null;
  /** The totals over time if the address asks for them, or why they are missing. */
  readonly trend: ReportTrendWire | string | null;
};

/** A report for its page. People bookmark addresses, so invalid parameters are dropped and reported. */
export async function reportForPage(shop: Shop, request: Request, now: Date): Promise<ReportForPage> {
  const today = dayIn(shop.timeZone, now);
  const { searchParams } = new URL(request.url);
  const { name, query: given, fault } = reportAsked(searchParams, today);
  const query = withUsual(name, given, searchParams.get("sort"));
  const [report, applied] = await Promise.all([
    reportOf(shop, { name, query, now }),
    appliedFilters(shop, reportFilterOf(query)),
  ]);
  const days = reportSpanOf(query, today);
  const asked = { name, query, days, today, applied, fault };
  if (isRefusal(report)) {
    return { ...asked, report: null, labels: {}, late: messageOf(report.reason), trend: null };
  }
  const labels = report.items.map((row) => [row.value, valueLabel(reports[name], row.value, row.name)]);
  const currency = searchParams.get("chart") === "time" ? report.items[0]?.currencyCode : undefined;
  const trend = currency === undefined ? null : await reportTrendOf(shop, { name, query, now, currency });
  return {
    ...asked,
    trend:
      trend !== null && isRefusal(trend) ? messageOf(trend.reason) : trend && encode(reportTrendWire, trend),
    report: encode(reportWire, report),
    labels: Object.fromEntries(labels) as Record<string, string>,
    late: null,
  };
}

/** The page begins with few columns, and is sorted by net sales, which are among them. */
function withUsual(name: ReportName, query: ReportQuery, asked: string | null): ReportQuery {
  const sort = query.sort === "revenue" && asked !== "revenue" ? "net" : query.sort;
  return { ...query, sort, columns: query.columns ?? usualColumnsOf(reports[name], sort) };
}

type ReportAskedResult = {
  readonly name: ReportName;
  readonly query: ReportQuery;
  readonly fault: string | null;
};

/** The report and query of an address. Fields with errors are removed until the rest is valid. */
export function reportAsked(searchParams: URLSearchParams, today: string): ReportAskedResult {
  const name = reportName.catch("affiliates").parse(searchParams.get("report"));
  const unknown = searchParams.get("report") !== null && name !== searchParams.get("report");
  let fault = unknown ? messageOf({ code: "not_found", what: "report" }) : null;
  let given = fieldsOf(searchParams);
  for (;;) {
    const query = askedOf(given, name, today);
    if (!isRefusal(query)) return { name, query, fault };
    const [first] = query.errors;
    fault ??= first === undefined ? messageOf(query.reason) : `${first.field}: ${messageOf(first.reason)}`;
    const wrong = new Set(query.errors.map(({ field }) => partOf(field)));
    const kept = Object.entries(given).filter(([field]) => !wrong.has(partOf(field)));
    // If no given field caused the error, dropping fields would never end, so all are dropped.
    given = kept.length < Object.keys(given).length ? Object.fromEntries(kept) : {};
  }
}

/** Fields that are dropped together. One day without the other may give a span that nobody asked for. */
const together: Readonly<Record<string, string>> = {
  from: "days",
  to: "days",
  range: "days",
  compare: "comparison",
  compareFrom: "comparison",
  compareTo: "comparison",
};
const partOf = (field: string): string => together[field] ?? field;

function fieldsOf(params: URLSearchParams): Record<string, string> {
  const known = Object.keys(reportQuery.shape).flatMap((field) => {
    const text = params.get(field);
    return text === null || (text === "" && !mayBeEmpty.has(field)) ? [] : [[field, text]];
  });
  return Object.fromEntries(known) as Record<string, string>;
}

function askedOf(given: Record<string, string>, name: ReportName, today: string): ReportQuery | Refusal {
  const query = parse(reportQuery, { limit: rowsOfPage, ...given });
  if (isRefusal(query)) return query;
  const missing = missingColumn(name, query);
  if (missing) return refuse("invalid", { code: "column_missing", column: missing.column }, missing.field);
  const fault = reportSpanFault(reportSpanOf(query, today));
  if (fault) return refuse("invalid", fault.reason, fault.field);
  return offsetRefusal(query) ?? query;
}
