import type { ShopId } from "../domain/ids.ts";
import { type Db, planned, plannedSelect } from "../platform/db.server.ts";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { affiliates } from "./schema/affiliates.ts";
import { orders } from "./schema/orders.ts";
import { programStatusPeriods } from "./schema/programs.ts";

type ShopTotals = {
  readonly clicks: number;
  /** Daily unique visitors, summed over days (M21). */
  readonly visitors: number;
  readonly orders: number;
  readonly clickOrders: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  /** Number of affiliates by status. */
  readonly affiliates: StatusCounts;
  /** Number of programs by status, without deleted ones. */
  readonly programs: StatusCounts;
};

type StatusCounts = Readonly<Record<string, number>>;
type TotalColumns = Record<
  "clicks" | "visitors" | "orders" | "click_orders" | "revenue" | "commission",
  string
> & {
  readonly affiliates: StatusCounts | null;
  readonly programs: StatusCounts | null;
};

type TotalsAsked = { readonly shopId: ShopId; readonly currency: string };

const selectTotals = planned<TotalsAsked, TotalColumns>(({ shopId, currency }) => {
  const ofCurrency = sql`filter (where currency = ${currency})`;
  return sql`
    select coalesce(sum(clicks), 0)::text as clicks, coalesce(sum(visitors), 0)::text as visitors,
      coalesce(sum(orders), 0)::text as orders, coalesce(sum(click_orders), 0)::text as click_orders,
      coalesce(sum(revenue_minor) ${ofCurrency}, 0)::text as revenue,
      coalesce(sum(commission_minor) ${ofCurrency}, 0)::text as commission,
      (select json_object_agg(status, count) from affiliate_counts where shop_id = ${shopId}) as affiliates,
      (select json_object_agg(status, count) from (
        select status, count(*)::int as count from programs
        where shop_id = ${shopId} and deleted_at is null group by status) counted) as programs
    from daily_shop_figures where shop_id = ${shopId}`;
});

/**
 * Totals of the shop's daily figures: counts of all days, and amounts in one currency (M18). Affiliates come from the
 * stored counts, so their cost does not grow.
 */
export async function readShopTotals(db: Db, shopId: ShopId, currency: string): Promise<ShopTotals> {
  const [totals] = await selectTotals(db, { shopId, currency });
  if (!totals) throw new Error("A sum without groups has one row.");
  return {
    clicks: Number(totals.clicks),
    visitors: Number(totals.visitors),
    orders: Number(totals.orders),
    clickOrders: Number(totals.click_orders),
    revenueMinor: BigInt(totals.revenue),
    commissionMinor: BigInt(totals.commission),
    affiliates: totals.affiliates ?? {},
    programs: totals.programs ?? {},
  };
}

/** A deleted order keeps its credit but counts nowhere (M10). */
const isThere = sql`${orders.facts}->>'deleted' is distinct from 'true'`;

const newestSales = plannedSelect(({ shopId, limit }: { shopId: ShopId; limit: number }, on) =>
  on
    .select({
      orderId: orders.orderId,
      name: orders.name,
      placedAt: orders.placedAt,
      currency: orders.currency,
      netMinor: orders.netMinor,
      affiliateId: orders.affiliateId,
      affiliateName: affiliates.name,
    })
    .from(orders)
    .leftJoin(
      affiliates,
      and(eq(affiliates.shopId, orders.shopId), eq(affiliates.affiliateId, orders.affiliateId)),
    )
    .where(and(eq(orders.shopId, shopId), eq(orders.credited, true), isThere))
    .orderBy(desc(orders.placedAt), desc(orders.orderId))
    .limit(limit),
);

/** The newest credited orders with their affiliates. */
export async function listNewestSales(db: Db, shopId: ShopId, limit: number) {
  return await newestSales(db, { shopId, limit });
}

/** The first credited order with its affiliate. */
export async function findFirstSale(
  db: Db,
  shopId: ShopId,
): Promise<{ orderId: string; name: string; affiliateName: string } | null> {
  const [row] = await db
    .select({ orderId: orders.orderId, name: orders.name, affiliateName: affiliates.name })
    .from(orders)
    .innerJoin(
      affiliates,
      and(eq(affiliates.shopId, orders.shopId), eq(affiliates.affiliateId, orders.affiliateId)),
    )
    .where(and(eq(orders.shopId, shopId), eq(orders.credited, true), isThere))
    .orderBy(orders.placedAt, orders.orderId)
    .limit(1);
  return row ?? null;
}

/** A test order, and true if it would be credited to an affiliate. */
type TestOrder = { readonly orderId: string; readonly wouldBeCredited: boolean };

/**
 * The newest test order of an affiliate, otherwise the shop's newest order if it is a test. Only for shops
 * that never credited an order, because it reads all of their affiliates' orders.
 */
export async function findTestOrder(db: Db, shopId: ShopId): Promise<TestOrder | null> {
  const isTest = sql<boolean>`${orders.facts}->>'test' = 'true'`;
  const newestFirst = [desc(orders.placedAt), desc(orders.orderId)] as const;
  const [credited] = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), isNotNull(orders.affiliateId), isTest, isThere))
    .orderBy(...newestFirst)
    .limit(1);
  if (credited) return { ...credited, wouldBeCredited: true };
  const [newest] = await db
    .select({ orderId: orders.orderId, isTest })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), isThere))
    .orderBy(...newestFirst)
    .limit(1);
  return newest?.isTest ? { orderId: newest.orderId, wouldBeCredited: false } : null;
}

type Instants = { readonly shopId: ShopId; readonly instants: readonly string[] };

const newcomersByPlace = planned<
  Instants & { readonly since: string; readonly until: string },
  { place: number; count: number }
>(
  ({ shopId, instants, since, until }) => sql`
    select width_bucket(created_at, ${instants}::timestamptz[]) as place, count(*)::int as count
    from ${affiliates}
    where shop_id = ${shopId} and created_at >= ${since} and created_at < ${until}
    group by 1`,
);

/**
 * Number of affiliates added in each of several successive spans: from every instant of `starts` up to the
 * next one, and from the last up to `until`.
 */
export async function countNewcomers(
  db: Db,
  shopId: ShopId,
  { starts, until }: { readonly starts: readonly Date[]; readonly until: Date },
): Promise<number[]> {
  const instants = starts.map((at) => at.toISOString());
  const [since] = instants;
  if (since === undefined) return [];
  const rows = await newcomersByPlace(db, { shopId, instants, since, until: until.toISOString() });
  const counts = new Map(rows.map(({ place, count }) => [place, count]));
  return starts.map((_, index) => counts.get(index + 1) ?? 0);
}

const programChangesByPlace = planned<Instants, { place: number; change: number }>(
  ({ shopId, instants }) => sql`
    select width_bucket(since, ${instants}::timestamptz[]) as place, sum(change)::int as change
    from (
      select since, (status = 'active')::int
        - coalesce(lag((status = 'active')::int) over (partition by program_id order by ordinal), 0) as change
      from ${programStatusPeriods} where shop_id = ${shopId}
    ) as changes
    group by 1`,
);

/**
 * Number of programs that credited orders right before each of several successive instants, added up from
 * changes.
 */
export async function countActiveProgramsAt(
  db: Db,
  shopId: ShopId,
  instants: readonly Date[],
): Promise<number[]> {
  const texts = instants.map((at) => at.toISOString());
  const rows = await programChangesByPlace(db, { shopId, instants: texts });
  return texts.map((_, index) =>
    rows.reduce((sum, { place, change }) => (place <= index ? sum + change : sum), 0),
  );
}
