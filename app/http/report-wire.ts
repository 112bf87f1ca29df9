import { comparisonOf } from "#app/contracts/days-compared.ts";
import {
  missingColumn,
  type ReportQuery,
  reportSpanFault,
  reportSpanOf,
  type ReportWire,
} from "#app/contracts/report.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import { type ReportPartWire, reportPartToWire, reportToWire } from "#app/contracts/report-to-wire.ts";
import type { ReportValuesQuery, ReportValuesWire } from "#app/contracts/report-values.ts";
import { valuesCalled } from "#app/contracts/report-words.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import { type ReportName, reports } from "#app/domain/report.ts";
import { findValues } from "#app/flows/reports/find-values.ts";
import { readReport, readWholeReport, type ReportQuestion } from "#app/flows/reports/read-report.ts";
import { dayIn } from "#app/platform/clock.ts";

type Shop = Parameters<typeof readReport>[0] & { readonly timeZone: string };

/** Converts a query to the flow's question. */
export function questionOf(name: ReportName, days: DaySpan, query: ReportQuery): ReportQuestion {
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
function checked({ timeZone }: Shop, { name, query, now }: ReportOfInput): ReportQuestion | Refusal {
  const missing = missingColumn(name, query);
  if (missing) return refuse("invalid", `This report has no column ${missing.column}`, missing.field);
  const days = reportSpanOf(query, dayIn(timeZone, now));
  const fault = reportSpanFault(days);
  return fault ? refuse("invalid", fault.message, fault.field) : questionOf(name, days, query);
}

/** A page of a report. */
export async function reportOf(shop: Shop, asked: ReportOfInput): Promise<ReportWire | Refusal> {
  const question = checked(shop, asked);
  if (isRefusal(question)) return question;
  const report = await readReport(shop, question);
  return isRefusal(report) ? report : reportToWire(report, asked.query);
}

/** A whole report at one moment, delivered in parts. */
export async function wholeReportOf(
  shop: Shop,
  { rowsAtOnce, ...asked }: ReportOfInput & { readonly rowsAtOnce: number },
  take: (part: ReportPartWire) => Promise<void>,
): Promise<null | Refusal> {
  const question = checked(shop, asked);
  if (isRefusal(question)) return question;
  return await readWholeReport(shop, { question, rowsAtOnce }, (part) =>
    take(reportPartToWire(part, asked.query.columns)),
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
  if (fault) return refuse("invalid", fault.message, fault.field);
  const by = reports[name];
  const search = text === "" ? null : { text, named: valuesCalled(by, text) };
  const values = await findValues(shop, { by, days, search, limit });
  return isRefusal(values) ? values : { values };
}
