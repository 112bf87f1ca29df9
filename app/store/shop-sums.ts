import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import { owedAccounts } from "../domain/ledger/entries.ts";
import type { Db } from "../platform/db.server.ts";

/** A sum of a shop's ledger entries between accounts of these names, over all affiliates. Minor units. */
export type ShopSum = {
  readonly code: string;
  /** Account names without the affiliate. */
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  /** True for entries recorded within the span, false for later ones. */
  readonly within: boolean;
};

/**
 * Sums of a shop's ledger entries recorded since an instant, with those before `until` separate from later
 * ones. A few rows from one pass over the entries.
 */
export async function sumShopTransfers(
  db: Db,
  shopId: ShopId,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<ShopSum[]> {
  const { rows } = await db.execute<Omit<ShopSum, "amountMinor"> & { amount: string }>(sql`
    select code, split_part(debit_account, ':', 1) as debit, split_part(credit_account, ':', 1) as credit, currency,
      recorded_at < ${until.toISOString()} as within, sum(amount_minor)::text as amount
    from ledger_transfers where shop_id = ${shopId} and recorded_at >= ${since.toISOString()}
    group by 1, 2, 3, 4, 5 order by currency, code`);
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** A shop's stored balances by currency: pending, payable and in transit together. Minor units. */
export async function sumKeptOwed(db: Db, shopId: ShopId): Promise<Map<string, bigint>> {
  const { rows } = await db.execute<{ currency: string; owed: string }>(sql`
    select currency, sum(balance_minor)::text as owed from ledger_balances
    where shop_id = ${shopId} and account = any(${sql.param([...owedAccounts])}) group by currency`);
  return new Map(rows.map(({ currency, owed }) => [currency, BigInt(owed)]));
}
