import type { DaySpan } from "../domain/day-spans.ts";
import type { ShopId } from "../domain/ids.ts";
import {
  type Dimension,
  otherValue,
  type ReportColumn,
  type ReportFilter,
  type ReportKey,
  type ReportSums,
} from "../domain/report.ts";
import type { Db } from "../platform/db.server.ts";
import { sql, type SQL } from "drizzle-orm";
import {
  countedMeasures,
  countedOn,
  countedRows,
  countsFor,
  filtersOf,
  hasTag,
  heldTags,
  isOfDays,
  orderValue,
} from "./counted-orders.ts";
import { orderMeasures } from "./figures.ts";

export type ReportSumsQuery = {
  readonly by: ReportKey;
  readonly days: DaySpan;
  readonly filter: ReportFilter;
};

/** Measures that a report sums: column name, and field name in `orders.counted`. */
const fields = { clicks: null, visitors: null, ...orderMeasures } as const;

type ReportMeasure = keyof typeof fields;
export const reportMeasures = Object.keys(fields) as ReportMeasure[];

/** All measures. Those that are not counted for the question are null. */
function columns(isCounted: (measure: ReportMeasure) => boolean): SQL {
  const list = reportMeasures.map((name) => (isCounted(name) ? name : `null::bigint as ${name}`));
  return sql.raw(list.join(", "));
}

/**
 * True if stored sums answer the question, so that the cost depends on days and values, not on the number of
 * orders.
 */
export function isKept({ by, filter }: ReportSumsQuery): boolean {
  const query = filtersOf(filter).map(([key]) => key);
  return query.every((key) => key === by) || [by, ...query].every(isOfDays);
}

/** Rows of `value`, `day`, `currency` and the measures, which a report sums. */
export function reportRows(shopId: ShopId, query: ReportSumsQuery): SQL {
  if (query.by === "tag") return ofTags(shopId, query);
  if (!isKept(query)) return ofOrders(shopId, query);
  return isOfDays(query.by) ? ofDays(shopId, query) : ofDimension(shopId, query);
}

/**
 * Rows of `day`, `currency` and the measures whose sum is the whole report. Each visitor of the shop counts
 * once, whichever affiliates they came through, and each order once, whatever its products or tags.
 */
function reportTotalRows(shopId: ShopId, query: ReportSumsQuery): SQL {
  const { by, days, filter } = query;
  if (filtersOf(filter).length === 0) {
    return sql`select day::text as day, currency, ${columns(() => true)} from daily_shop_figures
      where shop_id = ${shopId} and day between ${days.from} and ${days.to}`;
  }
  const isOfMany = by === "tag" || (by === "product" && filter.product === undefined);
  return reportRows(shopId, isOfMany ? { ...query, by: "affiliate" } : query);
}

/** The affiliates' rows under each of their tags, and under '' without tags. */
function ofTags(shopId: ShopId, query: ReportSumsQuery): SQL {
  const { tag } = query.filter;
  return sql`select coalesce(held.tag_key, '') as value, rows.day, rows.currency,
      ${sql.raw(reportMeasures.map((name) => `rows.${name}`).join(", "))}
    from (${reportRows(shopId, { ...query, by: "affiliate" })}) rows
      left join ${heldTags(shopId)} on held.affiliate_id = rows.value
    ${tag === undefined ? sql`` : sql`where coalesce(held.tag_key, '') = ${tag}`}`;
}

function ofDays(shopId: ShopId, { by, days, filter }: ReportSumsQuery): SQL {
  // Clicks belong to no program, so a filter by program counts none.
  const hasClicks = by === "affiliate" && filter.program === undefined;
  return sql`select ${sql.raw(`${by}_id`)}::text as value, day::text as day, currency,
      ${columns((name) => hasClicks || fields[name] !== null)}
    from daily_figures where shop_id = ${shopId} and day between ${days.from} and ${days.to}
      ${filter.affiliate === undefined ? sql`` : sql`and affiliate_id = ${filter.affiliate}`}
      ${filter.tag === undefined ? sql`` : sql`and ${hasTag(shopId, filter.tag)}`}
      ${filter.program === undefined ? sql`` : sql`and program_id = ${filter.program}`}`;
}

