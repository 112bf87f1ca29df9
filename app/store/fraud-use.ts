import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { sql, type SQL } from "drizzle-orm";

type BusyDay = { affiliateId: AffiliateId; orders: number; visitors: number; before: number };

/**
 * Affiliates with at least this many credited orders on a day, its visitors, and the orders of the 28 days
 * before.
 */
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

/** The most clicks of one visitor on an affiliate's links on a day of the shop. Robots are excluded. */
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

/** Affiliates paid to an account that others are paid to as well, with those others. */
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

/** Use of affiliates' codes. `hosts` counts orders by the host that they came from. */
export type CodeUseRow = {
  readonly codeKey: string;
  readonly affiliateId: AffiliateId;
  readonly recent: boolean;
  readonly orders: number;
  readonly visited: number;
  readonly fresh: number;
  /** Orders with a click on another affiliate's link. */
  readonly others: number;
  readonly hosts: readonly (readonly [host: string, orders: number])[];
};

type Span = { readonly from: Date; readonly middle: Date; readonly until: Date };

/**
 * The use of each code that won an order, before and since the middle of a span. An order is fresh if its
 * customer had bought nothing in the store before.
 */
export async function codeUse(db: Db, shopId: ShopId, { from, middle, until }: Span): Promise<CodeUseRow[]> {
  const { rows } = await db.execute<CodeUseRow & Record<string, unknown>>(sql`
    with used as (
      select o.order_id, o.affiliate_id, o.placed_at >= ${middle} as recent,
        lower(o.attribution #>> '{decided,winner,evidence,code}') as code_key,
        exists (select 1 from jsonb_array_elements(o.attribution -> 'evidence') e
          where e ->> 'affiliateId' = o.affiliate_id and e ->> 'kind' in ('click', 'landing', 'pixel')) as visited,
        exists (select 1 from jsonb_array_elements(o.attribution -> 'evidence') e
          where e ->> 'affiliateId' <> o.affiliate_id and e ->> 'kind' in ('click', 'landing', 'pixel')) as others,
        o.customer_hash is not null and not exists (select 1 from orders p where p.shop_id = o.shop_id
          and p.customer_hash = o.customer_hash and p.placed_at < o.placed_at) as fresh,
        coalesce(nullif(o.facts #>> '{traces,referrerHost}', ''),
          substring(o.facts ->> 'landingSite' from 'utm_source=([^&]+)'), '') as host
      from orders o
      where o.shop_id = ${shopId} and o.credited and o.placed_at >= ${from} and o.placed_at < ${until}
        and o.reason = 'won-by-code'
        and exists (select 1 from affiliate_codes where shop_id = ${shopId})
    ), hosts as (
      select code_key, affiliate_id, recent, host, count(*)::int as orders from used where host <> ''
      group by 1, 2, 3, 4
    )
    select u.code_key as "codeKey", u.affiliate_id as "affiliateId", u.recent, count(*)::int as orders,
      count(*) filter (where u.visited)::int as visited, count(*) filter (where u.fresh)::int as fresh,
      count(*) filter (where u.others)::int as others,
      (select coalesce(jsonb_agg(jsonb_build_array(h.host, h.orders)), '[]') from hosts h
        where h.code_key = u.code_key and h.affiliate_id = u.affiliate_id and h.recent = u.recent) as hosts
    from used u group by 1, 2, 3 order by 1, 2`);
  return rows;
}

/** Number of events in an hour ("07") or on a day ("2026-03-31") of the shop. */
export type UsePoint = {
  readonly at: string;
  readonly count: number;
  /** Orders that also have a visit through the affiliate's link. 0 for clicks. */
  readonly visited: number;
};

type ClicksOverTimeInput = {
  readonly affiliateId: AffiliateId;
  /** Days of the shop, inclusive. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly unit: "hour" | "day";
};

/** Credited orders of an affiliate over time, or only those that a named code won (lower case). */
export async function creditedOverTime(
  db: Db,
  shopId: ShopId,
  query: ClicksOverTimeInput & { readonly codeKey: string | null },
): Promise<UsePoint[]> {
  const byCode = sql`and reason = 'won-by-code'
    and lower(attribution #>> '{decided,winner,evidence,code}') = ${query.codeKey}`;
  const { rows } = await db.execute<UsePoint & Record<string, unknown>>(sql`
    select ${placeOf(sql`placed_at`, query)} as at, count(*)::int as count, count(*) filter (where exists (
      select 1 from jsonb_array_elements(attribution -> 'evidence') e
      where e ->> 'affiliateId' = affiliate_id and e ->> 'kind' in ('click', 'landing', 'pixel')))::int as visited
    from orders where shop_id = ${shopId} and affiliate_id = ${query.affiliateId} and credited
      and ${isWithin(sql`placed_at`, query)} ${query.codeKey === null ? sql`` : byCode}
    group by 1 order by 1`);
  return rows;
}

/** Clicks on an affiliate's links over time, as far as they are stored. Robots are excluded. */
export async function clicksOverTime(
  db: Db,
  shopId: ShopId,
  query: ClicksOverTimeInput,
): Promise<UsePoint[]> {
  const { rows } = await db.execute<UsePoint & Record<string, unknown>>(sql`
    select ${placeOf(sql`occurred_at`, query)} as at, count(*)::int as count, 0 as visited
    from clicks where shop_id = ${shopId} and affiliate_id = ${query.affiliateId} and not bot
      and ${isWithin(sql`occurred_at`, query)}
    group by 1 order by 1`);
  return rows;
}

function placeOf(instant: SQL, { timeZone, unit }: ClicksOverTimeInput): SQL {
  const format = unit === "hour" ? "HH24" : "YYYY-MM-DD";
  return sql`to_char(${instant} at time zone ${timeZone}, ${format})`;
}

function isWithin(instant: SQL, { from, to, timeZone }: ClicksOverTimeInput): SQL {
  return sql`${instant} >= (${from}::timestamp at time zone ${timeZone})
    and ${instant} < ((${to}::timestamp + interval '1 day') at time zone ${timeZone})`;
}
