import { sql } from "drizzle-orm";
import type { PayoutItemId, ShopId } from "../domain/ids.ts";
import type { ItemState } from "../domain/payouts/item.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db, Tx } from "../platform/db.server.ts";

/** The states of which an affiliate is told by mail. */
export type ToldState = Extract<ItemState, "settled" | "unclaimed" | "returned" | "failed">;

export type UntoldPayout = {
  readonly itemId: PayoutItemId;
  readonly status: ToldState;
  readonly name: string;
  readonly email: string;
  /** Minor units as text. */
  readonly amount: string;
  readonly currency: string;
  readonly method: PayoutMethod;
  readonly receiver: string;
};

const isUntold = sql`i.status in ('settled', 'unclaimed', 'returned', 'failed') and i.told_status <> i.status`;

/** The shops with payouts of which their affiliates have to be told. */
export async function shopsWithUntold(db: Db): Promise<ShopId[]> {
  const { rows } = await db.execute<{ shopId: ShopId }>(sql`
    select distinct i.shop_id as "shopId" from payout_items i where ${isUntold} order by 1`);
  return rows.map((row) => row.shopId);
}

/** Some payouts of which their affiliates have to be told, held until the transaction ends; others may hold some too. */
export async function lockUntold(tx: Tx, shopId: ShopId, limit: number): Promise<UntoldPayout[]> {
  const { rows } = await tx.execute<UntoldPayout>(sql`
    select i.item_id as "itemId", i.status, a.name, a.email, i.amount_minor::text as amount, i.currency, i.method,
      i.receiver
    from payout_items i join affiliates a on a.shop_id = i.shop_id and a.affiliate_id = i.affiliate_id
    where i.shop_id = ${shopId} and ${isUntold}
    order by i.item_id limit ${limit} for update of i skip locked`);
  return rows;
}

/** They were told of the state that these payouts have now. */
export async function markTold(tx: Tx, shopId: ShopId, itemIds: readonly PayoutItemId[]): Promise<void> {
  await tx.execute(sql`
    update payout_items set told_status = status
    where shop_id = ${shopId} and item_id = any(${sql.param([...itemIds])})`);
}
