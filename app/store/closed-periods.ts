import { desc, eq, sql } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { closedBalances, closedPeriods } from "./schema/ledger.ts";

export type ClosedPeriod = typeof closedPeriods.$inferSelect;

/** Closed periods, newest first, and their total number. */
export async function listClosedPeriods(
  db: Db,
  shopId: ShopId,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ periods: ClosedPeriod[]; total: number }> {
  const ofShop = eq(closedPeriods.shopId, shopId);
  const periods = await db
    .select()
    .from(closedPeriods)
    .where(ofShop)
    .orderBy(desc(closedPeriods.until))
    .limit(page.limit)
    .offset(page.offset);
  const [counted] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(closedPeriods)
    .where(ofShop);
  return { periods, total: counted?.total ?? 0 };
}

/** The last closed period, or null. */
export async function lastClosedPeriod(db: Db, shopId: ShopId): Promise<ClosedPeriod | null> {
  const { periods } = await listClosedPeriods(db, shopId, { limit: 1, offset: 0 });
  return periods[0] ?? null;
}

/** Time to wait for running postings. New postings wait for the lock meanwhile, so it must be short. */
const patience = "5s";

/**
 * Takes the shop's posting lock exclusively for this transaction (M14).
 * @throws database error `55P03` if a running posting takes longer than five seconds.
 */
export async function takePostingLock(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.execute(sql.raw(`set local lock_timeout = '${patience}'`));
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('posting ' || ${shopId}::text, 0))`);
  await tx.execute(sql`set local lock_timeout = 0`);
}

/**
 * Records a closed period with the shop's highest ledger entry and the balance of every account at its end,
 * added to those of the period before. The caller holds the posting lock.
 */
export async function insertClosedPeriod(
  tx: Tx,
  shopId: ShopId,
  period: {
    readonly since: Date | null;
    readonly until: Date;
    readonly closedBy: Actor;
    readonly closedAt: Date;
  },
): Promise<void> {
  const { since, until } = period;
  await tx.insert(closedPeriods).values({
    shopId,
    ...period,
    highestSequence: sql`(select coalesce(max(sequence), 0) from ledger_entries where shop_id = ${shopId})`,
  });
  await tx.execute(sql`
    insert into ${closedBalances} (shop_id, until, currency, account, balance_minor)
    select ${shopId}, ${until.toISOString()}, currency, account, sum(amount) from (
      select currency, account, balance_minor as amount from closed_balances
      where shop_id = ${shopId} and until = ${since?.toISOString() ?? null}
      union all ${movedWithin(shopId, { since, until })}
    ) as all_of_it group by currency, account`);
}

/** The movements of ledger entries recorded in a span, by currency and account over all affiliates. */
function movedWithin(
  shopId: ShopId,
  { since, until }: { readonly since: Date | null; readonly until: Date },
) {
  const within = sql`shop_id = ${shopId} and recorded_at < ${until.toISOString()}
    and (${since === null} or recorded_at >= ${(since ?? until).toISOString()})`;
  return sql`
    select currency, split_part(credit_account, ':', 1), amount_minor from ledger_entries where ${within}
    union all
    select currency, split_part(debit_account, ':', 1), -amount_minor from ledger_entries where ${within}`;
}

/** Ledger entries recorded in a closed period after it was closed. */
export async function entriesAfterClosing(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ transfer: string; affiliate: string | null; until: string }>(sql`
    select t.ledger_entry_id::text as transfer, t.affiliate_id::text as affiliate, p.until::text as until
    from closed_periods p join ledger_entries t on t.shop_id = p.shop_id
      and t.recorded_at < p.until and t.sequence > p.highest_sequence
      and (p.since is null or t.recorded_at >= p.since)
    where p.shop_id = ${shopId} order by t.sequence`);
  return rows;
}

/** Balances of closed periods that do not equal the sum of their ledger entries. */
export async function wrongClosedBalances(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{
    until: string;
    currency: string;
    account: string;
    kept: string;
    summed: string;
  }>(sql`
    with moved as (
      select recorded_at, currency, split_part(credit_account, ':', 1) as account, amount_minor as amount
      from ledger_entries where shop_id = ${shopId}
      union all
      select recorded_at, currency, split_part(debit_account, ':', 1), -amount_minor
      from ledger_entries where shop_id = ${shopId}
    ), within as (
      select p.until, m.currency, m.account, sum(m.amount) as amount
      from closed_periods p join moved m on m.recorded_at < p.until and (p.since is null or m.recorded_at >= p.since)
      where p.shop_id = ${shopId} group by 1, 2, 3
    ), summed as (
      select p.until, w.currency, w.account, sum(w.amount) as amount
      from closed_periods p join within w on w.until <= p.until
      where p.shop_id = ${shopId} group by 1, 2, 3
    ), kept as (
      select until, currency, account, balance_minor as amount from closed_balances where shop_id = ${shopId}
    )
    select until::text, currency, account, coalesce(kept.amount, 0)::text as kept,
      coalesce(summed.amount, 0)::text as summed
    from kept full join summed using (until, currency, account)
    where coalesce(kept.amount, 0) <> coalesce(summed.amount, 0) order by until, currency, account`);
  return rows;
}
