import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/**
 * Statements of providers that have not the lines that were counted as they were taken in. Of what was left over the
 * numbers tell: what the provider does not mention stands behind its last line.
 */
export async function wrongStatements(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ statement: string; what: string }>(sql`
    with lines as (
      select statement_id, count(*) filter (where match not in ('missing', 'awaited'))::int as told,
        count(*) filter (where match = 'waiting')::int as waiting,
        max(number) as last
      from statement_lines where shop_id = ${shopId} group by statement_id
    ), compared as (
      select s.statement_id as statement, case
        when s.line_count <> coalesce(lines.told, 0)
          then 'says ' || s.line_count || ' lines, and has ' || coalesce(lines.told, 0)
        when s.status = 'ready' and lines.waiting > 0 then 'is compared, and ' || lines.waiting || ' of its lines wait'
        when s.status = 'ready' and s.matched_up_to <> lines.last
          then 'was compared up to ' || s.matched_up_to || ', and its last line is ' || lines.last
        when s.since >= s.until then 'ends before it begins' end as what
      from provider_statements s left join lines using (statement_id) where s.shop_id = ${shopId}
      union all
      select statement_id, 'is not there, and has lines' from lines
      where not exists (select from provider_statements s
        where s.shop_id = ${shopId} and s.statement_id = lines.statement_id)
    )
    select statement, what from compared where what is not null order by statement`);
  return rows;
}

/**
 * Lines that do not agree with the payout that they are about in what never changes of it: who it is, its amount and
 * currency, which a further payment of it need not have. How far it is changes after the comparison, so a match is not
 * made again here.
 */
export async function wrongLines(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ line: string; what: string }>(sql`
    with compared as (
      select l.statement_id, l.number, case
        when l.item_id is not null and i.item_id is null then 'is about ' || l.item_id || ', which is not there'
        when l.match not in ('waiting', 'unexpected', 'unclear') and l.item_id is null then 'is ' || l.match || ', and about no payout'
        when l.match in ('missing', 'awaited') and l.sender_item_id <> l.item_id then 'names another payout than it is about'
        when l.item_id is not null and l.match not in ('unexpected', 'unclear')
          and (l.match = 'amount') = (l.amount_minor = i.amount_minor and l.currency = i.currency)
          then 'is ' || l.match || ' with ' || l.amount_minor || ' ' || l.currency || ', the payout is of '
            || i.amount_minor || ' ' || i.currency
        when (l.resolution = '') <> (l.resolved_at is null) or (l.resolved_at is null) <> (l.resolved_by is null)
          then 'does not say when, by whom and by what it was resolved'
        end as what
      from statement_lines l left join payout_items i on i.shop_id = l.shop_id and i.item_id = l.item_id
      where l.shop_id = ${shopId}
    )
    select statement_id || ' ' || number as line, what from compared where what is not null
    order by statement_id, number`);
  return rows;
}
