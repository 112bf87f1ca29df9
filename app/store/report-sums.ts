import { sql, type SQL } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { otherValue } from "../domain/report-dimensions.ts";
import type { ReportColumn, ReportSums } from "../domain/report.ts";
import type { Db } from "../platform/db.server.ts";
import {
  type ReportAsked,
  type ReportMeasure,
  reportMeasures,
  reportRows,
  reportTotalRows,
} from "./report-rows.ts";

type ReportOrder = { readonly sort: ReportColumn | "value"; readonly descending: boolean };

export type ReportPage = ReportOrder & { readonly limit: number; readonly offset: number };

export type ReportSumsRow = ReportSums & { readonly value: string; readonly currency: string };

/** By what each column sorts: as its figure, so that what cannot be divided is null and comes last. */
const sortings: Record<ReportColumn | "value", string> = {
  value: `value collate "C"`,
  clicks: "clicks",
  visitors: "visitors",
  orders: "orders",
  conversionRate: "case visitors when 0 then 0 else click_orders::numeric / visitors end",
  revenue: "revenue_minor + refunds_minor",
  refunds: "refunds_minor",
  net: "revenue_minor",
  commission: "commission_minor",
  effectiveRate: "commission_minor::numeric / nullif(greatest(revenue_minor, 0), 0)",
  averageOrder: "(revenue_minor + refunds_minor)::numeric / nullif(orders, 0)",
  earningsPerClick: "commission_minor::numeric / nullif(clicks, 0)",
  newCustomers: "new_customers",
  secondsToOrder: "click_seconds::numeric / nullif(timed_orders, 0)",
};

const amounts: ReadonlySet<ReportColumn | "value"> = new Set<ReportColumn>([
  "revenue",
  "refunds",
  "net",
  "commission",
  "averageOrder",
  "earningsPerClick",
]);

/** Amounts are told apart by currency first (M18). */
function orderBy({ sort, descending }: ReportOrder): SQL {
  const key = `${sortings[sort]} ${descending ? "desc" : "asc"} nulls last`;
  return sql.raw(`${amounts.has(sort) ? "currency, " : ""}${key}, value collate "C", currency`);
}

const added = sql.raw(reportMeasures.map((name) => `sum(${name})::bigint as ${name}`).join(", "));
const isSomething = sql.raw(reportMeasures.map((name) => `coalesce(${name}, 0) <> 0`).join(" or "));

/** Rows added up by value and currency; what adds up to nothing is left away. */
export const sumsOf = (rows: SQL): SQL => sql`(
  select * from (
    select value, currency, ${added} from (${rows}) single group by value, currency
  ) every where ${isSomething}) sums`;

const addedOwn = sql.raw(
  reportMeasures
    .map(
      (name) => `case count(${name}) when 0 then null
      else coalesce(sum(${name}) filter (where own), 0) end::bigint as ${name}`,
    )
    .join(", "),
);
const wasSomething = sql.raw(
  reportMeasures.map((name) => `coalesce(sum(${name}) filter (where not own), 0) <> 0`).join(" or "),
);

/** The same with what only the other days have, which is zeros then: what has ended is a change too. */
const sumsOfBoth = (rows: SQL, before: SQL): SQL => sql`(
  select * from (
    select value, currency, ${addedOwn}, (${wasSomething}) as was
    from (select *, true as own from (${rows}) now union all select *, false as own from (${before}) earlier) single
    group by value, currency
  ) every where ${isSomething} or was) sums`;

/** What a report asks, and the same of the days that it is compared with. */
export type ComparedAsked = { readonly asked: ReportAsked; readonly before: ReportAsked | null };

const comparedSums = (shopId: ShopId, { asked, before }: ComparedAsked): SQL =>
  before === null
    ? sumsOf(reportRows(shopId, asked))
    : sumsOfBoth(reportRows(shopId, asked), reportRows(shopId, before));

type Raw = Record<ReportMeasure, string | null> & { value: string; currency: string };

