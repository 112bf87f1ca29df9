import {
  comparisonOf,
  missingColumn,
  type ReportQuery,
  reportSpanFault,
  reportSpanOf,
  type ReportValuesQuery,
  type ReportValuesWire,
} from "#app/contracts/report.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import { valuesCalled } from "#app/i18n/report-words.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import type { Money } from "#app/domain/money.ts";
import { pick } from "#app/domain/shop-settings.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { type ReportColumn, type ReportFigures, type ReportName, reports } from "#app/domain/report.ts";
import { findValues } from "#app/flows/reports/find-filter-values.ts";
import {
  readReport,
  readWholeReport,
  type ReportPart,
  type ReportInput,
  type ReportRow,
} from "#app/flows/reports/read-report.ts";
import { readReportTrend, type ReportTrend } from "#app/flows/reports/read-report-trend.ts";
import { dayIn } from "#app/platform/clock.ts";

type Shop = Parameters<typeof readReport>[0] & { readonly timeZone: string };

/** Converts a query to the flow's question. */
export function questionOf(name: ReportName, days: DaySpan, query: ReportQuery): ReportInput {
  const { sort, order, page, limit } = query;
  return {
    name,
    days,
    compare: comparisonOf(query),
    sort,
    descending: order === "desc",
    page,
    limit,
    filter: reportFilterOf(query),
  };
}

type ReportOfInput = { readonly name: ReportName; readonly query: ReportQuery; readonly now: Date };

/** Checks the columns and days of a query and converts it to the flow's question. */
function checked({ timeZone }: Shop, { name, query, now }: ReportOfInput): ReportInput | Refusal {
  const missing = missingColumn(name, query);
  if (missing) return refuse("invalid", { code: "column_missing", column: missing.column }, missing.field);
  const days = reportSpanOf(query, dayIn(timeZone, now));
  const fault = reportSpanFault(days);
  return fault ? refuse("invalid", fault.reason, fault.field) : questionOf(name, days, query);
}

/** A page of a report, with the columns that were asked for. */
export async function reportOf(shop: Shop, asked: ReportOfInput) {
  const question = checked(shop, asked);
  if (isRefusal(question)) return question;
  const report = await readReport(shop, question);
  if (isRefusal(report)) return report;
  const { columns, page, limit } = asked.query;
  const part = reportPartView(report, columns);
  const totals = report.totals.map((row) => rowView(row, part.columns));
  return { ...part, totals, pagination: { page, limit, total: report.total } };
}

/** Totals of a report over its days, in one currency. */
export async function reportTrendOf(shop: Shop, asked: ReportOfInput & { readonly currency: string }) {
  const question = checked(shop, asked);
  if (isRefusal(question)) return question;
  const { currency } = asked;
  const trend = await readReportTrend(shop, { ...question, currency });
  if (isRefusal(trend)) return trend;
  const view = ({ figures, ...days }: ReportTrend["periods"][number]) => ({
    ...days,
    figures: figuresView(figures, currency),
  });
  const { by, periods, periodsBefore } = trend;
  return { by, currencyCode: currency, periods: periods.map(view), periodsBefore: periodsBefore.map(view) };
}

type ReportPartView = ReturnType<typeof reportPartView>;

function reportPartView({ rows, ...report }: ReportPart, asked: readonly ReportColumn[] | undefined) {
  const columns = report.columns.filter((one) => asked === undefined || asked.includes(one));
  const { name, days, compared, otherCommissions, otherCommissionsBefore } = report;
  const items = rows.map((row) => rowView(row, columns));
  return { name, days, compared, columns, items, otherCommissions, otherCommissionsBefore };
}

function rowView({ value, name, currency, figures, before }: ReportRow, shown: readonly ReportColumn[]) {
  return {
    value,
    name,
    currencyCode: currency,
    figures: pick(figuresView(figures, currency), shown),
    before: before && pick(figuresView(before, currency), shown),
  };
}

function figuresView(figures: ReportFigures, currency: string) {
  const { revenueMinor, refundsMinor, netMinor, commissionMinor, ...others } = figures;
  const { averageOrderMinor, earningsPerClickMinor, ...counts } = others;
  const money = (minor: bigint): Money => ({ minor, currency });
  return {
    ...counts,
    revenue: money(revenueMinor),
    refunds: money(refundsMinor),
    net: money(netMinor),
    commission: money(commissionMinor),
    averageOrder: averageOrderMinor === null ? null : money(averageOrderMinor),
    earningsPerClick: earningsPerClickMinor === null ? null : money(earningsPerClickMinor),
  };
}

/** A whole report at one moment, delivered in parts. */
export async function wholeReportOf(
  shop: Shop,
  { rowsAtOnce, ...asked }: ReportOfInput & { readonly rowsAtOnce: number },
  take: (part: ReportPartView) => Promise<void>,
): Promise<null | Refusal> {
  const question = checked(shop, asked);
  if (isRefusal(question)) return question;
  return await readWholeReport(shop, { question, rowsAtOnce }, (part) =>
    take(reportPartView(part, asked.query.columns)),
  );
}

/** Values by which a report can be filtered, found by a search text. */
export async function reportValuesOf(
  shop: Shop,
  { name, query, now }: { readonly name: ReportName; readonly query: ReportValuesQuery; readonly now: Date },
): Promise<ReportValuesWire | Refusal> {
  const { search: text = "", limit, ...asked } = query;
  const days = reportSpanOf(asked, dayIn(shop.timeZone, now));
  const fault = reportSpanFault(days);
  if (fault) return refuse("invalid", fault.reason, fault.field);
  const by = reports[name];
  const search = text === "" ? null : { text, named: valuesCalled(by, text) };
  const values = await findValues(shop, { by, days, search, limit });
  return isRefusal(values) ? values : { values };
}
