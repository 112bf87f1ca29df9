import { and, asc, eq, getTableColumns, gt, ne, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import type { CommissionRow } from "./commissions.ts";
import { ledgerTransfers } from "./schema/ledger.ts";
import { adjustments, balanceEntries, commissions } from "./schema/orders.ts";
import { payoutItems } from "./schema/payouts.ts";

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

/** Transfers in the order of posting, each with what of its subject it must agree with. */
export async function transfersWithSubjects(
  db: Db,
  shopId: ShopId,
  page: { readonly after: bigint | null; readonly limit: number },
) {
  return db
    .select({
      ...getTableColumns(ledgerTransfers),
      commissionAffiliate: commissions.affiliateId,
      commissionCurrency: commissions.currency,
      adjustmentAffiliate: adjustments.affiliateId,
      adjustmentCurrency: adjustments.currency,
      entryAffiliate: balanceEntries.affiliateId,
      entryCurrency: balanceEntries.currency,
      itemAffiliate: payoutItems.affiliateId,
      itemCurrency: payoutItems.currency,
    })
    .from(ledgerTransfers)
    .leftJoin(
      commissions,
      and(
        eq(commissions.shopId, ledgerTransfers.shopId),
        sql`${commissions.commissionId} = ${ledgerTransfers.subject}`,
      ),
    )
    .leftJoin(
      adjustments,
      and(
        eq(adjustments.shopId, ledgerTransfers.shopId),
        sql`${adjustments.adjustmentId} = ${ledgerTransfers.subject}`,
      ),
    )
    .leftJoin(
      balanceEntries,
      and(
        eq(balanceEntries.shopId, ledgerTransfers.shopId),
        sql`${balanceEntries.entryId} = ${ledgerTransfers.subject}`,
      ),
    )
    .leftJoin(
      payoutItems,
      and(
        eq(payoutItems.shopId, ledgerTransfers.shopId),
        sql`${payoutItems.itemId} = ${ledgerTransfers.subject}`,
      ),
    )
    .where(
      and(
        eq(ledgerTransfers.shopId, shopId),
        page.after === null ? undefined : gt(ledgerTransfers.sequence, page.after),
      ),
    )
    .orderBy(asc(ledgerTransfers.sequence))
    .limit(page.limit);
}

export type TransferWithSubject = Awaited<ReturnType<typeof transfersWithSubjects>>[number];

/** Transfers that share their sequence with an earlier one. */
export async function sharedSequences(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ transfer: string; affiliate: string | null; sequence: string }>(sql`
    select max(transfer_id) as transfer, max(affiliate_id) as affiliate, sequence::text as sequence
    from ledger_transfers where shop_id = ${shopId} group by ledger_transfers.sequence having count(*) > 1
    order by ledger_transfers.sequence`);
  return rows;
}

/** M12: decisions of which the audit trail knows nothing. */
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

/** M12: adjustments that are not posted once, as they were given. */
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
      from ledger_transfers where shop_id = ${shopId} and code = 'adjusted' group by subject
    )
    select adjustment_id as adjustment, affiliate_id as affiliate, amount_minor::text as amount,
      coalesce(posted.amount, 0)::text as posted, coalesce(posted.count, 0) as count
    from adjustments left join posted on posted.subject = adjustment_id
    where shop_id = ${shopId} and (coalesce(posted.amount, 0) <> amount_minor or posted.count <> 1)
    order by adjustment_id`);
  return rows;
}

/** Write-offs and opening balances that are not posted once, as they were entered. */
export async function wrongBalanceEntries(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ entry: string; affiliate: string; what: string; posted: string }>(sql`
    with posted as (
      select subject, string_agg(code || ' ' || split_part(debit_account, ':', 1) || ' → '
        || split_part(credit_account, ':', 1) || ' ' || amount_minor, ', ' order by sequence) as moves
      from ledger_transfers where shop_id = ${shopId} and code in ('written_off', 'opened') group by subject
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

/** Bonuses and additions by hand, in the order of their ids. */
export async function commissionsBesideOrders(
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

/** Rows that name no order, or an order or a version of terms that is not there. */
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
