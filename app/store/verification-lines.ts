import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/**
 * M22: payments whose coverings do not add up to their amount and the affiliate's part of the fee, or stand otherwise
 * than the payment; and coverings of lines of another affiliate or currency.
 */
export async function wrongCoverings(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ item: string; affiliate: string; what: string }>(sql`
    with covered as (
      select covering.item_id, sum(covering.amount_minor) as amount,
        count(*) filter (where covering.state <> case when i.closed_at is null then 'in_payout'
          when i.status = 'settled' then 'paid' else 'uncovered' end) as elsewhere,
        count(*) filter (where line.affiliate_id <> i.affiliate_id or line.currency <> i.currency
          or line.line_id is null) as foreign_lines
      from payout_coverings covering
        join payout_items i on i.shop_id = covering.shop_id and i.item_id = covering.item_id
        left join balance_lines line on line.shop_id = covering.shop_id and line.line_id = covering.line_id
      where covering.shop_id = ${shopId} group by covering.item_id
    )
    select i.item_id as item, i.affiliate_id as affiliate, case
      when coalesce(covered.amount, 0) <> i.amount_minor + i.withheld_minor
        then 'covers ' || coalesce(covered.amount, 0) || ', and pays ' || i.amount_minor || ' and a fee of ' || i.withheld_minor
      when covered.foreign_lines > 0 then 'covers lines of another affiliate or currency'
      else 'is ' || i.status || ', and ' || covered.elsewhere || ' of its coverings are not' end as what
    from payout_items i left join covered on covered.item_id = i.item_id
    where i.shop_id = ${shopId} and (coalesce(covered.amount, 0) <> i.amount_minor + i.withheld_minor
      or covered.foreign_lines > 0 or covered.elsewhere > 0)
    union all
    select covering.item_id, '', 'is not there, and covers ' || sum(covering.amount_minor)
    from payout_coverings covering
    where covering.shop_id = ${shopId} and not exists (select from payout_items i
      where i.shop_id = covering.shop_id and i.item_id = covering.item_id)
    group by covering.item_id
    order by 1`);
  return rows;
}

const inAccount = (account: string) =>
  sql.raw(`coalesce(sum(case when credit_account like '${account}:%' then amount_minor
    when debit_account like '${account}:%' then -amount_minor else 0 end), 0)`);

/**
 * M22: lines that are not the sum of their transfers and coverings. A payment has transfers of its own line only where a
 * fee stayed kept after it came back.
 */
