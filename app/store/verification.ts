import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** Balances of a shop that are not the sum of their transfers. */
export async function wrongBalances(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    account: string;
    affiliate: string;
    currency: string;
    kept: string;
    summed: string;
  }>(sql`
    with moved as (
      select credit_account as account, currency, amount_minor as amount from ledger_transfers where shop_id = ${shopId}
      union all
      select debit_account, currency, -amount_minor from ledger_transfers where shop_id = ${shopId}
    ), summed as (
      select account, currency, sum(amount) as amount from moved where account like '%:%' group by account, currency
    ), kept as (
      select account || ':' || affiliate_id as account, currency, balance_minor as amount
      from ledger_balances where shop_id = ${shopId}
    )
    select split_part(coalesce(kept.account, summed.account), ':', 1) as account,
      split_part(coalesce(kept.account, summed.account), ':', 2) as affiliate,
      coalesce(kept.currency, summed.currency) as currency,
      coalesce(kept.amount, 0)::text as kept, coalesce(summed.amount, 0)::text as summed
    from kept full join summed on kept.account = summed.account and kept.currency = summed.currency
    where coalesce(kept.amount, 0) <> coalesce(summed.amount, 0)
    order by 2, 3, 1`);
  return rows;
}

/** How many transfers a shop has, up to which sequence, and how many balances are kept of them. */
export async function sizeOfBooks(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ transfers: number; highest: string; balances: number }>(sql`
    select (select count(*)::int from ledger_transfers where shop_id = ${shopId}) as transfers,
      (select coalesce(max(sequence), 0)::text from ledger_transfers where shop_id = ${shopId}) as highest,
      (select count(*)::int from ledger_balances where shop_id = ${shopId}) as balances`);
  const [size] = rows;
  if (!size) throw new Error("A select without a table has one row.");
  return { transfers: size.transfers, highestSequence: BigInt(size.highest), balances: size.balances };
}

/** The ways in which transfers of a shop move, by names of accounts; `foreign` where another affiliate stands in it. */
export async function waysOfPosting(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    code: string;
    debit: string;
    credit: string;
    foreign: boolean;
    count: number;
    first: string;
  }>(sql`
    with named as (
      select code, transfer_id, split_part(debit_account, ':', 1) as debit, split_part(credit_account, ':', 1) as credit,
        nullif(split_part(debit_account, ':', 2), '') as debit_of,
        nullif(split_part(credit_account, ':', 2), '') as credit_of, affiliate_id
      from ledger_transfers where shop_id = ${shopId}
    )
    select code, debit, credit, count(*)::int as count, min(transfer_id) as first,
      coalesce(debit_of, affiliate_id) is distinct from affiliate_id
        or coalesce(credit_of, affiliate_id) is distinct from affiliate_id as foreign
    from named group by code, debit, credit, 6 order by code, debit, credit`);
  return rows;
}

/** Figures of a shop that are not the sum of what its orders counted; clicks and visitors have no other source. */
export async function wrongFigures(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ day: string; affiliate: string; currency: string; what: string }>(sql`
    with counted as (
      select one->>'day' as day, one->>'affiliateId' as affiliate, one->>'programId' as program,
        one->>'currency' as currency, (one->>'orders')::int as orders, (one->>'clickOrders')::int as click_orders,
        (one->>'revenueMinor')::numeric as revenue, (one->>'commissionMinor')::numeric as commission
      from orders, jsonb_array_elements(coalesce(counted->'rows', '[]'::jsonb)) as one where shop_id = ${shopId}
    ), summed as (
      select day, affiliate, program, currency, sum(orders) as orders, sum(click_orders) as click_orders,
        sum(revenue) as revenue, sum(commission) as commission from counted group by 1, 2, 3, 4
    ), kept as (
      select day::text as day, affiliate_id as affiliate, program_id as program, currency, orders, click_orders,
        revenue_minor as revenue, commission_minor as commission from daily_figures where shop_id = ${shopId}
    )
    select coalesce(kept.day, summed.day) as day, coalesce(kept.affiliate, summed.affiliate) as affiliate,
      coalesce(kept.currency, summed.currency) as currency,
      concat_ws(' ', 'orders', kept.orders, summed.orders, 'revenue', kept.revenue, summed.revenue,
        'commission', kept.commission, summed.commission) as what
    from kept full join summed using (day, affiliate, program, currency)
    where (coalesce(kept.orders, 0), coalesce(kept.click_orders, 0), coalesce(kept.revenue, 0),
        coalesce(kept.commission, 0))
      <> (coalesce(summed.orders, 0), coalesce(summed.click_orders, 0), coalesce(summed.revenue, 0),
        coalesce(summed.commission, 0))`);
  return rows;
}

/** Days on which the shop's figures are not the sum of its affiliates' (visitors apart, who are counted once). */
export async function wrongShopFigures(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ day: string; currency: string; what: string }>(sql`
    with summed as (
      select day, currency, sum(clicks) as clicks, sum(orders) as orders, sum(revenue_minor) as revenue,
        sum(commission_minor) as commission from daily_figures where shop_id = ${shopId} group by day, currency
    )
    select day::text as day, currency,
      concat_ws(' ', 'clicks', shop.clicks, summed.clicks, 'orders', shop.orders, summed.orders,
        'revenue', shop.revenue_minor, summed.revenue) as what
    from (select * from daily_shop_figures where shop_id = ${shopId}) shop full join summed using (day, currency)
    where (coalesce(shop.clicks, 0), coalesce(shop.orders, 0), coalesce(shop.revenue_minor, 0),
        coalesce(shop.commission_minor, 0))
      <> (coalesce(summed.clicks, 0), coalesce(summed.orders, 0), coalesce(summed.revenue, 0),
        coalesce(summed.commission, 0))`);
  return rows;
}
