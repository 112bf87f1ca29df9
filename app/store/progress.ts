import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import { nextTier, type NextTier } from "../domain/terms/next-tier.ts";
import { needsOf } from "../domain/terms/pay.ts";
import { periodDays } from "../domain/terms/period-days.ts";
import { fallbackKey, type ProgramTerms } from "../domain/terms/terms.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { CommissionRow } from "./commissions.ts";
import type { Program } from "./programs.ts";
import { commissions } from "./schema/orders.ts";
import { isInForce } from "./waiting-versions.ts";

/** Days of an affiliate in a program, both included. Null for an open end. */
export type FigureWindow = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly currency: string;
  readonly first: string | null;
  readonly last: string | null;
};

/** Orders with remaining net sales, net sales after refunds, and commission before refunds. Minor units. */
export type WindowSums = {
  readonly orders: number;
  readonly salesMinor: bigint;
  readonly earnedMinor: bigint;
};

const [firstDay, lastDay] = ["0001-01-01", "9999-12-31"];

/** Sums of the daily figures in each window, in the order of the windows. */
export async function sumsOfWindows(
  db: Db,
  shopId: ShopId,
  windows: readonly FigureWindow[],
): Promise<WindowSums[]> {
  if (windows.length === 0) return [];
  const query = windows.map((one, place) => ({
    ...one,
    place,
    first: one.first ?? firstDay,
    last: one.last ?? lastDay,
  }));
  // Each window is a query of its own, so that the index is used however many there are.
  const { rows: sums } = await db.execute<{
    place: number;
    orders: string | null;
    sales: string | null;
    earned: string | null;
  }>(sql`
    select w.place, s.orders, s.sales, s.earned
    from jsonb_to_recordset(${JSON.stringify(query)}::jsonb)
      as w (place int, "affiliateId" text, "programId" text, currency text, first date, last date)
    cross join lateral (
      select sum(f.kept_orders)::text as orders, sum(f.revenue_minor)::text as sales,
        sum(f.earned_minor)::text as earned
      from daily_figures f
      where f.shop_id = ${shopId} and f.affiliate_id = w."affiliateId" and f.program_id = w."programId"
        and f.currency = w.currency and f.day between w.first and w.last
    ) s`);
  const byPlace = new Map(sums.map((row) => [row.place, row]));
  return windows.map((_, index) => {
    const row = byPlace.get(index);
    return {
      orders: Number(row?.orders ?? 0),
      salesMinor: BigInt(row?.sales ?? 0),
      earnedMinor: BigInt(row?.earned ?? 0),
    };
  });
}

/** An affiliate's all-time figures in a program. Minor units. */
export type AffiliateReached = {
  readonly affiliateId: AffiliateId;
  readonly orders: number;
  readonly salesMinor: bigint;
};

/**
 * The affiliates with the highest all-time figures in a program, by orders or by net sales, highest first.
 * Leaves out affiliates with custom terms (T12).
 */
export async function mostReached(
  db: Db,
  shopId: ShopId,
  query: {
    readonly programId: ProgramId;
    readonly currency: string;
    readonly by: "orders" | "sales";
    readonly limit: number;
  },
): Promise<AffiliateReached[]> {
  const { programId, currency, by, limit } = query;
  const measure = sql.raw(by === "orders" ? "sum(f.kept_orders)" : "sum(f.revenue_minor)");
  const { rows } = await db.execute<{ id: AffiliateId; orders: string; sales: string }>(sql`
    select f.affiliate_id as id, sum(f.kept_orders)::text as orders, sum(f.revenue_minor)::text as sales
    from daily_figures f
    where f.shop_id = ${shopId} and f.program_id = ${programId} and f.currency = ${currency}
      and f.affiliate_id not in (
        select newest.affiliate_id from (
          select distinct on (v.affiliate_id) v.affiliate_id, v.terms from program_versions v
          where v.shop_id = ${shopId} and v.program_id = ${programId} and v.affiliate_id is not null
            and ${isInForce}
          order by v.affiliate_id, v.effective_from desc, v.version desc
        ) newest where newest.terms is not null
      )
    group by f.affiliate_id
    having ${measure} > 0
    order by ${measure} desc, f.affiliate_id
    limit ${limit}`);
  return rows.map(({ id, orders, sales }) => ({
    affiliateId: id,
    orders: Number(orders),
    salesMinor: BigInt(sales),
  }));
}

