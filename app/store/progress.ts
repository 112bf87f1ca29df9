import { and, eq, isNotNull, inArray, sql } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import type { CommissionRow } from "./commissions.ts";
import { commissions } from "./schema/orders.ts";

/** Days of an affiliate in a program, both counted in; null where there is no beginning or no end. */
export type FigureWindow = {
  readonly affiliateId: AffiliateId;
  readonly programId: ProgramId;
  readonly currency: string;
  readonly first: string | null;
  readonly last: string | null;
};

/** Kept orders, net sales with refunds off, commission earned before refunds. Minor units. */
export type WindowSums = {
  readonly orders: number;
  readonly salesMinor: bigint;
  readonly earnedMinor: bigint;
};

const [firstDay, lastDay] = ["0001-01-01", "9999-12-31"];

/** What the daily figures of each window sum to, in the order of the windows. */
export async function sumsOfWindows(
  db: Db,
  shopId: ShopId,
  windows: readonly FigureWindow[],
): Promise<WindowSums[]> {
  if (windows.length === 0) return [];
  const rows = sql.join(
    windows.map(
      (one, index) =>
        sql`(${index}::int, ${one.affiliateId}::text, ${one.programId}::text, ${one.currency}::text,
          ${one.first ?? firstDay}::date, ${one.last ?? lastDay}::date)`,
    ),
    sql`, `,
  );
  const { rows: sums } = await db.execute<{
    place: number;
    orders: string;
    sales: string;
    earned: string;
  }>(sql`
    select w.place, sum(f.kept_orders)::text as orders, sum(f.revenue_minor)::text as sales,
      sum(f.earned_minor)::text as earned
    from (values ${rows}) as w (place, affiliate_id, program_id, currency, first_day, last_day)
    join daily_figures f on f.shop_id = ${shopId} and f.affiliate_id = w.affiliate_id
      and f.program_id = w.program_id and f.currency = w.currency and f.day between w.first_day and w.last_day
    group by w.place`);
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

/** An order whose customer's earlier orders are asked for. */
export type EarlierQuestion = {
  readonly orderId: string;
  readonly placedAt: Date;
  readonly customerHash: string;
  readonly affiliateId: AffiliateId;
};

/** How many earlier orders of the customer are known, and of them those credited to the affiliate. */
export type EarlierOrders = {
  readonly known: number;
  readonly credited: number;
  readonly firstCreditedAt: Date | null;
};

/** The customer's orders placed before each of these, those of `except` left out, in the order of the questions. */
export async function earlierOrdersOf(
  db: Db,
  shopId: ShopId,
  { questions, except }: { questions: readonly EarlierQuestion[]; except: readonly string[] },
): Promise<EarlierOrders[]> {
  if (questions.length === 0) return [];
  const rows = sql.join(
    questions.map(
      (one, index) =>
        sql`(${index}::int, ${one.orderId}::text, ${one.placedAt.toISOString()}::timestamptz,
          ${one.customerHash}::text, ${one.affiliateId}::text)`,
    ),
    sql`, `,
  );
  const left = sql.join(
    except.map((one) => sql`${one}::text`),
    sql`, `,
  );
  const { rows: found } = await db.execute<{
    place: number;
    known: number;
    credited: number;
    at: string | null;
  }>(
    sql`
    select q.place, count(*)::int as known,
      count(*) filter (where o.credited and o.affiliate_id = q.affiliate_id)::int as credited,
      (extract(epoch from min(o.placed_at) filter (where o.credited and o.affiliate_id = q.affiliate_id))
        * 1000)::bigint::text as at
    from (values ${rows}) as q (place, order_id, placed_at, customer_hash, affiliate_id)
    join orders o on o.shop_id = ${shopId} and o.customer_hash = q.customer_hash and o.placed_at <= q.placed_at
      and (o.placed_at, o.order_id) < (q.placed_at, q.order_id)
      and o.order_id not in (${left})
    group by q.place`,
  );
  const byPlace = new Map(found.map((row) => [row.place, row]));
  return questions.map((_, index) => {
    const row = byPlace.get(index);
    return {
      known: row?.known ?? 0,
      credited: row?.credited ?? 0,
      firstCreditedAt: row?.at ? new Date(Number(row.at)) : null,
    };
  });
}

/** The bonuses of locked affiliates, locked too, because a person's decision may post about them (M13). */
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
