import { isIdOf, type PayoutBatchId, type ShopId } from "#app/domain/ids.ts";
import { type BatchIdentity, batchIdentity } from "#app/domain/payouts/batch-identity.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inSnapshot } from "#app/platform/db.server.ts";
import { sumBatch } from "#app/store/batch-books.ts";
import { findBatch } from "#app/store/payout-chunks.ts";
import { reconciledOfBatch } from "#app/store/statement-matching.ts";

export type BatchBooks = {
  readonly batchId: string;
  readonly currency: string;
  readonly identity: BatchIdentity;
  /** What providers' statements say of it, beside what the books say. */
  readonly reconciled: Awaited<ReturnType<typeof reconciledOfBatch>>;
};

/** M15 of a batch of payouts, and how far providers' statements agree with it; of one moment. */
export async function readBatchBooks(shopId: ShopId, batchId: string): Promise<BatchBooks | Refusal> {
  const none = refuse("not-found", "There is no such payout");
  if (!isIdOf("payoutBatch", batchId)) return none;
  return inSnapshot(async (tx) => {
    const batch = await findBatch(tx, shopId, batchId);
    if (!batch) return none;
    const { sums, openMinor } = await sumBatch(tx, shopId, batchId as PayoutBatchId);
    const reconciled = await reconciledOfBatch(tx, shopId, batchId as PayoutBatchId);
    return { batchId, currency: batch.currency, identity: batchIdentity(sums, openMinor), reconciled };
  });
}
