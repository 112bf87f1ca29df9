import type { ShopWith } from "#app/domain/context.ts";
import { type DaySpan, type Comparison, spanCompared } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import {
  columnsOf,
  noReportSums,
  type ReportColumn,
  type ReportFilter,
  type ReportFigures,
  reportFigures,
  type ReportName,
  reports,
} from "#app/domain/report.ts";
import type { Db } from "#app/platform/db.server.ts";
import { readWithin } from "#app/store/read-within.ts";
import { reportNamesOf } from "#app/store/names.ts";
import {
  eachReportSums,
  isKept,
  listReportSums,
  type ReportSumsQuery,
  reportSumsOf,
  type ReportSumsRow,
  reportTotals,
} from "#app/store/report-sums.ts";
import { type OtherCommissionsCompared, readOtherCommissionsCompared } from "./read-performance.ts";

export type ReportInput = {
  readonly name: ReportName;
  /** Days of the shop's calendar, both included. */
  readonly days: DaySpan;
  readonly compare: Comparison | null;
  readonly filter: ReportFilter;
  readonly sort: ReportColumn | "value";
  readonly descending: boolean;
  readonly page: number;
  readonly limit: number;
};

/** Figures of one value, or of all, in one currency. `before` is set if the report is compared. */
export type ReportRow = {
  readonly value: string;
  /** The display name. Null if the value is its own name. */
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
  /** Number of rows on all pages. */
  readonly total: number;
  /** Totals by currency, including currencies that only the compared days have. */
  readonly totals: readonly ReportRow[];
} & OtherCommissionsCompared;

/**
 * One page of a report in one snapshot. Sales count on the order's day, refunds on their own, in the shop's
 * time zone (M14). If no stored sums fit the filters, orders are read within the time limit.
 */
export async function readReport(
  shop: ShopWith<"timeZone">,
  question: ReportInput,
  limitMs?: number,
): Promise<Report | Refusal> {
  const asked = askedOf(question);
  return await readWithin({ ...reportSpanOf(asked), limitMs }, (db) =>
    readReportPage(db, shop, { question, asked }),
  );
}

/**
 * Rows of a report without its totals. The last part has no rows, but bonuses, manual commissions and
 * adjustments.
 */
export type ReportPart = Pick<Report, "name" | "days" | "compared" | "columns" | "rows"> &
  OtherCommissionsCompared;

/**
 * Reads every row of a report in one snapshot, part by part. Waits for `take` and keeps nothing. Each statement
 * has the time limit of a report.
 */
export async function readWholeReport(
  shop: ShopWith<"timeZone">,
  { question, rowsAtOnce }: { readonly question: ReportInput; readonly rowsAtOnce: number },
  take: (part: ReportPart) => Promise<void>,
): Promise<null | Refusal> {
  const asked = askedOf(question);
  return await readWithin(reportSpanOf(asked), async (db) => {
    const { name, days, compare, sort, descending } = question;
    const compared = compare && spanCompared(days, compare);
    const { shopId } = shop;
    const about = { name, days, compared, columns: columnsOf(asked.by) };
    const none = { otherCommissions: null, otherCommissionsBefore: null };
    const of = { query: asked, before: compared && { ...asked, days: compared } };
    for await (const rows of eachReportSums(db, shopId, { ...of, order: { sort, descending }, rowsAtOnce })) {
      await take({ ...about, ...none, rows: await namedRows(db, shopId, { asked, compared, rows }) });
    }
    await take({
      ...about,
      ...(await readOtherCommissionsCompared(db, shop, { ...asked, compared })),
      rows: [],
    });
    return null;
  });
}

const askedOf = ({ name, days, filter }: ReportInput): ReportSumsQuery => ({
  by: reports[name],
  days,
  filter,
});

function reportSpanOf(asked: ReportSumsQuery) {
  return { what: isKept(asked) ? "report" : "filtered_report" } as const;
}

type ReportPageQuery = { readonly question: ReportInput; readonly asked: ReportSumsQuery };

async function readReportPage(
  db: Db,
  shop: ShopWith<"timeZone">,
  { question, asked }: ReportPageQuery,
): Promise<Report> {
  const { shopId } = shop;
  const { name, compare, sort, descending, page, limit } = question;
  const paging = { sort, descending, limit, offset: (page - 1) * limit };
  const compared = compare && spanCompared(asked.days, compare);
  const before = compared && { ...asked, days: compared };
  const { rows, total } = await listReportSums(db, shopId, { query: asked, before, page: paging });
  const totals = await reportTotals(db, shopId, asked);
  const totalsBefore = before && (await reportTotals(db, shopId, before));
  return {
    name,
    days: asked.days,
    compared,
    columns: columnsOf(asked.by),
    rows: await namedRows(db, shopId, { asked, compared, rows }),
    total,
    totals: rowsWithBefore(withMissingCurrencies(totals, totalsBefore ?? []), totalsBefore).map((row) => ({
      ...row,
      name: null,
    })),
    ...(await readOtherCommissionsCompared(db, shop, { ...asked, compared })),
  };
}

type SumsRows = readonly ReportSumsRow[];

/** Rows with the names of their values and the figures of the compared days. */
async function namedRows(
  db: Db,
  shopId: ShopId,
  { asked, compared, rows }: { asked: ReportSumsQuery; compared: DaySpan | null; rows: SumsRows },
): Promise<ReportRow[]> {
  const values = [...new Set(rows.map((row) => row.value))];
  const names = await reportNamesOf(db, shopId, { by: asked.by, values });
  const before =
    compared && (await reportSumsOf(db, shopId, { query: { ...asked, days: compared }, values }));
  return rowsWithBefore(rows, before).map((row) => ({ ...row, name: names.get(row.value) ?? null }));
}

/** Adds the figures of the same value and currency on the compared days, or zeros. */
function rowsWithBefore(rows: SumsRows, before: SumsRows | null): Omit<ReportRow, "name">[] {
  const known = new Map(before?.map((row) => [keyOf(row), row]));
  return rows.map((row) => ({
    value: row.value,
    currency: row.currency,
    figures: reportFigures(row),
    before: before && reportFigures(known.get(keyOf(row)) ?? noReportSums(row)),
  }));
}

/** Totals by currency, with zeros for currencies that only the compared days have. */
function withMissingCurrencies(totals: SumsRows, before: SumsRows): SumsRows {
  const known = new Set(totals.map(keyOf));
  const others = before.filter((row) => !known.has(keyOf(row)));
  return [...totals, ...others.map((row) => ({ ...row, ...noReportSums(row) }))].toSorted((a, b) =>
    a.currency < b.currency ? -1 : 1,
  );
}

const keyOf = ({ value, currency }: ReportSumsRow): string => `${currency} ${value}`;
