import type { ShopWith } from "#app/domain/context.ts";
import {
  type Comparison,
  type DaySpan,
  type DayStep,
  periodsCompared,
  spanCompared,
  spansOf,
  usualStep,
} from "#app/domain/day-spans.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import {
  addReportSums,
  type ReportFigures,
  type ReportFilter,
  reportFigures,
  type ReportName,
  reports,
} from "#app/domain/report.ts";
import { readWithin } from "#app/store/read-within.ts";
import { listReportDays } from "#app/store/report-sums.ts";

export type ReportTrendInput = {
  readonly name: ReportName;
  readonly days: DaySpan;
  readonly compare: Comparison | null;
  readonly filter: ReportFilter;
  /** Amounts of one currency only (M18). */
  readonly currency: string;
};

type PeriodFigures = DaySpan & { readonly figures: ReportFigures };

export type ReportTrend = {
  readonly by: DayStep;
  /** Oldest first, including empty ones. */
  readonly periods: readonly PeriodFigures[];
  /** The period that each is compared with; none without a comparison. */
  readonly periodsBefore: readonly PeriodFigures[];
};

/** Totals of a report over its days, in one currency. */
export async function readReportTrend(
  { shopId }: ShopWith<"timeZone">,
  { name, days, compare, filter, currency }: ReportTrendInput,
): Promise<ReportTrend | Refusal> {
  const by = usualStep(days);
  const periods = spansOf(days, by);
  return await readWithin({ what: "trend" }, async (db) => {
    const figuresOf = async (span: DaySpan, parts: readonly DaySpan[]): Promise<PeriodFigures[]> => {
      const rows = await listReportDays(db, shopId, { by: reports[name], days: span, filter });
      const own = rows.filter((row) => row.currency === currency);
      return parts.map(({ from, to }) => ({
        from,
        to,
        figures: reportFigures(addReportSums(own.filter(({ day }) => day >= from && day <= to))),
      }));
    };
    return {
      by,
      periods: await figuresOf(days, periods),
      periodsBefore:
        compare === null
          ? []
          : await figuresOf(spanCompared(days, compare), periodsCompared(periods, days, compare)),
    };
  });
}