function ofDimension(shopId: ShopId, { by, days, filter }: ReportSumsQuery): SQL {
  return sql`select value::text as value, day::text as day, currency, ${columns(() => true)}
    from daily_dimension_figures
    where shop_id = ${shopId} and dimension = ${by} and day between ${days.from} and ${days.to}
      ${filter[by] === undefined ? sql`` : sql`and value = ${filter[by]}`}`;
}

const countedFields = sql.raw(
  ["null::bigint as clicks", "null::bigint as visitors", ...countedMeasures].join(", "),
);

/** Rows from the figures of each order, for questions without stored sums. */
export function ofOrders(shopId: ShopId, { by, days, filter }: ReportSumsQuery): SQL {
  const rows = { days, filter, isShare: by === "product" };
  return sql`select ${valueOf(by)} as value, one->>'day' as day, one->>'currency' as currency, ${countedFields}
    from orders, ${countedRows(rows)}
    where shop_id = ${shopId} and counted->'dimensions' ? 'values' and ${countsFor(shopId, rows)} and ${countedOn(rows)}`;
}

function valueOf(by: ReportKey): SQL {
  if (by === "product") return sql`one->>'value'`;
  return isOfDays(by) ? sql.raw(`${by}_id::text`) : orderValue(by as Dimension);
}

type ReportOrder = { readonly sort: ReportColumn | "value"; readonly descending: boolean };

type ReportPage = ReportOrder & { readonly limit: number; readonly offset: number };

export type ReportSumsRow = ReportSums & { readonly value: string; readonly currency: string };