/** An order, to look up its customer's earlier orders. */
type EarlierQuestion = {
  readonly orderId: string;
  readonly placedAt: Date;
  readonly customerHash: string;
  /** Null without credit. Then none of the earlier orders is the affiliate's. */
  readonly affiliateId: AffiliateId | null;
};

/** Number of known earlier orders of the customer, and of those credited to the affiliate. */
export type EarlierOrders = {
  readonly known: number;
  readonly credited: number;
  /** Earlier orders credited to any affiliate. */
  readonly creditedToAny: number;
  readonly firstCreditedAt: Date | null;
};

/** The customer's orders before each of these, without those in `except`, in the order of the questions. */
export async function earlierOrdersOf(
  db: Db,
  shopId: ShopId,
  { questions, except }: { questions: readonly EarlierQuestion[]; except: readonly string[] },
): Promise<EarlierOrders[]> {
  if (questions.length === 0) return [];
  const query = questions.map((one, place) => ({ ...one, place }));
  const { rows: found } = await db.execute<{
    place: number;
    known: number;
    credited: number;
    any: number;
    at: string | null;
  }>(sql`
    select q.place, e.known, e.credited, e."any", e.at
    from jsonb_to_recordset(${JSON.stringify(query)}::jsonb)
      as q (place int, "orderId" text, "placedAt" timestamptz, "customerHash" text, "affiliateId" text)
    cross join lateral (
      select count(*)::int as known, count(*) filter (where own)::int as credited,
        count(*) filter (where credited)::int as "any",
        (extract(epoch from min(placed_at) filter (where own)) * 1000)::bigint::text as at
      from (
        select o.placed_at, o.credited, o.credited and o.affiliate_id = q."affiliateId" as own
        from orders o
        where o.shop_id = ${shopId} and o.customer_hash = q."customerHash" and o.placed_at <= q."placedAt"
          and (o.placed_at, o.order_id) < (q."placedAt", q."orderId")
          and not o.order_id = any(${sql.param([...except])})
      ) earlier
    ) e`);
  const byPlace = new Map(found.map((row) => [row.place, row]));
  return questions.map((_, index) => {
    const row = byPlace.get(index);
    return {
      known: row?.known ?? 0,
      credited: row?.credited ?? 0,
      creditedToAny: row?.any ?? 0,
      firstCreditedAt: row?.at ? new Date(Number(row.at)) : null,
    };
  });
}

/** Locks the bonuses of locked affiliates, because a person's decision may post about them (M13). */
export async function lockBonuses(
  tx: Tx,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<CommissionRow[]> {
  if (affiliateIds.length === 0) return [];
  return tx
    .select()
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, shopId),
        inArray(commissions.affiliateId, [...affiliateIds]),
        isNotNull(commissions.bonusKey),
      ),
    )
    .orderBy(commissions.commissionId)
    .for("no key update");
}

/** Progress to the next tier of a program's commission, or of one of its rules. */
export type ProgramTier = NextTier & {
  readonly programName: string;
  /** Null for what no rule pays for. */
  readonly ruleName: string | null;
};

export type ProgramWithTerms = { readonly program: Program; readonly terms: ProgramTerms };

type TiersQuery = {
  readonly affiliateId: AffiliateId;
  readonly currency: string;
  /** The shop's day. */
  readonly today: string;
};

/** T6: an affiliate's next tiers as an order of today would find them. */
export async function nextTiersOf(
  db: Db,
  shopId: ShopId,
  { affiliateId, currency, today }: TiersQuery,
  programs: readonly ProgramWithTerms[],
): Promise<ProgramTier[]> {
  const tiers = programs.flatMap(({ program, terms }) =>
    needsOf(terms).tiers.map(({ key, period }) => ({ program, terms, key, period })),
  );
  const windows = tiers.map(({ program, period }) => ({
    affiliateId,
    programId: program.programId,
    currency,
    first: periodDays(period, today).first,
    last: today,
  }));
  const sums = await sumsOfWindows(db, shopId, windows);
  return tiers.flatMap(({ program, terms, key }, index) => {
    const { orders, salesMinor } = sums[index] ?? { orders: 0, salesMinor: 0n };
    const rule = key === fallbackKey ? null : terms.rules.find((one) => one.id === key);
    const next = nextTier(rule ? rule.pay : terms.commission, { orders, salesMinor }, currency);
    return next ? [{ ...next, programName: program.name, ruleName: rule?.name ?? null }] : [];
  });
}
