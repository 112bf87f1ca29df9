import type { DaySpan } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import {
  columnsOf,
  type Comparison,
  noReportSums,
  type ReportColumn,
  type ReportFilter,
  type ReportFigures,
  reportFigures,
  type ReportName,
  reports,
  spanCompared,
} from "#app/domain/report.ts";
import type { Db } from "#app/platform/db.server.ts";
import { readWithin } from "#app/store/read-within.ts";
import { reportNamesOf } from "#app/store/report-names.ts";
import { isKept, type ReportAsked } from "#app/store/report-rows.ts";
import { listReportSums, reportSumsOf, type ReportSumsRow, reportTotals } from "#app/store/report-sums.ts";

type Shop = { readonly shopId: ShopId };

export type ReportQuestion = {
  readonly name: ReportName;
  /** Days of the shop's calendar, both counted in. */
  readonly days: DaySpan;
  readonly compare: Comparison | null;
  readonly filter: ReportFilter;
  readonly sort: ReportColumn | "value";
  readonly descending: boolean;
  readonly page: number;
  readonly limit: number;
};

/** Figures of one value, or of all, in one currency; `before` where another period was asked for. */
type ReportRow = {
  readonly value: string;
  /** What people call it; null where it has no name but itself. */
  readonly name: string | null;
  readonly currency: string;
  readonly figures: ReportFigures;
  readonly before: ReportFigures | null;
};

export type Report = {
  readonly name: ReportName;
  readonly days: DaySpan;
  readonly compared: DaySpan | null;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly ReportRow[];
  /** How many rows there are on all pages. */
  readonly total: number;
  /** What the days add up to, by currency; a currency that only the other days have, too. */
  readonly totals: readonly ReportRow[];
};

/**
 * One page of a report (M14: sales on the order's day, refunds on their own, in the shop's time zone), all of it read at
 * one moment. Where no kept sums answer a combination of filters, orders are read, for as long as the database may.
 */
export async function readReport(
  { shopId }: Shop,
  question: ReportQuestion,
  limitMs?: number,
): Promise<Report | Refusal> {
  const asked: ReportAsked = { by: reports[question.name], days: question.days, filter: question.filter };
  const hint = isKept(asked) ? "Choose fewer days." : "Choose fewer days or fewer filters.";
  const within = { what: "This report takes", hint, limitMs };
  return await readWithin(within, (db) => read(db, shopId, { question, asked }));
}

type Asked = { readonly question: ReportQuestion; readonly asked: ReportAsked };

async function read(db: Db, shopId: ShopId, { question, asked }: Asked): Promise<Report> {
  const { name, compare, sort, descending, page, limit } = question;
  const paging = { sort, descending, limit, offset: (page - 1) * limit };
  const { rows, total } = await listReportSums(db, shopId, { asked, page: paging });
  const totals = await reportTotals(db, shopId, asked);
  const values = [...new Set(rows.map((row) => row.value))];
  const names = await reportNamesOf(db, shopId, { by: asked.by, values });
  const compared = compare && spanCompared(asked.days, compare);
  const earlier = compared && { ...asked, days: compared };
  const rowsBefore = earlier && (await reportSumsOf(db, shopId, { asked: earlier, values }));
  const totalsBefore = earlier && (await reportTotals(db, shopId, earlier));
  return {
    name,
    days: asked.days,
    compared,
    columns: columnsOf(asked.by),
    rows: beside(rows, rowsBefore).map((row) => ({ ...row, name: names.get(row.value) ?? null })),
    total,
    totals: beside(withOthers(totals, totalsBefore ?? []), totalsBefore).map((row) => ({
      ...row,
      name: null,
    })),
  };
}

type Rows = readonly ReportSumsRow[];

/** Each row's figures beside those of the same value and currency before; zeros where there was nothing. */
function beside(rows: Rows, before: Rows | null): Omit<ReportRow, "name">[] {
  const known = new Map(before?.map((row) => [keyOf(row), row]));
  return rows.map((row) => ({
    value: row.value,
    currency: row.currency,
    figures: reportFigures(row),
    before: before && reportFigures(known.get(keyOf(row)) ?? noReportSums(row)),
  }));
}

/** Totals by currency, with zeros for one that only the other days have. */
function withOthers(totals: Rows, before: Rows): Rows {
  const known = new Set(totals.map(keyOf));
  const others = before.filter((row) => !known.has(keyOf(row)));
  return [...totals, ...others.map((row) => ({ ...row, ...noReportSums(row) }))].toSorted((a, b) =>
    a.currency < b.currency ? -1 : 1,
  );
}

const keyOf = ({ value, currency }: ReportSumsRow): string => `${currency} ${value}`;
