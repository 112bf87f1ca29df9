import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { PayoutItemId, ShopId } from "../domain/ids.ts";
import type { PostedItem } from "../domain/payouts/stand.ts";
import type { Db } from "../platform/db.server.ts";
import { payoutItems } from "./schema/payouts.ts";

/** Items in the order of their ids. */
export async function itemsAfter(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
) {
  return db
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), gt(payoutItems.itemId, page.after as PayoutItemId)))
    .orderBy(asc(payoutItems.itemId))
    .limit(page.limit);
}

/** What the books hold for these items; one of which nothing is posted is not in it. */
export async function postedItems(
  db: Db,
  shopId: ShopId,
  ids: readonly PayoutItemId[],
): Promise<Map<string, PostedItem>> {
  const { rows } = await db.execute<{
    item: string;
    started: number;
    transit: string;
    paid: string;
    withheld: string;
    fee: string;
    others: number;
    revision: number;
  }>(sql`
    select t.subject as item,
      count(*) filter (where t.code = 'payout_started')::int as started,
      (coalesce(sum(t.amount_minor) filter (where t.credit_account like 'in\\_transit:%'), 0)
        - coalesce(sum(t.amount_minor) filter (where t.debit_account like 'in\\_transit:%'), 0))::text as transit,
      (coalesce(sum(t.amount_minor) filter (where t.credit_account like 'paid:%'), 0)
        - coalesce(sum(t.amount_minor) filter (where t.debit_account like 'paid:%'), 0))::text as paid,
      coalesce(sum(t.amount_minor) filter (where t.code = 'fee' and t.debit_account like 'payable:%'), 0)::text as withheld,
      (coalesce(sum(t.amount_minor) filter (where t.code = 'fee' and t.debit_account = 'fees'), 0)
        - coalesce(sum(t.amount_minor) filter (where t.code = 'fee' and t.debit_account = 'bank'), 0))::text as fee,
      count(*) filter (where t.code <> 'fee' and t.amount_minor <> i.amount_minor)::int as others,
      max(split_part(t.idempotency_key, ':', 2)::int) as revision
    from ledger_transfers t join payout_items i on i.shop_id = t.shop_id and i.item_id = t.subject
    where t.shop_id = ${shopId} and t.subject = any(${sql.param([...ids])})
    group by t.subject`);
  return new Map(
    rows.map((row) => [
      row.item,
      {
        startedCount: row.started,
        inTransitMinor: BigInt(row.transit),
        paidMinor: BigInt(row.paid),
        withheldMinor: BigInt(row.withheld),
        feeMinor: BigInt(row.fee),
        otherAmounts: row.others,
        revision: row.revision,
      },
    ]),
  );
}

/**
 * Batches that do not agree with their items: their counts, totals, methods, currencies, or how far they are. Also
 * those that items belong to and that are not there.
 */
export async function wrongBatches(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ batch: string; what: string }>(sql`
    with items as (
      select batch_id, count(*)::int as count, sum(amount_minor) as total,
        count(*) filter (where closed_at is null)::int as open,
        count(*) filter (where status = 'planned')::int as planned,
        count(*) filter (where status = 'cancelled')::int as cancelled
      from payout_items where shop_id = ${shopId} group by batch_id
    ), other as (
      select i.batch_id, min(i.item_id) as item from payout_items i join payout_batches b
        on b.shop_id = i.shop_id and b.batch_id = i.batch_id
      where i.shop_id = ${shopId} and (i.method <> b.method or i.currency <> b.currency) group by i.batch_id
    )
    select b.batch_id as batch, case
      when b.item_count <> coalesce(items.count, 0)
        then 'says ' || b.item_count || ' items, and has ' || coalesce(items.count, 0)
      when b.total_minor <> coalesce(items.total, 0)
        then 'says a total of ' || b.total_minor || ', and its items come to ' || coalesce(items.total, 0)
      when other.item is not null then 'is of another method or currency than its item ' || other.item
      when b.status in ('done', 'cancelled') and items.open > 0
        then 'is ' || b.status || ', and ' || items.open || ' of its items are open'
      when b.status in ('planning', 'planned') and items.planned <> items.count
        then 'is ' || b.status || ', and ' || (items.count - items.planned) || ' of its items are further'
      when b.status = 'cancelled' and items.cancelled <> items.count
        then 'is cancelled, and ' || (items.count - items.cancelled) || ' of its items are not'
      else 'was sent without the yes that it needs' end as what
    from payout_batches b left join items on items.batch_id = b.batch_id left join other on other.batch_id = b.batch_id
    where b.shop_id = ${shopId} and (
      b.item_count <> coalesce(items.count, 0) or b.total_minor <> coalesce(items.total, 0) or other.item is not null
      or (b.status in ('done', 'cancelled') and items.open > 0)
      or (b.status in ('planning', 'planned') and items.planned <> items.count)
      or (b.status = 'cancelled' and items.cancelled <> items.count)
      or (b.status in ('sending', 'done') and b.item_count > 0
        and (b.confirmed_at is null or (b.needs_approval and b.approved_at is null)))
    )
    union all
    select batch_id, 'is not there, and ' || count || ' items belong to it' from items
    where not exists (select from payout_batches b where b.shop_id = ${shopId} and b.batch_id = items.batch_id)
    order by batch`);
  return rows;
}
