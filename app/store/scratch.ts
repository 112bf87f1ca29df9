import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";

/** The tables that a replay fills. All others are read from the app's own schema. */
const tables = ["commissions", "ledger_entries", "ledger_balances", "balance_lines"];

/** The schema of the app's tables. */
async function homeOf(tx: Db): Promise<string> {
  const { rows } = await tx.execute<{ name: string }>(sql`select current_schema() as name`);
  return rows[0]?.name ?? "public";
}

/** Creates a schema with empty copies of the ledger tables, without triggers and foreign keys. */
export async function createScratch(tx: Tx, schema: string): Promise<void> {
  const home = sql.identifier(await homeOf(tx));
  const scratch = sql.identifier(schema);
  await tx.execute(sql`create schema ${scratch}`);
  for (const table of tables.map((one) => sql.identifier(one))) {
    await tx.execute(sql`create table ${scratch}.${table} (like ${home}.${table} including all)`);
  }
}

export async function dropScratch(tx: Tx, schema: string): Promise<void> {
  await tx.execute(sql`drop schema ${sql.identifier(schema)} cascade`);
}

/** Runs `work` with the schema's tables in place of the ledger's, until it ends or the transaction does. */
export async function inScratch(tx: Tx, schema: string, work: () => Promise<void>): Promise<void> {
  const home = sql.identifier(await homeOf(tx));
  await tx.execute(sql`set local search_path to ${sql.identifier(schema)}, ${home}`);
  await work();
  await tx.execute(sql`set local search_path to ${home}`);
}

/**
 * Commissions whose amounts differ between the schema and the books, including those that only one of them has.
 */
export async function commissionsUnlike(tx: Tx, shopId: ShopId, schema: string) {
  const home = await homeOf(tx);
  const side = (of: string) => sql`
    select c.commission_id, c.affiliate_id, c.order_id, c.program_id, c.program_version, c.decision,
      coalesce(t.pending, 0) as pending, coalesce(t.payable, 0) as payable
    from ${sql.identifier(of)}.commissions c left join (
      select subject,
        sum(case when credit_account like 'pending:%' then amount_minor when debit_account like 'pending:%'
          then -amount_minor else 0 end) as pending,
        sum(case when credit_account like 'payable:%' then amount_minor when debit_account like 'payable:%'
          then -amount_minor else 0 end) as payable
      from ${sql.identifier(of)}.ledger_entries where shop_id = ${shopId} group by subject
    ) t on t.subject = c.commission_id
    where c.shop_id = ${shopId}`;
  const columns = [
    "affiliate_id",
    "order_id",
    "program_id",
    "program_version",
    "decision",
    "pending",
    "payable",
  ];
  const said = (of: string) =>
    sql.raw(`concat_ws(', ', ${columns.map((one) => `'${one} ' || ${of}.${one}`).join(", ")})`);
  const { rows } = await tx.execute<{
    id: string;
    order: string | null;
    affiliate: string;
    kept: string | null;
    rebuilt: string | null;
  }>(sql`
    with kept as (${side(home)}), rebuilt as (${side(schema)})
    select commission_id::text as id, coalesce(kept.order_id, rebuilt.order_id) as order,
      coalesce(kept.affiliate_id, rebuilt.affiliate_id)::text as affiliate,
      case when kept.affiliate_id is not null then ${said("kept")} end as kept,
      case when rebuilt.affiliate_id is not null then ${said("rebuilt")} end as rebuilt
    from kept full join rebuilt using (commission_id)
    where (kept.affiliate_id is null) <> (rebuilt.affiliate_id is null) or ${said("kept")} <> ${said("rebuilt")}
    order by kept.affiliate_id is null, commission_id`);
  return rows;
}

const replayedCodes = sql.raw("'earned', 'released', 'reversed', 'adjusted', 'written_off', 'opened'");

/** Balances that differ between the schema and the books, without payouts. */
export async function balancesUnlike(tx: Tx, shopId: ShopId, schema: string) {
  const home = sql.identifier(await homeOf(tx));
  const { rows } = await tx.execute<{
    affiliate: string;
    account: string;
    currency: string;
    kept: string;
    summed: string;
  }>(sql`
    with paid_out as (
      select credit_account as name, currency, amount_minor as amount from ${home}.ledger_entries
      where shop_id = ${shopId} and code not in (${replayedCodes})
      union all
      select debit_account, currency, -amount_minor from ${home}.ledger_entries
      where shop_id = ${shopId} and code not in (${replayedCodes})
    ), sums as (select name, currency, sum(amount) as amount from paid_out group by name, currency),
    kept as (
      select b.affiliate_id, b.account, b.currency, b.balance_minor - coalesce(sums.amount, 0) as amount
      from ${home}.ledger_balances b left join sums
        on sums.name = b.account || ':' || b.affiliate_id and sums.currency = b.currency
      where b.shop_id = ${shopId} and b.account in ('pending', 'payable')
    ), rebuilt as (
      select affiliate_id, account, currency, balance_minor as amount
      from ${sql.identifier(schema)}.ledger_balances where shop_id = ${shopId}
    )
    select affiliate_id::text as affiliate, account, currency, coalesce(kept.amount, 0)::text as kept,
      coalesce(rebuilt.amount, 0)::text as summed
    from kept full join rebuilt using (affiliate_id, account, currency)
    where coalesce(kept.amount, 0) <> coalesce(rebuilt.amount, 0)
    order by affiliate_id, currency, account`);
  return rows;
}
