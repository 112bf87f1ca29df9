import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { PayoutChunkId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { payoutChunks } from "./schema/payouts.ts";

/** What is handed to providers in one call, in the order of the ids. */
export async function chunksAfter(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
) {
  return db
    .select()
    .from(payoutChunks)
    .where(and(eq(payoutChunks.shopId, shopId), gt(payoutChunks.chunkId, page.after as PayoutChunkId)))
    .orderBy(asc(payoutChunks.chunkId))
    .limit(page.limit);
}

/** Chunks that do not agree with the items in them, and those that items are in and that are not there. */
export async function wrongChunks(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ chunk: string; what: string }>(sql`
    with items as (
      select chunk_id, count(*)::int as count, sum(amount_minor) as total, min(batch_id) as first, max(batch_id) as last,
        count(*) filter (where closed_at is null)::int as open
      from payout_items where shop_id = ${shopId} and chunk_id is not null group by chunk_id
    ), compared as (
      select c.chunk_id as chunk, case
        when c.item_count <> coalesce(items.count, 0)
          then 'says ' || c.item_count || ' items, and has ' || coalesce(items.count, 0)
        when c.total_minor <> items.total
          then 'says a total of ' || c.total_minor || ', and its items come to ' || items.total
        when c.batch_id <> items.first or c.batch_id <> items.last then 'is of another batch than its items'
        when c.status = 'settled' and items.open > 0 then 'is settled, and ' || items.open || ' of its items are open'
        when (c.attempts = 0) <> (c.first_tried_at is null)
          then 'says ' || c.attempts || ' tries, the first at ' || coalesce(c.first_tried_at::text, 'no time')
        when c.status in ('sending', 'unknown', 'accepted', 'person') and c.attempts = 0
          then 'is ' || c.status || ', and was never tried'
        when (c.provider_id in ('sepa', 'wise', 'generic')) <> (c.file_hash <> '')
          then 'says it was handed over as ' || c.provider_id || ', and has no such file'
        end as what
      from payout_chunks c left join items using (chunk_id) where c.shop_id = ${shopId}
      union all
      select chunk_id, 'is not there, and ' || count || ' items are in it' from items
      where not exists (select from payout_chunks c where c.shop_id = ${shopId} and c.chunk_id = items.chunk_id)
    )
    select chunk, what from compared where what is not null order by chunk`);
  return rows;
}

/**
 * Those whom a payout says it skipped, and who had never so much payable, or whom it paid all the same. The other
 * reasons held at the moment of planning, and nothing that is kept tells them again.
 */
export async function wrongLeftOut(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ payout: string; affiliate: string; what: string }>(sql`
    with said as (
      select l.payout_id, l.affiliate_id, l.reason, l.payable_minor, l.currency
      from payout_left_out l where l.shop_id = ${shopId}
    ), stood as (
      select affiliate_id, currency, sum(
          case when credit_account = 'payable:' || affiliate_id then amount_minor
            when debit_account = 'payable:' || affiliate_id then -amount_minor else 0 end
        ) over (partition by affiliate_id, currency order by sequence) as amount
      from ledger_transfers t
      where shop_id = ${shopId} and exists (select from said where said.affiliate_id = t.affiliate_id)
    ), ever as (select distinct affiliate_id, currency, amount from stood),
    compared as (
      select payout_id, affiliate_id, case
        when not exists (select from payouts p where p.shop_id = ${shopId} and p.payout_id = said.payout_id)
          then 'is of a payout that is not there'
        when exists (select from payout_items i
          join payout_batches b on b.shop_id = i.shop_id and b.batch_id = i.batch_id
          where i.shop_id = ${shopId} and b.payout_id = said.payout_id and i.currency = said.currency
            and i.affiliate_id = said.affiliate_id) then 'was left out, and has a payment in the payout'
        when exists (select from payout_batches b where b.shop_id = ${shopId} and b.payout_id = said.payout_id
          and b.currency = said.currency and b.chosen is not null and not b.chosen ? said.affiliate_id)
          then 'was not among those whom the payout looked at'
        when (reason = 'negative') <> (payable_minor < 0)
          then 'was left out as ' || reason || ' with ' || payable_minor || ' payable'
        when payable_minor <> 0 and not exists (select from ever where ever.affiliate_id = said.affiliate_id
          and ever.currency = said.currency and ever.amount = payable_minor)
          then 'was left out with ' || payable_minor || ' payable, which the transfers never came to'
        end as what
      from said
    )
    select payout_id as payout, affiliate_id as affiliate, what from compared where what is not null order by 1, 2`);
  return rows;
}
