import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { and, asc, eq, getTableColumns, gt, ne, sql } from "drizzle-orm";
import type { CommissionRow } from "./commissions.ts";
import { ledgerEntries } from "./schema/ledger.ts";
import { adjustments, balanceEntries, commissions } from "./schema/orders.ts";
import { payoutPayments } from "./schema/payouts.ts";

/** Balances of a shop that differ from the sum of their ledger entries. */
export async function wrongBalances(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    account: string;
    affiliate: string;
    currency: string;
    kept: string;
    summed: string;
  }>(sql`
    with moved as (
      select credit_account as account, currency, amount_minor as amount from ledger_entries where shop_id = ${shopId}
      union all
      select debit_account, currency, -amount_minor from ledger_entries where shop_id = ${shopId}
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

/** Number of a shop's ledger entries, their highest sequence, and the number of its balances. */
export async function sizeOfBooks(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ transfers: number; highest: string; balances: number }>(sql`
    select (select count(*)::int from ledger_entries where shop_id = ${shopId}) as transfers,
      (select coalesce(max(sequence), 0)::text from ledger_entries where shop_id = ${shopId}) as highest,
      (select count(*)::int from ledger_balances where shop_id = ${shopId}) as balances`);
  const [size] = rows;
  if (!size) throw new Error("A select without a table has one row.");
  return { transfers: size.transfers, highestSequence: BigInt(size.highest), balances: size.balances };
}

/** Ledger entries in the order of posting, each with the facts of its subject that it must agree with. */
export async function ledgerEntriesWithSubjects(
  db: Db,
  shopId: ShopId,
  page: { readonly after: bigint | null; readonly limit: number },
) {
  return db
    .select({
      ...getTableColumns(ledgerEntries),
      commissionAffiliate: commissions.affiliateId,
      commissionCurrency: commissions.currency,
      adjustmentAffiliate: adjustments.affiliateId,
      adjustmentCurrency: adjustments.currency,
      entryAffiliate: balanceEntries.affiliateId,
      entryCurrency: balanceEntries.currency,
      paymentAffiliate: payoutPayments.affiliateId,
      itemCurrency: payoutPayments.currency,
    })
    .from(ledgerEntries)
    .leftJoin(
      commissions,
      and(
        eq(commissions.shopId, ledgerEntries.shopId),
        sql`${commissions.commissionId} = ${ledgerEntries.subject}`,
      ),
    )
    .leftJoin(
      adjustments,
      and(
        eq(adjustments.shopId, ledgerEntries.shopId),
        sql`${adjustments.adjustmentId} = ${ledgerEntries.subject}`,
      ),
    )
    .leftJoin(
      balanceEntries,
      and(
        eq(balanceEntries.shopId, ledgerEntries.shopId),
        sql`${balanceEntries.entryId} = ${ledgerEntries.subject}`,
      ),
    )
    .leftJoin(
      payoutPayments,
      and(
        eq(payoutPayments.shopId, ledgerEntries.shopId),
        sql`${payoutPayments.paymentId} = ${ledgerEntries.subject}`,
      ),
    )
    .where(
      and(
        eq(ledgerEntries.shopId, shopId),
        page.after === null ? undefined : gt(ledgerEntries.sequence, page.after),
      ),
    )
    .orderBy(asc(ledgerEntries.sequence))
    .limit(page.limit);
}

export type LedgerEntryWithSubject = Awaited<ReturnType<typeof ledgerEntriesWithSubjects>>[number];

/** Ledger entries that have the sequence of an earlier one. */
export async function sharedSequences(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ transfer: string; affiliate: string | null; sequence: string }>(sql`
    select max(ledger_entry_id) as transfer, max(affiliate_id) as affiliate, sequence::text as sequence
    from ledger_entries where shop_id = ${shopId} group by ledger_entries.sequence having count(*) > 1
    order by ledger_entries.sequence`);
  return rows;
}

/** M12: decisions without an audit event. */
export async function unknownDecisions(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ decision: string; what: string; order: string | null }>(sql`
    select decision_id as decision, kind || ' of ' || subject_id || ' at ' || at as what,
      case when subject_kind = 'order' then subject_id end as order
    from decisions d where shop_id = ${shopId} and not exists (
      select 1 from audit_events e where e.shop_id = d.shop_id and e.subject_kind = d.subject_kind
        and e.subject_id = d.subject_id and e.action = d.kind and e.at = d.at)
    order by sequence`);
  return rows;
}

/** M12: adjustments that are not posted exactly once with their amount. */
export async function wrongAdjustments(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    adjustment: string;
    affiliate: string;
    amount: string;
    posted: string;
    count: number;
  }>(sql`
    with posted as (
      select subject, count(*)::int as count,
        sum(case when credit_account like 'payable:%' then amount_minor else -amount_minor end) as amount
      from ledger_entries where shop_id = ${shopId} and code = 'adjusted' group by subject
    )
    select adjustment_id as adjustment, affiliate_id as affiliate, amount_minor::text as amount,
      coalesce(posted.amount, 0)::text as posted, coalesce(posted.count, 0) as count
    from adjustments left join posted on posted.subject = adjustment_id
    where shop_id = ${shopId} and (coalesce(posted.amount, 0) <> amount_minor or posted.count <> 1)
    order by adjustment_id`);
  return rows;
}

/** Write-offs and opening balances that are not posted exactly once with their amount. */
export async function wrongBalanceEntries(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ entry: string; affiliate: string; what: string; posted: string }>(sql`
    with posted as (
      select subject, string_agg(code || ' ' || split_part(debit_account, ':', 1) || ' → '
        || split_part(credit_account, ':', 1) || ' ' || amount_minor, ', ' order by sequence) as moves
      from ledger_entries e where shop_id = ${shopId} and code in ('written_off', 'opened')
        -- Later postings of an imported balance follow from its own row.
        and (idempotency_key like subject || ':1:%' or not exists (select 1 from imported_balances b
          where b.shop_id = e.shop_id and b.entry_id = e.subject))
      group by subject
    ), entered as (
      select entry_id, affiliate_id, case when kind = 'write_off' then 'written_off written_off → payable '
          when amount_minor > 0 then 'opened opening → ' || account || ' '
          else 'opened ' || account || ' → opening ' end || abs(amount_minor) as moves
      from balance_entries where shop_id = ${shopId}
    )
    select entry_id as entry, affiliate_id as affiliate, entered.moves as what,
      coalesce(posted.moves, 'nothing') as posted
    from entered left join posted on posted.subject = entry_id
    where posted.moves is distinct from entered.moves order by entry_id`);
  return rows;
}

/**
 * Balances from other systems whose ledger entries do not add up to what is left of them, in the account that they
 * are in, and imports whose totals their balances do not add up to.
 */
export async function wrongImportedBalances(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    table: string;
    key: string;
    affiliate: string | null;
    what: string;
  }>(sql`
    with posted as (
      select e.subject,
        sum(case when credit_account like 'pending:%' then amount_minor when debit_account like 'pending:%' then -amount_minor else 0 end) as pending,
        sum(case when credit_account like 'payable:%' then amount_minor when debit_account like 'payable:%' then -amount_minor else 0 end) as payable,
        max(split_part(idempotency_key, ':', 2)::int) as revision
      from ledger_entries e join imported_balances b on b.shop_id = e.shop_id and b.entry_id = e.subject
      where e.shop_id = ${shopId} group by e.subject
    ), expected as (
      select b.entry_id, b.affiliate_id, b.revision, b.opened_minor,
        case when releases_at is not null and released_at is null then current_minor else 0 end as pending,
        case when releases_at is not null and released_at is null then 0 else current_minor end as payable,
        e.amount_minor, e.affiliate_id = b.affiliate_id and e.currency = b.currency
          and (e.account = 'pending') = (releases_at is not null) as is_same
      from imported_balances b left join balance_entries e on e.shop_id = b.shop_id and e.entry_id = b.entry_id
      where b.shop_id = ${shopId}
    ), totals as (
      select i.import_id, t ->> 'currency' as currency,
        (t ->> 'pendingMinor')::bigint + (t ->> 'payableMinor')::bigint as amount
      from file_imports i, jsonb_array_elements(i.totals) t where i.shop_id = ${shopId} and i.finished_at is not null
    ), opened as (
      select b.import_id, b.currency, sum(b.opened_minor) as amount from imported_balances b
        join file_imports i on i.shop_id = b.shop_id and i.import_id = b.import_id and i.finished_at is not null
      where b.shop_id = ${shopId} group by b.import_id, b.currency
    )
    select 'imported_balances' as table, entry_id as key, affiliate_id as affiliate,
      'says pending ' || expected.pending || ', available ' || expected.payable || ', revision ' || expected.revision
        || ' of ' || opened_minor || ', posted are ' || coalesce(posted.pending, 0) || ', ' || coalesce(posted.payable, 0)
        || ', ' || coalesce(posted.revision, 0) || ' of ' || coalesce(amount_minor, 0) as what
    from expected left join posted on posted.subject = entry_id
    where posted.pending is distinct from expected.pending or posted.payable is distinct from expected.payable
      or posted.revision is distinct from expected.revision or opened_minor is distinct from amount_minor
      or is_same is not true
    union all
    select 'file_imports', coalesce(totals.import_id, opened.import_id), null,
      'says it opened ' || coalesce(totals.amount, 0) || ' ' || coalesce(totals.currency, opened.currency)
        || ', its balances are ' || coalesce(opened.amount, 0)
    from totals full join opened on opened.import_id = totals.import_id and opened.currency = totals.currency
    where coalesce(totals.amount, 0) <> coalesce(opened.amount, 0)
    order by 1 desc, 2`);
  return rows;
}

/** Bonuses and manual commissions in the order of their ids. */
export async function commissionsOtherCommissions(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
): Promise<CommissionRow[]> {
  return db
    .select()
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, shopId),
        ne(commissions.kind, "order"),
        sql`${commissions.commissionId} > ${page.after}`,
      ),
    )
    .orderBy(asc(commissions.commissionId))
    .limit(page.limit);
}

/** Write-offs and opening balances in the order of their ids. */
export async function balanceEntriesAfter(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
) {
  return db
    .select()
    .from(balanceEntries)
    .where(and(eq(balanceEntries.shopId, shopId), sql`${balanceEntries.entryId} > ${page.after}`))
    .orderBy(asc(balanceEntries.entryId))
    .limit(page.limit);
}

/** Adjustments in the order of their ids. */
export async function adjustmentsAfter(
  db: Db,
  shopId: ShopId,
  page: { readonly after: string; readonly limit: number },
) {
  return db
    .select()
    .from(adjustments)
    .where(and(eq(adjustments.shopId, shopId), sql`${adjustments.adjustmentId} > ${page.after}`))
    .orderBy(asc(adjustments.adjustmentId))
    .limit(page.limit);
}

/** Rows that refer to a missing order or terms version, or to no order although they need one. */
export async function danglingRows(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ kind: string; id: string; affiliate: string | null; what: string }>(sql`
    select 'commissions' as kind, commission_id::text as id, affiliate_id::text as affiliate,
      'names the order ' || order_id || ', which is not there' as what
    from commissions c where shop_id = ${shopId} and order_id is not null
      and not exists (select 1 from orders o where o.shop_id = c.shop_id and o.order_id = c.order_id)
    union all
    select 'commissions', commission_id::text, affiliate_id::text, 'is of an order, and names none'
    from commissions where shop_id = ${shopId} and kind <> 'manual' and order_id is null
    union all
    select 'commissions', commission_id::text, affiliate_id::text,
      'names version ' || program_version || ' of ' || program_id || ', which is not there'
    from commissions c where shop_id = ${shopId} and not exists (select 1 from program_versions v
      where v.shop_id = c.shop_id and v.program_id = c.program_id and v.version = c.program_version)
    union all
    select 'orders', order_id, affiliate_id::text,
      'names version ' || program_version || ' of ' || program_id || ', which is not there'
    from orders o where shop_id = ${shopId} and program_id is not null and not exists (select 1 from program_versions v
      where v.shop_id = o.shop_id and v.program_id = o.program_id and v.version = o.program_version)
    order by 1, 2`);
  return rows;
}

/** Frozen rows that differ from their insertion, and numbers that no version has any more. */
export async function wrongFrozen(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ kind: string; id: string; affiliate: string | null; what: string }>(sql`
    with terms as (
      select program_id, version, affiliate_id, lag(version, 1, 0) over (partition by program_id order by version) as before,
        digest = digest_of_terms(v) as is_whole
      from program_versions v where shop_id = ${shopId}
    ), rules as (
      select version, lag(version, 1, 0) over (order by version) as before, digest = digest_of_rules(v) as is_whole
      from attribution_versions v where shop_id = ${shopId}
    )
    select 'program_versions' as kind, program_id || ':' || version as id, affiliate_id::text as affiliate,
      'does not say what its digest was made of' as what from terms where not is_whole
    union all
    select 'program_versions', program_id || ':' || (before + 1), null, 'is not there, and later versions are'
    from terms where version <> before + 1
    union all
    select 'attribution_versions', version::text, null, 'does not say what its digest was made of'
    from rules where not is_whole
    union all
    select 'attribution_versions', (before + 1)::text, null, 'is not there, and later versions are'
    from rules where version <> before + 1
    union all
    select 'withdrawn_versions', program_id || ':' || version, null, 'was withdrawn after it had started'
    from withdrawn_versions w join program_versions v using (shop_id, program_id, version)
    where shop_id = ${shopId} and w.withdrawn_at >= v.effective_from
    order by 1 desc, 2`);
  return rows;
}

/**
 * M22: payments whose coverings do not add up to their amount and the affiliate's share of the fee, or have
 * another state than the payment, and coverings of lines of another affiliate or currency.
 */
export async function wrongCoverings(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ payment: string; affiliate: string; what: string }>(sql`
    with covered as (
      select covering.payment_id, sum(covering.amount_minor) as amount,
        count(*) filter (where covering.state <> case when i.closed_at is null then 'in_payout'
          when i.status = 'paid' then 'paid' else 'uncovered' end) as elsewhere,
        count(*) filter (where line.affiliate_id <> i.affiliate_id or line.currency <> i.currency
          or line.line_id is null) as foreign_lines
      from payout_coverings covering
        join payout_payments i on i.shop_id = covering.shop_id and i.payment_id = covering.payment_id
        left join balance_lines line on line.shop_id = covering.shop_id and line.line_id = covering.line_id
      where covering.shop_id = ${shopId} group by covering.payment_id
    )
    select i.payment_id as payment, i.affiliate_id as affiliate, case
      when coalesce(covered.amount, 0) <> i.amount_minor + i.withheld_minor
        then 'covers ' || coalesce(covered.amount, 0) || ', and pays ' || i.amount_minor || ' and a fee of ' || i.withheld_minor
      when covered.foreign_lines > 0 then 'covers lines of another affiliate or currency'
      else 'is ' || i.status || ', and ' || covered.elsewhere || ' of its coverings are not' end as what
    from payout_payments i left join covered on covered.payment_id = i.payment_id
    where i.shop_id = ${shopId} and (coalesce(covered.amount, 0) <> i.amount_minor + i.withheld_minor
      or covered.foreign_lines > 0 or covered.elsewhere > 0)
    union all
    select covering.payment_id, '', 'is not there, and covers ' || sum(covering.amount_minor)
    from payout_coverings covering
    where covering.shop_id = ${shopId} and not exists (select from payout_payments i
      where i.shop_id = covering.shop_id and i.payment_id = covering.payment_id)
    group by covering.payment_id
    order by 1`);
  return rows;
}

const inAccount = (account: string) =>
  sql.raw(`coalesce(sum(case when credit_account like '${account}:%' then amount_minor
    when debit_account like '${account}:%' then -amount_minor else 0 end), 0)`);

/**
 * M22: lines that differ from the sum of their ledger entries and coverings. A payment has ledger entries of
 * its own line only if a fee was kept after the payment came back.
 */
export async function wrongLines(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ line: string; affiliate: string; kept: string; summed: string }>(sql`
    with posted as (
      select subject as line_id, affiliate_id, currency, ${inAccount("pending")} as pending,
        ${inAccount("payable")} as payable,
        min(sequence) filter (where credit_account like 'payable:%' or debit_account like 'payable:%') as first_sequence,
        max(recorded_at) filter (where debit_account like 'payable:%') as debited_at
      from ledger_entries t where shop_id = ${shopId} and affiliate_id is not null and not exists (
        select from payout_payments i where i.shop_id = t.shop_id and i.payment_id = t.subject)
      group by subject, affiliate_id, currency
    ), kept_fees as (
      select i.payment_id as line_id, sum(t.amount_minor) as amount from payout_payments i
        join ledger_entries t on t.shop_id = i.shop_id and t.subject = i.payment_id
          and t.code = 'fee' and t.debit_account like 'payable:%'
      where i.shop_id = ${shopId} and i.status = 'returned' group by i.payment_id
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
          when 'pit' then 'payment' when 'wof' then 'write_off' when 'opb' then 'opening_balance' end,
        'made ' || coalesce(c.created_at, line.created_at)::text,
        'pending ' || coalesce(posted.pending, 0), 'payable ' || coalesce(posted.payable, -kept_fees.amount, 0),
        'first ' || coalesce(posted.first_sequence, case when i.payment_id is not null then (select min(sequence)
          from ledger_entries t where t.shop_id = ${shopId} and t.subject = i.payment_id) end),
        'debited ' || coalesce(posted.debited_at, case when i.payment_id is not null then line.debited_at end)::text,
        'covered ' || concat_ws(' ', coalesce(covered.in_payout, 0), coalesce(covered.paid, 0),
          coalesce(covered.deducting, 0), coalesce(covered.deducted, 0))) as said
      from named left join posted on posted.line_id = named.line_id
        left join kept_fees on kept_fees.line_id = named.line_id
        left join covered on covered.line_id = named.line_id
        left join commissions c on c.shop_id = ${shopId} and c.commission_id = named.line_id
        left join payout_payments i on i.shop_id = ${shopId} and i.payment_id = named.line_id
        left join balance_lines line on line.shop_id = ${shopId} and line.line_id = named.line_id
    )
    select coalesce(kept.line_id, summed.line_id)::text as line, coalesce(kept.affiliate_id, summed.affiliate_id)::text as affiliate,
      coalesce(kept.said, 'nothing') as kept, coalesce(summed.said, 'nothing') as summed
    from kept full join summed on summed.line_id = kept.line_id
    where kept.said is distinct from summed.said order by 1`);
  return rows;
}

/** M22: balances that differ from their open lines and the fees of payments that are not paid yet. */
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
      select affiliate_id, currency, sum(withheld_minor) as amount from payout_payments
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