/** The sort expression of each column. A ratio that can't be calculated is null and sorts last. */
const sortings: Record<ReportColumn | "value", string> = {
  value: `value collate "C"`,
  clicks: "clicks",
  visitors: "visitors",
  orders: "orders",
  // The conditions of `conversionRate` in domain/dashboard-figures.ts.
  conversionRate:
    "case when click_orders > visitors then null when visitors = 0 then 0 else click_orders::numeric / visitors end",
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

/** Amounts are sorted by currency first (M18). */
function orderBy({ sort, descending }: ReportOrder): SQL {
  const key = `${sortings[sort]} ${descending ? "desc" : "asc"} nulls last`;
  return sql.raw(`${amounts.has(sort) ? "currency, " : ""}${key}, value collate "C", currency`);
}

const added = sql.raw(reportMeasures.map((name) => `sum(${name})::bigint as ${name}`).join(", "));
const isSomething = sql.raw(reportMeasures.map((name) => `coalesce(${name}, 0) <> 0`).join(" or "));

/** Rows summed by value and currency, without those that are zero. */
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

/**
 * Rows summed by value and currency, also values that only the compared days have, as zeros: a value that ended
 * is a change too.
 */
const sumsOfBoth = (rows: SQL, before: SQL): SQL => sql`(
  select * from (
    select value, currency, ${addedOwn}, (${wasSomething}) as was
    from (select *, true as own from (${rows}) now union all select *, false as own from (${before}) earlier) single
    group by value, currency
  ) every where ${isSomething} or was) sums`;

/** The question of a report, for its days and for the compared days. */
type ComparedSumsQuery = { readonly query: ReportSumsQuery; readonly before: ReportSumsQuery | null };

const comparedSums = (shopId: ShopId, { query, before }: ComparedSumsQuery): SQL =>
  before === null
    ? sumsOf(reportRows(shopId, query))
    : sumsOfBoth(reportRows(shopId, query), reportRows(shopId, before));

type ReportColumns = Record<ReportMeasure, string | null> & { value: string; currency: string };

/** One page of a report's rows, and their total number. */
export async function listReportSums(
  db: Db,
  shopId: ShopId,
  { page, ...of }: ComparedSumsQuery & { readonly page: ReportPage },
): Promise<{ rows: ReportSumsRow[]; total: number }> {
  const { rows } = await db.execute<ReportColumns & { total: string }>(sql`
    select *, count(*) over () as total from ${comparedSums(shopId, of)}
    order by ${orderBy(page)} limit ${page.limit} offset ${page.offset}`);
  const first = rows[0];
  if (first || page.offset === 0) return { rows: rows.map(readSums), total: Number(first?.total ?? 0) };
  // Beyond the last page no row carries the total.
  const { total } = await listReportSums(db, shopId, { ...of, page: { ...page, limit: 1, offset: 0 } });
  return { rows: [], total };
}

/** Reads all rows of a report in order, part by part. They are summed once, in the caller's transaction. */
export async function* eachReportSums(
  db: Db,
  shopId: ShopId,
  {
    order,
    rowsAtOnce,
    ...of
  }: ComparedSumsQuery & { readonly order: ReportOrder; readonly rowsAtOnce: number },
): AsyncGenerator<ReportSumsRow[], void> {
  await db.execute(sql`declare report_rows no scroll cursor for
    select * from ${comparedSums(shopId, of)} order by ${orderBy(order)}`);
  for (;;) {
    // Each fetch continues after the previous one.
    // oxlint-disable-next-line no-await-in-loop
    const { rows } = await db.execute<ReportColumns>(
      sql.raw(`fetch ${Math.floor(rowsAtOnce)} from report_rows`),
    );
    if (rows.length > 0) yield rows.map(readSums);
    if (rows.length < rowsAtOnce) return;
  }
}

/** The sums of some values, to compare with a page's rows. */
export async function reportSumsOf(
  db: Db,
  shopId: ShopId,
  { query, values }: { readonly query: ReportSumsQuery; readonly values: readonly string[] },
): Promise<ReportSumsRow[]> {
  const { rows } = await db.execute<ReportColumns>(sql`
    select * from ${sumsOf(reportRows(shopId, query))} where value = any(${sql.param([...values])}::text[])`);
  return rows.map(readSums);
}

/** Totals of a whole report by currency. */
export async function reportTotals(db: Db, shopId: ShopId, query: ReportSumsQuery): Promise<ReportSumsRow[]> {
  const all = sql`select '' as value, currency, ${sql.raw(reportMeasures.join(", "))}
    from (${reportTotalRows(shopId, query)}) own`;
  const { rows } = await db.execute<ReportColumns>(sql`select * from ${sumsOf(all)} order by currency`);
  return rows.map(readSums);
}

/** Daily totals of a report by currency, oldest first, without empty days. */
export async function listReportDays(
  db: Db,
  shopId: ShopId,
  query: ReportSumsQuery,
): Promise<(ReportSums & { readonly day: string; readonly currency: string })[]> {
  const { rows } = await db.execute<ReportColumns & { day: string }>(sql`
    select day, '' as value, currency, ${added} from (${reportTotalRows(shopId, query)}) single
    group by day, currency order by day, currency`);
  return rows.map((row) => ({ day: row.day, ...readSums(row) }));
}

/** The values with the highest sales after refunds in one currency, without the empty value. */
export async function listBestSums(
  db: Db,
  shopId: ShopId,
  {
    query,
    currency,
    limit,
  }: { readonly query: ReportSumsQuery; readonly currency: string; readonly limit: number },
): Promise<ReportSumsRow[]> {
  const { rows } = await db.execute<ReportColumns>(sql`
    select * from ${sumsOf(reportRows(shopId, query))}
    where currency = ${currency} and value not in ('', ${otherValue}) and (orders <> 0 or revenue_minor <> 0)
    order by revenue_minor desc, value collate "C" limit ${limit}`);
  return rows.map(readSums);
}

const count = (text: string | null): number => Number(text ?? 0);
const minor = (text: string | null): bigint => BigInt(text ?? 0);

function readSums(row: ReportColumns): ReportSumsRow {
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
