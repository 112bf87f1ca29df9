import { and, between, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { dailyFigures, dailyShopFigures } from "./schema/figures.ts";

export type Measures = {
  readonly clicks: number;
  readonly visitors: number;
  readonly orders: number;
  readonly clickOrders: number;
  /** Credited orders of which some net sales are kept (T6). */
  readonly keptOrders: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
  /** Commission as earned, before refunds (T9). */
  readonly earnedMinor: bigint;
  /** What of the sales came back; revenue has lost it already. */
  readonly refundsMinor: bigint;
  readonly newCustomers: number;
  /** Orders of which a click is known, and the seconds from these clicks to them. */
  readonly timedOrders: number;
  readonly clickSeconds: number;
};

/** What a day, an affiliate and a program gain or lose. `''` where there is no program. */
export type FigureChange = Measures & {
  readonly day: string;
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId | "";
  readonly currency: string;
};

export const noMeasures: Measures = {
  clicks: 0,
  visitors: 0,
  orders: 0,
  clickOrders: 0,
  keptOrders: 0,
  revenueMinor: 0n,
  commissionMinor: 0n,
  earnedMinor: 0n,
  refundsMinor: 0n,
  newCustomers: 0,
  timedOrders: 0,
  clickSeconds: 0,
};

/**
 * Writes differences into the day's figures of affiliates and of the shop, in sorted order. `shopVisitors` are counted
 * apart, by day: who came for two affiliates is two visitors of affiliates and one of the shop.
 */
export async function addFigures(
  tx: Tx,
  shopId: ShopId,
  changes: readonly FigureChange[],
  options: { readonly now: Date; readonly shopVisitors?: ReadonlyMap<string, number> },
): Promise<void> {
  const byAffiliate = summed(changes, (one) => [one.day, one.affiliateId, one.programId, one.currency]);
  if (byAffiliate.length === 0) return;
  await insertRows(
    tx,
    dailyFigures,
    byAffiliate.map((one) => ({ shopId, ...one })),
    sql`on conflict (shop_id, affiliate_id, program_id, day, currency) do update set ${added("daily_figures")}`,
  );
  const visitors = options.shopVisitors ?? new Map<string, number>();
  const byDay = summed(changes, (one) => [one.day, one.currency]).map(
    ({ affiliateId: _affiliate, programId: _program, ...one }) => ({
      ...one,
      shopId,
      visitors: visitors.get(one.day) ?? 0,
      updatedAt: options.now,
    }),
  );
  await insertRows(
    tx,
    dailyShopFigures,
    byDay,
    sql`on conflict (shop_id, day, currency) do update set ${added("daily_shop_figures")},
      updated_at = greatest(daily_shop_figures.updated_at + interval '1 millisecond', excluded.updated_at)`,
  );
}

/** The columns that are added up; a measure without a name here does not compile. */
export const measureColumns: Record<keyof Measures, string> = {
  clicks: "clicks",
  visitors: "visitors",
  orders: "orders",
  clickOrders: "click_orders",
  keptOrders: "kept_orders",
  revenueMinor: "revenue_minor",
  commissionMinor: "commission_minor",
  earnedMinor: "earned_minor",
  refundsMinor: "refunds_minor",
  newCustomers: "new_customers",
  timedOrders: "timed_orders",
  clickSeconds: "click_seconds",
};

function added(table: "daily_figures" | "daily_shop_figures"): SQL {
  const sums = Object.values(measureColumns).map((name) => `${name} = ${table}.${name} + excluded.${name}`);
  return sql.raw(sums.join(", "));
}

/** One change for each key, in the order of the keys; what cancels out is left away. */
function summed(changes: readonly FigureChange[], keyOf: (one: FigureChange) => string[]): FigureChange[] {
  const byKey = new Map<string, FigureChange>();
  for (const change of changes) {
    const key = keyOf(change).join(" ");
    const known = byKey.get(key);
    byKey.set(key, known ? { ...known, ...plus(known, change) } : change);
  }
  return [...byKey.entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => change)
    .filter(movesAnything);
}

export function plus(a: Measures, b: Measures): Measures {
  return {
    clicks: a.clicks + b.clicks,
    visitors: a.visitors + b.visitors,
    orders: a.orders + b.orders,
    clickOrders: a.clickOrders + b.clickOrders,
    keptOrders: a.keptOrders + b.keptOrders,
    revenueMinor: a.revenueMinor + b.revenueMinor,
    commissionMinor: a.commissionMinor + b.commissionMinor,
    earnedMinor: a.earnedMinor + b.earnedMinor,
    refundsMinor: a.refundsMinor + b.refundsMinor,
    newCustomers: a.newCustomers + b.newCustomers,
    timedOrders: a.timedOrders + b.timedOrders,
    clickSeconds: a.clickSeconds + b.clickSeconds,
  };
}

export function negative(one: Measures): Measures {
  return {
    clicks: -one.clicks,
    visitors: -one.visitors,
    orders: -one.orders,
    clickOrders: -one.clickOrders,
    keptOrders: -one.keptOrders,
    revenueMinor: -one.revenueMinor,
    commissionMinor: -one.commissionMinor,
    earnedMinor: -one.earnedMinor,
    refundsMinor: -one.refundsMinor,
    newCustomers: -one.newCustomers,
    timedOrders: -one.timedOrders,
    clickSeconds: -one.clickSeconds,
  };
}

const measureNames = Object.keys(measureColumns) as (keyof Measures)[];

export function movesAnything(one: Measures): boolean {
  return measureNames.some((name) => one[name] !== noMeasures[name]);
}

const sums = {
  currency: dailyFigures.currency,
  clicks: sql<number>`sum(${dailyFigures.clicks})::int`,
  visitors: sql<number>`sum(${dailyFigures.visitors})::int`,
  orders: sql<number>`sum(${dailyFigures.orders})::int`,
  clickOrders: sql<number>`sum(${dailyFigures.clickOrders})::int`,
  keptOrders: sql<number>`sum(${dailyFigures.keptOrders})::int`,
  revenueMinor: sql<string>`sum(${dailyFigures.revenueMinor})`,
  commissionMinor: sql<string>`sum(${dailyFigures.commissionMinor})`,
  earnedMinor: sql<string>`sum(${dailyFigures.earnedMinor})`,
  refundsMinor: sql<string>`sum(${dailyFigures.refundsMinor})`,
  newCustomers: sql<number>`sum(${dailyFigures.newCustomers})::int`,
  timedOrders: sql<number>`sum(${dailyFigures.timedOrders})::int`,
  clickSeconds: sql<string>`sum(${dailyFigures.clickSeconds})`.mapWith(Number),
};

/** Figures of affiliates over all days, in one currency (the shop's); zeros for an affiliate without any (M21). */
export async function figuresOf(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
  currency: string,
): Promise<Map<AffiliateId, Measures>> {
  const answer = new Map<AffiliateId, Measures>(affiliateIds.map((one) => [one, noMeasures]));
  if (affiliateIds.length === 0) return answer;
  const rows = await db
    .select({ affiliateId: dailyFigures.affiliateId, ...sums })
    .from(dailyFigures)
    .where(and(eq(dailyFigures.shopId, shopId), inArray(dailyFigures.affiliateId, [...affiliateIds])))
    .groupBy(dailyFigures.affiliateId, dailyFigures.currency);
  for (const { affiliateId, ...row } of rows) addRow(answer, affiliateId, row, currency);
  return answer;
}

/** Figures of an affiliate day by day, days without any left out; reads the index of the primary key. */
export async function figuresByDay(
  db: Db,
  shopId: ShopId,
  asked: {
    readonly affiliateId: AffiliateId;
    readonly currency: string;
    readonly first: string;
    readonly last: string;
  },
): Promise<Map<string, Measures>> {
  const { affiliateId, currency, first, last } = asked;
  const rows = await db
    .select({ day: dailyFigures.day, ...sums })
    .from(dailyFigures)
    .where(
      and(
        eq(dailyFigures.shopId, shopId),
        eq(dailyFigures.affiliateId, affiliateId),
        between(dailyFigures.day, first, last),
      ),
    )
    .groupBy(dailyFigures.day, dailyFigures.currency);
  const answer = new Map<string, Measures>();
  for (const { day, ...row } of rows) addRow(answer, day, row, currency);
  return answer;
}

/** The same by program. Clicks belong to no program, so programs count none. */
export async function programFiguresOf(
  db: Db,
  shopId: ShopId,
  programIds: readonly ProgramId[],
  currency: string,
): Promise<Map<ProgramId, Measures>> {
  const answer = new Map<ProgramId, Measures>(programIds.map((one) => [one, noMeasures]));
  if (programIds.length === 0) return answer;
  const rows = await db
    .select({ programId: dailyFigures.programId, ...sums })
    .from(dailyFigures)
    .where(and(eq(dailyFigures.shopId, shopId), inArray(dailyFigures.programId, [...programIds])))
    .groupBy(dailyFigures.programId, dailyFigures.currency);
  for (const { programId, ...row } of rows) {
    if (programId !== "") addRow(answer, programId, row, currency);
  }
  return answer;
}

type SumRow = Omit<Measures, "revenueMinor" | "commissionMinor" | "earnedMinor" | "refundsMinor"> & {
  readonly currency: string;
  readonly revenueMinor: string;
  readonly commissionMinor: string;
  readonly earnedMinor: string;
  readonly refundsMinor: string;
};

/** Counts are added over currencies, sums only in the one that was asked for. */
function addRow<Key>(answer: Map<Key, Measures>, key: Key, row: SumRow, currency: string): void {
  const { currency: own, revenueMinor, commissionMinor, earnedMinor, refundsMinor, ...counts } = row;
  const isAsked = own === currency;
  const measures = {
    ...counts,
    revenueMinor: isAsked ? BigInt(revenueMinor) : 0n,
    commissionMinor: isAsked ? BigInt(commissionMinor) : 0n,
    earnedMinor: isAsked ? BigInt(earnedMinor) : 0n,
    refundsMinor: isAsked ? BigInt(refundsMinor) : 0n,
  };
  answer.set(key, plus(answer.get(key) ?? noMeasures, measures));
}
