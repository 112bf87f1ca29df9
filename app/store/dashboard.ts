import { and, between, desc, eq, gte, lt, ne, sql } from "drizzle-orm";
import type { DaySpan } from "../domain/day-spans.ts";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import type { ShopTotals } from "./reports.ts";
import { affiliates } from "./schema/affiliates.ts";
import { dailyFigures, dailyShopFigures } from "./schema/figures.ts";
import { programs, programStatusPeriods } from "./schema/programs.ts";

export type ShopDay = ShopTotals & { readonly day: string };

type Asked = { readonly span: DaySpan; readonly currency: string };

/** What each day of a span counted: of all currencies what is counted, of one what is an amount (M18). */
export async function listShopDays(db: Db, shopId: ShopId, { span, currency }: Asked): Promise<ShopDay[]> {
  const rows = await db
    .select()
    .from(dailyShopFigures)
    .where(and(eq(dailyShopFigures.shopId, shopId), between(dailyShopFigures.day, span.from, span.to)))
    .orderBy(dailyShopFigures.day);
  return rows.map((row) => ({
    day: row.day,
    clicks: row.clicks,
    visitors: row.visitors,
    orders: row.orders,
    clickOrders: row.clickOrders,
    revenueMinor: row.currency === currency ? row.revenueMinor : 0n,
    commissionMinor: row.currency === currency ? row.commissionMinor : 0n,
  }));
}

/** Who brought most in a span, with what it was worth in one currency. Minor units. */
export type Best<Id> = {
  readonly id: Id;
  readonly name: string;
  readonly orders: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
};

const sums = {
  orders: sql<number>`sum(${dailyFigures.orders})::int`,
  revenueMinor: sql<string>`sum(${dailyFigures.revenueMinor})::text`,
  commissionMinor: sql<string>`sum(${dailyFigures.commissionMinor})::text`,
};

const minorOf = <Row extends { revenueMinor: string; commissionMinor: string }>(row: Row) => ({
  ...row,
  revenueMinor: BigInt(row.revenueMinor),
  commissionMinor: BigInt(row.commissionMinor),
});

const ofSpan = (shopId: ShopId, { span, currency }: Asked) =>
  and(
    eq(dailyFigures.shopId, shopId),
    between(dailyFigures.day, span.from, span.to),
    eq(dailyFigures.currency, currency),
  );

const broughtSomething = sql`sum(${dailyFigures.orders}) <> 0 or sum(${dailyFigures.revenueMinor}) <> 0`;

/** The affiliates with the greatest revenue, greatest first. */
export async function bestAffiliates(
  db: Db,
  shopId: ShopId,
  asked: Asked & { readonly limit: number },
): Promise<Best<AffiliateId>[]> {
  const rows = await db
    .select({ id: dailyFigures.affiliateId, name: sql<string>`coalesce(${affiliates.name}, '')`, ...sums })
    .from(dailyFigures)
    .leftJoin(
      affiliates,
      and(eq(affiliates.shopId, dailyFigures.shopId), eq(affiliates.affiliateId, dailyFigures.affiliateId)),
    )
    .where(ofSpan(shopId, asked))
    .groupBy(dailyFigures.affiliateId, affiliates.name)
    .having(broughtSomething)
    .orderBy(desc(sql`sum(${dailyFigures.revenueMinor})`), dailyFigures.affiliateId)
    .limit(asked.limit);
  return rows.map(minorOf);
}

/** The same of programs. */
export async function bestPrograms(
  db: Db,
  shopId: ShopId,
  asked: Asked & { readonly limit: number },
): Promise<Best<ProgramId>[]> {
  const rows = await db
    .select({ id: programs.programId, name: programs.name, ...sums })
    .from(dailyFigures)
    .innerJoin(
      programs,
      and(eq(programs.shopId, dailyFigures.shopId), eq(programs.programId, dailyFigures.programId)),
    )
    .where(and(ofSpan(shopId, asked), ne(dailyFigures.programId, "")))
    .groupBy(programs.programId, programs.name)
    .having(broughtSomething)
    .orderBy(desc(sql`sum(${dailyFigures.revenueMinor})`), programs.programId)
    .limit(asked.limit);
  return rows.map(minorOf);
}

/** Beyond this nobody compares: a shop imported its affiliates. */
const mostNewcomers = 10_000;

/** When the newest affiliates came that came in a time, at most 10,000 of them. */
export async function listNewcomers(
  db: Db,
  shopId: ShopId,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<Date[]> {
  const rows = await db
    .select({ at: affiliates.createdAt })
    .from(affiliates)
    .where(
      and(eq(affiliates.shopId, shopId), gte(affiliates.createdAt, since), lt(affiliates.createdAt, until)),
    )
    .orderBy(desc(affiliates.createdAt))
    .limit(mostNewcomers);
  return rows.map((row) => row.at);
}

/** How many programs credited orders at an instant. */
export async function countActiveProgramsAt(db: Db, shopId: ShopId, at: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select distinct on (program_id) status from ${programStatusPeriods}
      where shop_id = ${shopId} and since < ${at.toISOString()} order by program_id, ordinal desc
    ) as standing where status = 'active'`);
  return rows[0]?.count ?? 0;
}