export async function wrongLines(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ line: string; affiliate: string; kept: string; summed: string }>(sql`
    with posted as (
      select subject as line_id, affiliate_id, currency, ${inAccount("pending")} as pending,
        ${inAccount("payable")} as payable,
        min(sequence) filter (where credit_account like 'payable:%' or debit_account like 'payable:%') as first_sequence,
        max(recorded_at) filter (where debit_account like 'payable:%') as debited_at
      from ledger_transfers t where shop_id = ${shopId} and affiliate_id is not null and not exists (
        select from payout_items i where i.shop_id = t.shop_id and i.item_id = t.subject)
      group by subject, affiliate_id, currency
    ), kept_fees as (
      select i.item_id as line_id, sum(t.amount_minor) as amount from payout_items i
        join ledger_transfers t on t.shop_id = i.shop_id and t.subject = i.item_id
          and t.code = 'fee' and t.debit_account like 'payable:%'
      where i.shop_id = ${shopId} and i.status = 'returned' group by i.item_id
    ), covered as (
      select line_id, coalesce(sum(amount_minor) filter (where state = 'in_payout' and amount_minor > 0), 0) as in_payout,
        coalesce(sum(amount_minor) filter (where state = 'paid' and amount_minor > 0), 0) as paid,
        coalesce(-sum(amount_minor) filter (where state = 'in_payout' and amount_minor < 0), 0) as deducting,
        coalesce(-sum(amount_minor) filter (where state = 'paid' and amount_minor < 0), 0) as deducted
      from payout_coverings where shop_id = ${shopId} group by line_id
    ), kept as (
      select line_id, affiliate_id, concat_ws(', ', affiliate_id, currency, kind, 'made ' || created_at::text,
        'pending ' || pending_minor, 'payable ' || payable_minor, 'first ' || first_sequence,
        'debited ' || debited_at::text,
        'covered ' || concat_ws(' ', in_payout_minor, paid_minor, deducting_minor, deducted_minor)) as said
      from balance_lines where shop_id = ${shopId}
    ), named as (
      select line_id from posted union select commission_id from commissions where shop_id = ${shopId}
      union select line_id from covered union select line_id from kept_fees
    ), summed as (
      select named.line_id, coalesce(posted.affiliate_id, c.affiliate_id, i.affiliate_id) as affiliate_id, concat_ws(', ',
        coalesce(posted.affiliate_id, c.affiliate_id, i.affiliate_id), coalesce(posted.currency, c.currency, i.currency),
        case split_part(named.line_id, '_', 1) when 'com' then 'commission' when 'adj' then 'adjustment'
          when 'pit' then 'payout_item' when 'wof' then 'write_off' when 'opb' then 'opening_balance' end,
        'made ' || coalesce(c.created_at, line.created_at)::text,
        'pending ' || coalesce(posted.pending, 0), 'payable ' || coalesce(posted.payable, -kept_fees.amount, 0),
        'first ' || coalesce(posted.first_sequence, case when i.item_id is not null then (select min(sequence)
          from ledger_transfers t where t.shop_id = ${shopId} and t.subject = i.item_id) end),
        'debited ' || coalesce(posted.debited_at, case when i.item_id is not null then line.debited_at end)::text,
        'covered ' || concat_ws(' ', coalesce(covered.in_payout, 0), coalesce(covered.paid, 0),
          coalesce(covered.deducting, 0), coalesce(covered.deducted, 0))) as said
      from named left join posted on posted.line_id = named.line_id
        left join kept_fees on kept_fees.line_id = named.line_id
        left join covered on covered.line_id = named.line_id
        left join commissions c on c.shop_id = ${shopId} and c.commission_id = named.line_id
        left join payout_items i on i.shop_id = ${shopId} and i.item_id = named.line_id
        left join balance_lines line on line.shop_id = ${shopId} and line.line_id = named.line_id
    )
    select coalesce(kept.line_id, summed.line_id)::text as line, coalesce(kept.affiliate_id, summed.affiliate_id)::text as affiliate,
      coalesce(kept.said, 'nothing') as kept, coalesce(summed.said, 'nothing') as summed
    from kept full join summed on summed.line_id = kept.line_id
    where kept.said is distinct from summed.said order by 1`);
  return rows;
}

/** M22: balances that are not the open lines and the fees of payments that are not settled yet. */
export async function wrongOpenSums(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    affiliate: string;
    currency: string;
    open: string;
    fees: string;
    payable: string;
  }>(sql`
    with open_lines as (
      select affiliate_id, currency, sum(open_minor) as amount from balance_lines
      where shop_id = ${shopId} and open_minor <> 0 group by affiliate_id, currency
    ), fees as (
      select affiliate_id, currency, sum(withheld_minor) as amount from payout_items
      where shop_id = ${shopId} and closed_at is null group by affiliate_id, currency
    ), payable as (
      select affiliate_id, currency, balance_minor as amount from ledger_balances
      where shop_id = ${shopId} and account = 'payable'
    )
    select affiliate_id::text as affiliate, currency, coalesce(open_lines.amount, 0)::text as open,
      coalesce(fees.amount, 0)::text as fees, coalesce(payable.amount, 0)::text as payable
    from open_lines full join fees using (affiliate_id, currency) full join payable using (affiliate_id, currency)
    where coalesce(open_lines.amount, 0) + coalesce(fees.amount, 0) <> coalesce(payable.amount, 0)
    order by affiliate_id, currency`);
  return rows;
}
