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
import { reportNamesOf } from "#app/store/names.ts";
import {
  eachReportSums,
  isKept,
  listReportSums,
  type ReportAsked,
  reportSumsOf,
  type ReportSumsRow,
  reportTotals,
} from "#app/store/report-sums.ts";
import { type BesideCompared, readBesideCompared } from "./read-performance.ts";

type Shop = { readonly shopId: ShopId; readonly timeZone: string };

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
} & BesideCompared;

/**
 * One page of a report (M14: sales on the order's day, refunds on their own, in the shop's time zone), all of it read at
 * one moment. Where no kept sums answer a combination of filters, orders are read, for as long as the database may.
 */
export async function readReport(
  shop: Shop,
  question: ReportQuestion,
  limitMs?: number,
): Promise<Report | Refusal> {
  const asked = askedOf(question);
  return await readWithin({ ...withinOf(asked), limitMs }, (db) => read(db, shop, { question, asked }));
}

/** Rows of a report, without what is said of it as a whole; the last part has no rows, but what stands beside orders. */
export type ReportPart = Pick<Report, "name" | "days" | "compared" | "columns" | "rows"> & BesideCompared;

/**
 * Every row of a report, all of one moment, a part of them at a time: `take` is waited for, and nothing is kept. Each statement
 * has the time that a report has.
 */
export async function readWholeReport(
  shop: Shop,
  { question, rowsAtOnce }: { readonly question: ReportQuestion; readonly rowsAtOnce: number },
  take: (part: ReportPart) => Promise<void>,
): Promise<null | Refusal> {
  const asked = askedOf(question);
  return await readWithin(withinOf(asked), async (db) => {
    const { name, days, compare, sort, descending } = question;
    const compared = compare && spanCompared(days, compare);
    const { shopId } = shop;
    const about = { name, days, compared, columns: columnsOf(asked.by) };
    const none = { besideOrders: null, besideOrdersBefore: null };
    const of = { asked, before: compared && { ...asked, days: compared } };
    for await (const rows of eachReportSums(db, shopId, { ...of, order: { sort, descending }, rowsAtOnce })) {
      await take({ ...about, ...none, rows: await namedRows(db, shopId, { asked, compared, rows }) });
    }
    await take({ ...about, ...(await readBesideCompared(db, shop, { ...asked, compared })), rows: [] });
    return null;
  });
}

const askedOf = ({ name, days, filter }: ReportQuestion): ReportAsked => ({
  by: reports[name],
  days,
  filter,
});

function withinOf(asked: ReportAsked) {
  const hint = isKept(asked) ? "Choose fewer days." : "Choose fewer days or fewer filters.";
  return { what: "This report takes", hint };
}

type Asked = { readonly question: ReportQuestion; readonly asked: ReportAsked };

async function read(db: Db, shop: Shop, { question, asked }: Asked): Promise<Report> {
  const { shopId } = shop;
  const { name, compare, sort, descending, page, limit } = question;
  const paging = { sort, descending, limit, offset: (page - 1) * limit };
  const compared = compare && spanCompared(asked.days, compare);
  const before = compared && { ...asked, days: compared };
  const { rows, total } = await listReportSums(db, shopId, { asked, before, page: paging });
  const totals = await reportTotals(db, shopId, asked);
  const totalsBefore = before && (await reportTotals(db, shopId, before));
  return {
    name,
    days: asked.days,
    compared,
    columns: columnsOf(asked.by),
    rows: await namedRows(db, shopId, { asked, compared, rows }),
    total,
    totals: beside(withOthers(totals, totalsBefore ?? []), totalsBefore).map((row) => ({
      ...row,
      name: null,
    })),
    ...(await readBesideCompared(db, shop, { ...asked, compared })),
  };
}

type Rows = readonly ReportSumsRow[];

/** Rows with what people call their values, and with what they were in the days they are compared with. */
async function namedRows(
  db: Db,
  shopId: ShopId,
  { asked, compared, rows }: { asked: ReportAsked; compared: DaySpan | null; rows: Rows },
): Promise<ReportRow[]> {
  const values = [...new Set(rows.map((row) => row.value))];
  const names = await reportNamesOf(db, shopId, { by: asked.by, values });
  const before =
    compared && (await reportSumsOf(db, shopId, { asked: { ...asked, days: compared }, values }));
  return beside(rows, before).map((row) => ({ ...row, name: names.get(row.value) ?? null }));
}

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
