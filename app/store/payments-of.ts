import { sql, type SQL } from "drizzle-orm";
import { isIdOf, type ShopId } from "../domain/ids.ts";

/** The ids of the payments of a payout, of one of its sections, or of one payment. An id of another kind has none. */
export function paymentsOf(shopId: ShopId, id: string): SQL {
  const items = sql`select item_id from payout_items where shop_id = ${shopId}`;
  if (isIdOf("payoutItem", id)) return sql`${items} and item_id = ${id}`;
  if (isIdOf("payoutBatch", id)) return sql`${items} and batch_id = ${id}`;
  if (!isIdOf("payout", id)) return sql`${items} and false`;
  return sql`${items} and batch_id in (
    select batch_id from payout_batches where shop_id = ${shopId} and payout_id = ${id})`;
}
