import {
  missingColumn,
  type ReportQuery,
  reportSpanFault,
  reportSpanOf,
  type ReportWire,
} from "#app/contracts/report.ts";
import { reportFilterOf } from "#app/contracts/report-filters.ts";
import { reportToWire } from "#app/contracts/report-to-wire.ts";
import type { DaySpan } from "#app/domain/day-spans.ts";
import { isRefusal, type Refusal, refuse } from "#app/domain/refusal.ts";
import type { ReportName } from "#app/domain/report.ts";
import { readReport, type ReportQuestion } from "#app/flows/reports/read-report.ts";
import { dayIn } from "#app/platform/clock.ts";

type Shop = Parameters<typeof readReport>[0] & { readonly timeZone: string };

/** What a query asks of a report. */
export function questionOf(name: ReportName, days: DaySpan, query: ReportQuery): ReportQuestion {
  const { compare, sort, order, page, limit } = query;
  return {
    name,
    days,
    compare: compare ?? null,
    sort,
    descending: order === "desc",
    page,
    limit,
    filter: reportFilterOf(query),
  };
}

/** A page of a report; refused where it has not what is asked, or where its days, completed by today, are none. */
export async function reportOf(
  shop: Shop,
  { name, query, now }: { readonly name: ReportName; readonly query: ReportQuery; readonly now: Date },
): Promise<ReportWire | Refusal> {
  const missing = missingColumn(name, query);
  if (missing) return refuse("invalid", `This report has no column ${missing.column}`, missing.field);
  const days = reportSpanOf(query, dayIn(shop.timeZone, now));
  const fault = reportSpanFault(days);
  if (fault) return refuse("invalid", fault.message, fault.field);
  const report = await readReport(shop, questionOf(name, days, query));
  return isRefusal(report) ? report : reportToWire(report, query);
}
