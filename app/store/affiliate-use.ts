import { sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

type BusyDay = { affiliateId: AffiliateId; orders: number; visitors: number; before: number };

/** Affiliates with at least so many credited orders on a day, its visitors, and the orders of the 28 days before. */
export async function ordersOfDays(
  db: Db,
  shopId: ShopId,
  { day, least }: { readonly day: string; readonly least: number },
): Promise<BusyDay[]> {
  const { rows } = await db.execute<BusyDay>(sql`
    select f.affiliate_id as "affiliateId", sum(f.orders)::int as orders, sum(f.visitors)::int as visitors,
      (select coalesce(sum(b.orders), 0)::int from daily_figures b where b.shop_id = f.shop_id
        and b.affiliate_id = f.affiliate_id and b.day >= ${day}::date - 28 and b.day < ${day}::date) as before
    from daily_figures f where f.shop_id = ${shopId} and f.day = ${day}::date
    group by f.shop_id, f.affiliate_id having sum(f.orders) >= ${least}`);
  return rows;
}

/** The most that one visitor clicked the links of an affiliate on a day of the shop; robots left out. */
export async function busyVisitors(
  db: Db,
  shopId: ShopId,
  of: { readonly day: string; readonly timeZone: string; readonly least: number },
): Promise<{ affiliateId: AffiliateId; clicks: number }[]> {
  const begins = sql`(${of.day}::timestamp at time zone ${of.timeZone})`;
  const { rows } = await db.execute<{ affiliateId: AffiliateId; clicks: number }>(sql`
    select affiliate_id as "affiliateId", max(clicks)::int as clicks from (
      select affiliate_id, visitor_hash, count(*) as clicks from clicks
      where shop_id = ${shopId} and occurred_at >= ${begins} and occurred_at < (${of.day}::timestamp + interval '1 day') at time zone ${of.timeZone}
        and visitor_hash <> '' and not bot
      group by 1, 2 having count(*) >= ${of.least}) visitors
    group by 1`);
  return rows;
}

/** Affiliates who are paid to an account that belongs to others too, with those. */
export async function sharedPayouts(
  db: Db,
  shopId: ShopId,
): Promise<{ affiliateId: AffiliateId; others: AffiliateId[] }[]> {
  const { rows } = await db.execute<{ affiliateId: AffiliateId; others: AffiliateId[] }>(sql`
    select m.affiliate_id as "affiliateId", jsonb_agg(distinct o.affiliate_id) as others
    from affiliate_marks m join affiliate_marks o on o.shop_id = m.shop_id and o.kind = 'payout'
      and o.hash = m.hash and o.affiliate_id < m.affiliate_id
    where m.shop_id = ${shopId} and m.kind = 'payout' group by 1`);
  return rows;
}
