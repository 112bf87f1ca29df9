import { sql } from "drizzle-orm";
import type { AffiliateId, PayoutDetailsId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";

/** Affiliates whose customer accounts a payout needs. */
export type CustomerCheckQuery = {
  /** Null for all currencies. */
  readonly currency: string | null;
  readonly chosen: readonly AffiliateId[] | null;
  readonly programId: ProgramId | null;
  readonly now: Date;
  /** Details checked after this are excluded. */
  readonly checkedBefore: Date;
  readonly limit: number;
};

export type DetailsToCheck = { readonly detailsId: PayoutDetailsId; readonly sealed: string };

/**
 * Store credit details with an available balance whose customer was not checked lately, the oldest check
 * first.
 */
export async function detailsToCheck(
  db: Db,
  shopId: ShopId,
  { currency, chosen, programId, now, checkedBefore, limit }: CustomerCheckQuery,
): Promise<DetailsToCheck[]> {
  const inCurrency = currency === null ? sql`` : sql`and b.currency = ${currency}`;
  const isChosen = chosen ? sql`and d.affiliate_id = any(${sql.param([...chosen])})` : sql``;
  const isMember =
    programId === null
      ? sql``
      : sql`and exists (select 1 from program_members m where m.shop_id = ${shopId}
          and m.program_id = ${programId} and m.affiliate_id = d.affiliate_id and m.left_at is null)`;
  const { rows } = await db.execute<DetailsToCheck>(sql`
    select d.details_id as "detailsId", d.sealed from payout_details d
    where d.shop_id = ${shopId} and d.method = 'store_credit'
      and d.effective_at <= ${now} and (d.ended_at is null or d.ended_at > ${now})
      and (d.customer_checked_at is null or d.customer_checked_at <= ${checkedBefore})
      and exists (select 1 from ledger_balances b where b.shop_id = ${shopId} and b.affiliate_id = d.affiliate_id
        and b.account = 'payable' and b.balance_minor > 0 ${inCurrency})
      ${isChosen} ${isMember}
    order by d.customer_checked_at nulls first, d.details_id limit ${limit}`);
  return rows;
}

export type CustomerChecks = {
  readonly checked: readonly PayoutDetailsId[];
  /** Those whose customer the store doesn't have. */
  readonly missing: readonly PayoutDetailsId[];
  readonly now: Date;
};

/** Saves the store's answer about the customers of these details. */
export async function saveCustomerChecks(
  tx: Tx,
  shopId: ShopId,
  { checked, missing, now }: CustomerChecks,
): Promise<void> {
  const ids = sql.param([...checked]);
  // Simultaneous checks lock the rows in the same order.
  await tx.execute(sql`select 1 from payout_details where shop_id = ${shopId} and details_id = any(${ids})
    order by details_id for no key update`);
  await tx.execute(sql`
    update payout_details set customer_checked_at = ${now},
      customer_missing_at = case when details_id = any(${sql.param([...missing])})
        then coalesce(customer_missing_at, ${now}::timestamptz) end
    where shop_id = ${shopId} and details_id = any(${ids})`);
}
