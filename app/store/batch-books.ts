import { sql } from "drizzle-orm";
import type { PayoutBatchId, ShopId } from "../domain/ids.ts";
import type { BatchSum } from "../domain/payouts/batch.ts";
import type { Db } from "../platform/db.server.ts";

/** Sums of ledger entries about the payments of a section, and the amount of its open payments. Minor units. */
export async function sumBatch(
  db: Db,
  shopId: ShopId,
  batchId: PayoutBatchId,
): Promise<{ sums: BatchSum[]; openMinor: bigint }> {
  const { rows } = await db.execute<{ code: string; debit: string; cancelled: boolean; amount: string }>(sql`
    select t.code, split_part(t.debit_account, ':', 1) as debit, i.status = 'cancelled' as cancelled,
      sum(t.amount_minor)::text as amount
    from payout_items i join ledger_transfers t on t.shop_id = i.shop_id and t.subject = i.item_id
    where i.shop_id = ${shopId} and i.batch_id = ${batchId} group by 1, 2, 3`);
  const open = await db.execute<{ amount: string }>(sql`
    select coalesce(sum(amount_minor), 0)::text as amount from payout_items
    where shop_id = ${shopId} and batch_id = ${batchId} and closed_at is null`);
  const sums = rows.map(({ code, debit, cancelled, amount }) => {
    return { code, debit, isCancelled: cancelled, amountMinor: BigInt(amount) };
  });
  return { sums, openMinor: BigInt(open.rows[0]?.amount ?? "0") };
}
