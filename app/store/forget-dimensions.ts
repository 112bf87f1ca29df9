import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Tx } from "../platform/db.server.ts";
import { otherValue } from "../domain/report.ts";
import type { clicks } from "./schema/clicks.ts";

/** Measures that an order or click moves from a redacted value to ''. */
const measures = `orders, click_orders, revenue_minor, refunds_minor, commission_minor, new_customers, timed_orders,
  click_seconds`;

/**
 * Moves the figures of redacted customers' orders from their country and page to '', so that a report of few
 * orders names nobody and figures still follow from orders.
 */
export async function forgetDimensions(tx: Tx, shopId: ShopId, orderIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with own as (
      select counted from orders where shop_id = ${shopId} and order_id = any(${sql.param([...orderIds])})
    ), told as (
      select of.key as dimension, of.value, (one->>'day')::date as day, one->>'currency' as currency,
        (one->>'orders')::int as orders, (one->>'clickOrders')::int as click_orders,
        (one->>'revenueMinor')::bigint as revenue_minor, (one->>'refundsMinor')::bigint as refunds_minor,
        (one->>'commissionMinor')::bigint as commission_minor, (one->>'newCustomers')::int as new_customers,
        (one->>'timedOrders')::int as timed_orders, (one->>'clickSeconds')::bigint as click_seconds
      from own, jsonb_each_text(counted->'dimensions'->'values') as of, jsonb_array_elements(counted->'rows') as one
      where of.key in ('country', 'landing') and of.value <> ''
    ), moved as (
      select dimension, side.value, day, currency, sign * orders as orders, sign * click_orders as click_orders,
        sign * revenue_minor as revenue_minor, sign * refunds_minor as refunds_minor,
        sign * commission_minor as commission_minor, sign * new_customers as new_customers,
        sign * timed_orders as timed_orders, sign * click_seconds as click_seconds
      from told, lateral (values (told.value, -1), ('', 1)) as side (value, sign)
    )
    insert into daily_dimension_figures as held (shop_id, dimension, value, day, currency, ${sql.raw(measures)})
    select ${shopId}, dimension, value, day, currency, sum(orders), sum(click_orders), sum(revenue_minor),
      sum(refunds_minor), sum(commission_minor), sum(new_customers), sum(timed_orders), sum(click_seconds)
    from moved group by dimension, value, day, currency
    order by dimension collate "C", day, value collate "C", currency
    on conflict (shop_id, dimension, day, value, currency) do update set ${sql.raw(
      measures
        .split(",")
        .map((name) => `${name.trim()} = held.${name.trim()} + excluded.${name.trim()}`)
        .join(", "),
    )}`);
  await tx.execute(sql`
    update orders set counted = jsonb_set(jsonb_set(counted, '{dimensions,values,country}', '""'),
      '{dimensions,values,landing}', '""')
    where shop_id = ${shopId} and order_id = any(${sql.param([...orderIds])})
      and counted->'dimensions' ? 'values'`);
}

/**
 * Moves the figures of clicks before they become anonymous. Those keep their affiliate, link and time. A
 * visitor stays counted for a page or sub-id while another click of that day and affiliate led there.
 */
export async function forgetClickValues(
  tx: Tx,
  shopId: ShopId,
  found: readonly (typeof clicks.$inferSelect)[],
): Promise<void> {
  const isFound = sql`clicks.click_id = any(${sql.param(found.map((one) => one.clickId))})`;
  await tx.execute(sql`
    with found as (
      select affiliate_id, visitor_hash, min(occurred_at) as first_at, max(occurred_at) as last_at
      from clicks where shop_id = ${shopId} and not bot and ${isFound} group by affiliate_id, visitor_hash
    ), told as (
      select clicks.visitor_hash, (occurred_at at time zone shops.time_zone)::date as day, shops.currency,
        ${isFound} as is_found, dimension, case when told.value = '' or exists (
          select 1 from dimension_values known
          where known.shop_id = ${shopId} and known.dimension = told.dimension and known.value = told.value
        ) then told.value else ${otherValue} end as value
      from found join clicks on clicks.shop_id = ${shopId} and clicks.affiliate_id = found.affiliate_id
        and clicks.visitor_hash = found.visitor_hash
        and occurred_at between first_at - interval '1 day' and last_at + interval '1 day'
      join shops on shops.shop_id = clicks.shop_id, lateral (
        values ('sub-id', left(btrim(sub_id), 120)),
          ('landing', left(btrim(split_part(split_part(target, '?', 1), '#', 1)), 120))
      ) as told (dimension, value)
      where not bot
    ), held as (
      select visitor_hash, day, currency, dimension, value, bool_and(is_found) as is_gone, bool_or(is_found) as is_moved
      from told group by visitor_hash, day, currency, dimension, value
    ), moves as (
      select visitor_hash, day, currency, dimension, value, -1 as visitors from held where is_gone and value <> ''
      union all
      select visitor_hash, day, currency, dimension, '', 1 from held
      group by visitor_hash, day, currency, dimension
      having bool_or(is_moved and value <> '') and not bool_or(value = '')
    ), counted as (
      select moves.* from moves left join daily_visitors known
        on known.shop_id = ${shopId} and known.day = moves.day and known.visitor_hash = moves.visitor_hash
      where moves.visitor_hash <> ''
        and (seen is null or (dimension || ' ' || value = any(seen)) = (visitors < 0))
    ), seen_anew as (
      update daily_visitors set seen = array(
        select unnest(seen) except select dimension || ' ' || value from counted
          where counted.day = daily_visitors.day and counted.visitor_hash = daily_visitors.visitor_hash and visitors < 0
        union select dimension || ' ' || value from counted
          where counted.day = daily_visitors.day and counted.visitor_hash = daily_visitors.visitor_hash and visitors > 0
      ) where shop_id = ${shopId} and (day, visitor_hash) in (select day, visitor_hash from counted) returning 1
    ), changes as (
      select dimension, side.value, day, currency, sign as clicks, 0 as visitors
      from told, lateral (values (told.value, -1), ('', 1)) as side (value, sign)
      where is_found and told.value <> ''
      union all select dimension, value, day, currency, 0, visitors from counted
    )
    insert into daily_dimension_figures as held (shop_id, dimension, value, day, currency, clicks, visitors)
    select ${shopId}, dimension, value, day, currency, sum(clicks), sum(visitors)
    from changes where (select count(*) from seen_anew) >= 0 group by dimension, value, day, currency
    order by dimension collate "C", day, value collate "C", currency
    on conflict (shop_id, dimension, day, value, currency) do update
      set clicks = held.clicks + excluded.clicks, visitors = held.visitors + excluded.visitors`);
}