/** One page of a report's rows, and how many there are. */
export async function listReportSums(
  db: Db,
  shopId: ShopId,
  { page, ...of }: ComparedAsked & { readonly page: ReportPage },
): Promise<{ rows: ReportSumsRow[]; total: number }> {
  const { rows } = await db.execute<Raw & { total: string }>(sql`
    select *, count(*) over () as total from ${comparedSums(shopId, of)}
    order by ${orderBy(page)} limit ${page.limit} offset ${page.offset}`);
  const first = rows[0];
  if (first || page.offset === 0) return { rows: rows.map(readSums), total: Number(first?.total ?? 0) };
  // Behind the last page no row says how many there are.
  const { total } = await listReportSums(db, shopId, { ...of, page: { ...page, limit: 1, offset: 0 } });
  return { rows: [], total };
}

/** All rows of a report in their order, so many at a time: added up once, in the transaction that asks. */
export async function* eachReportSums(
  db: Db,
  shopId: ShopId,
  { order, rowsAtOnce, ...of }: ComparedAsked & { readonly order: ReportOrder; readonly rowsAtOnce: number },
): AsyncGenerator<ReportSumsRow[], void> {
  await db.execute(sql`declare report_rows no scroll cursor for
    select * from ${comparedSums(shopId, of)} order by ${orderBy(order)}`);
  for (;;) {
    // Each fetch goes on where the one before ended.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await db.execute<Raw>(sql.raw(`fetch ${Math.floor(rowsAtOnce)} from report_rows`));
    if (rows.length > 0) yield rows.map(readSums);
    if (rows.length < rowsAtOnce) return;
  }
}

/** The sums of some values: what a page's rows are compared with. */
export async function reportSumsOf(
  db: Db,
  shopId: ShopId,
  { asked, values }: { readonly asked: ReportAsked; readonly values: readonly string[] },
): Promise<ReportSumsRow[]> {
  const { rows } = await db.execute<Raw>(sql`
    select * from ${sumsOf(reportRows(shopId, asked))} where value = any(${sql.param([...values])}::text[])`);
  return rows.map(readSums);
}

/** What a whole report adds up to, by currency. */
export async function reportTotals(db: Db, shopId: ShopId, asked: ReportAsked): Promise<ReportSumsRow[]> {
  const all = sql`select '' as value, currency, ${sql.raw(reportMeasures.join(", "))}
    from (${reportTotalRows(shopId, asked)}) own`;
  const { rows } = await db.execute<Raw>(sql`select * from ${sumsOf(all)} order by currency`);
  return rows.map(readSums);
}

/** What each day of a report adds up to, by currency, oldest first; days without anything are left away. */
export async function listReportDays(
  db: Db,
  shopId: ShopId,
  asked: ReportAsked,
): Promise<(ReportSums & { readonly day: string; readonly currency: string })[]> {
  const { rows } = await db.execute<Raw & { day: string }>(sql`
    select day, '' as value, currency, ${added} from (${reportTotalRows(shopId, asked)}) single
    group by day, currency order by day, currency`);
  return rows.map((row) => ({ day: row.day, ...readSums(row) }));
}

/** The values of which most is left after refunds, in one currency; what has no value is none of them. */
export async function listBestSums(
  db: Db,
  shopId: ShopId,
  {
    asked,
    currency,
    limit,
  }: { readonly asked: ReportAsked; readonly currency: string; readonly limit: number },
): Promise<ReportSumsRow[]> {
  const { rows } = await db.execute<Raw>(sql`
    select * from ${sumsOf(reportRows(shopId, asked))}
    where currency = ${currency} and value not in ('', ${otherValue}) and (orders <> 0 or revenue_minor <> 0)
    order by revenue_minor desc, value collate "C" limit ${limit}`);
  return rows.map(readSums);
}

const count = (text: string | null): number => Number(text ?? 0);
const minor = (text: string | null): bigint => BigInt(text ?? 0);

function readSums(row: Raw): ReportSumsRow {
  return {
    value: row.value,
    currency: row.currency,
    clicks: row.clicks === null ? null : Number(row.clicks),
    visitors: row.visitors === null ? null : Number(row.visitors),
    orders: count(row.orders),
    clickOrders: count(row.click_orders),
    netMinor: minor(row.revenue_minor),
    refundsMinor: minor(row.refunds_minor),
    commissionMinor: minor(row.commission_minor),
    newCustomers: count(row.new_customers),
    timedOrders: count(row.timed_orders),
    clickSeconds: count(row.click_seconds),
  };
}
