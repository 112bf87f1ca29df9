import type { PayoutRequestId, PaymentId, ShopId } from "../domain/ids.ts";
import type { PostedPayment } from "../domain/payouts/posted-payment.ts";
import type { Db } from "../platform/db.server.ts";
import { and, asc, eq, gt, sql } from "drizzle-orm";
import { payoutRequests, payoutPayments } from "./schema/payouts.ts";

/** Payments in the order of their ids. */
export async function paymentsAfter(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
) {
  return db
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), gt(payoutPayments.paymentId, page.after as PaymentId)))
    .orderBy(asc(payoutPayments.paymentId))
    .limit(page.limit);
}

/** Amounts posted for these payments, by payment. A payment without postings has no entry. */
export async function postedPayments(
  db: Db,
  shopId: ShopId,
  ids: readonly PaymentId[],
): Promise<Map<string, PostedPayment>> {
  const { rows } = await db.execute<{
    payment: string;
    started: number;
    transit: string;
    paid: string;
    withheld: string;
    fee: string;
    others: number;
    revision: number;
  }>(sql`
    select t.subject as payment,
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
    from ledger_entries t join payout_payments i on i.shop_id = t.shop_id and i.payment_id = t.subject
    where t.shop_id = ${shopId} and t.subject = any(${sql.param([...ids])})
    group by t.subject`);
  return new Map(
    rows.map((row) => [
      row.payment,
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
 * Sections that do not agree with their payments in counts, totals, methods, currencies or status, and missing
 * sections that payments refer to.
 */
export async function wrongSections(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ section: string; what: string }>(sql`
    with payments as (
      select section_id, count(*)::int as count, sum(amount_minor) as total,
        count(*) filter (where closed_at is null)::int as open,
        count(*) filter (where status = 'planned')::int as planned,
        count(*) filter (where status = 'canceled')::int as cancelled
      from payout_payments where shop_id = ${shopId} group by section_id
    ), other as (
      select i.section_id, min(i.payment_id) as payment from payout_payments i join payout_sections b
        on b.shop_id = i.shop_id and b.section_id = i.section_id
      where i.shop_id = ${shopId} and (i.method <> b.method or i.currency <> b.currency) group by i.section_id
    )
    select b.section_id as section, case
      when b.payment_count <> coalesce(payments.count, 0)
        then 'says ' || b.payment_count || ' payments, and has ' || coalesce(payments.count, 0)
      when b.total_minor <> coalesce(payments.total, 0)
        then 'says a total of ' || b.total_minor || ', and its payments come to ' || coalesce(payments.total, 0)
      when other.payment is not null then 'is of another method or currency than its payment ' || other.payment
      when b.status in ('done', 'canceled') and payments.open > 0
        then 'is ' || b.status || ', and ' || payments.open || ' of its payments are open'
      when b.status in ('planning', 'planned') and payments.planned <> payments.count
        then 'is ' || b.status || ', and ' || (payments.count - payments.planned) || ' of its payments are further'
      when b.status = 'canceled' and payments.cancelled <> payments.count
        then 'is cancelled, and ' || (payments.count - payments.cancelled) || ' of its payments are not'
      else 'was sent without the yes that it needs' end as what
    from payout_sections b left join payments on payments.section_id = b.section_id left join other on other.section_id = b.section_id
    where b.shop_id = ${shopId} and (
      b.payment_count <> coalesce(payments.count, 0) or b.total_minor <> coalesce(payments.total, 0) or other.payment is not null
      or (b.status in ('done', 'canceled') and payments.open > 0)
      or (b.status in ('planning', 'planned') and payments.planned <> payments.count)
      or (b.status = 'canceled' and payments.cancelled <> payments.count)
      or (b.status in ('sending', 'done') and b.payment_count > 0
        and (b.confirmed_at is null or (b.needs_approval and b.approved_at is null)))
    )
    union all
    select section_id, 'is not there, and ' || count || ' payments belong to it' from payments
    where not exists (select from payout_sections b where b.shop_id = ${shopId} and b.section_id = payments.section_id)
    order by section`);
  return rows;
}

/** Contents of files and requests, in the order of their ids. */
export async function requestsAfter(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
) {
  return db
    .select()
    .from(payoutRequests)
    .where(
      and(eq(payoutRequests.shopId, shopId), gt(payoutRequests.requestId, page.after as PayoutRequestId)),
    )
    .orderBy(asc(payoutRequests.requestId))
    .limit(page.limit);
}

/** Requests and files that do not agree with their payments, and missing ones that payments refer to. */
export async function wrongRequests(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ request: string; what: string }>(sql`
    with payments as (
      select request_id, count(*)::int as count, sum(amount_minor) as total, min(section_id) as first, max(section_id) as last,
        count(*) filter (where closed_at is null)::int as open
      from payout_payments where shop_id = ${shopId} and request_id is not null group by request_id
    ), compared as (
      select c.request_id as request, case
        when c.payment_count <> coalesce(payments.count, 0)
          then 'says ' || c.payment_count || ' payments, and has ' || coalesce(payments.count, 0)
        when c.total_minor <> payments.total
          then 'says a total of ' || c.total_minor || ', and its payments come to ' || payments.total
        when c.section_id <> payments.first or c.section_id <> payments.last then 'is of another section than its payments'
        when c.status = 'paid' and payments.open > 0 then 'is settled, and ' || payments.open || ' of its payments are open'
        when (c.attempts = 0) <> (c.first_tried_at is null)
          then 'says ' || c.attempts || ' tries, the first at ' || coalesce(c.first_tried_at::text, 'no time')
        when c.status in ('sending', 'checking', 'accepted', 'needs_attention') and c.attempts = 0
          then 'is ' || c.status || ', and was never tried'
        when (c.provider_id in ('sepa', 'wise', 'generic')) <> (c.file_hash <> '')
          then 'says it was handed over as ' || c.provider_id || ', and has no such file'
        end as what
      from payout_requests c left join payments using (request_id) where c.shop_id = ${shopId}
      union all
      select request_id, 'is not there, and ' || count || ' payments are in it' from payments
      where not exists (select from payout_requests c where c.shop_id = ${shopId} and c.request_id = payments.request_id)
    )
    select request, what from compared where what is not null order by request`);
  return rows;
}

/**
 * Skipped affiliates who never had that balance, or whom the payout paid anyway. Other reasons were true only
 * at planning time and can't be checked later.
 */
export async function wrongSkipped(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ payout: string; affiliate: string; what: string }>(sql`
    with said as (
      select l.payout_id, l.affiliate_id, l.reason, l.payable_minor, l.currency
      from payout_skipped l where l.shop_id = ${shopId}
    ), stood as (
      select affiliate_id, currency, sum(
          case when credit_account = 'payable:' || affiliate_id then amount_minor
            when debit_account = 'payable:' || affiliate_id then -amount_minor else 0 end
        ) over (partition by affiliate_id, currency order by sequence) as amount
      from ledger_entries t
      where shop_id = ${shopId} and exists (select from said where said.affiliate_id = t.affiliate_id)
    ), ever as (select distinct affiliate_id, currency, amount from stood),
    compared as (
      select payout_id, affiliate_id, case
        when not exists (select from payouts p where p.shop_id = ${shopId} and p.payout_id = said.payout_id)
          then 'is of a payout that is not there'
        when exists (select from payout_payments i
          join payout_sections b on b.shop_id = i.shop_id and b.section_id = i.section_id
          where i.shop_id = ${shopId} and b.payout_id = said.payout_id and i.currency = said.currency
            and i.affiliate_id = said.affiliate_id) then 'was left out, and has a payment in the payout'
        when exists (select from payout_sections b where b.shop_id = ${shopId} and b.payout_id = said.payout_id
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

/**
 * Statements with another number of lines than they state or an incomplete comparison, and missing ones that
 * lines refer to. Lines that the app added are not in the number, but `matched_up_to` covers them.
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
 * Lines that disagree with their payment in facts that never change: id, amount and currency, of which the
 * amount and currency may differ for a further payment. Its state changes after the comparison, so the match
 * is not checked here.
 */
export async function wrongStatementLines(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ line: string; what: string }>(sql`
    with compared as (
      select l.statement_id, l.number, case
        when l.payment_id is not null and i.payment_id is null then 'is about ' || l.payment_id || ', which is not there'
        when l.match not in ('waiting', 'unexpected', 'unclear') and l.payment_id is null then 'is ' || l.match || ', and about no payout'
        when l.match in ('missing', 'awaited') and l.sender_item_id <> l.payment_id then 'names another payout than it is about'
        when l.payment_id is not null and l.match not in ('unexpected', 'unclear')
          and (l.match = 'amount') = (l.amount_minor = i.amount_minor and l.currency = i.currency)
          then 'is ' || l.match || ' with ' || l.amount_minor || ' ' || l.currency || ', the payout is of '
            || i.amount_minor || ' ' || i.currency
        when (l.resolution = '') <> (l.resolved_at is null) or (l.resolved_at is null) <> (l.resolved_by is null)
          then 'does not say when, by whom and by what it was resolved'
        end as what
      from statement_lines l left join payout_payments i on i.shop_id = l.shop_id and i.payment_id = l.payment_id
      where l.shop_id = ${shopId}
    )
    select statement_id || ' ' || number as line, what from compared where what is not null
    order by statement_id, number`);
  return rows;
}
