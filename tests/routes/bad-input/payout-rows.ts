import { systemActor } from "#app/domain/actor.ts";
import type { PayoutBatchId, PayoutChunkId, PayoutItemId, ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertBatch, insertChunks } from "#app/store/payout-chunks.ts";
import { insertItems } from "#app/store/payout-plan.ts";
import { insertEmptyPayout } from "../../support/section.ts";
import { longAgo } from "../../support/selling-shop.ts";
import type { Merchant } from "./form.ts";

/** A payout of one affiliate that waits for a yes: what forms and calls of payouts are about. */
export async function makePayoutRow({ shopId, affiliateId }: Merchant): Promise<string> {
  return (await payoutRows(shopId, affiliateId)).payoutId;
}

/** The id of such a payout's only section. */
export async function makeSectionRow({ shopId, affiliateId }: Merchant): Promise<string> {
  return (await payoutRows(shopId, affiliateId)).batchId;
}

/** The id of such a payout's only payment. */
export async function makePayoutItemRow({ shopId, affiliateId }: Merchant): Promise<string> {
  return (await payoutRows(shopId, affiliateId)).itemId;
}

/** The id of a refused part of such a payout. */
export async function makePayoutPartRow(merchant: Merchant): Promise<string> {
  const { batchId } = await payoutRows(merchant.shopId, merchant.affiliateId);
  const chunkId = newId<PayoutChunkId>("poc", longAgo);
  const { shopId } = merchant;
  await inTransaction((tx) =>
    insertChunks(tx, [
      {
        shopId,
        batchId,
        chunkId,
        ordinal: 1,
        status: "refused",
        sealedContent: "sealed",
        contentHash: "hash",
        itemCount: 1,
        totalMinor: 500n,
        createdAt: longAgo,
      },
    ]),
  );
  return chunkId;
}

async function payoutRows(shopId: ShopId, affiliateId: Merchant["affiliateId"]) {
  const batchId = newId<PayoutBatchId>("pob", longAgo);
  const itemId = newId<PayoutItemId>("pit", longAgo);
  const of = { shopId, batchId, method: "paypal", currency: "USD" } as const;
  const payoutId = await inTransaction(async (tx) => {
    const created = { createdBy: systemActor, createdAt: longAgo };
    const id = await insertEmptyPayout(tx, shopId, created);
    await insertBatch(tx, {
      ...of,
      payoutId: id,
      status: "planned",
      itemCount: 1,
      totalMinor: 500n,
      createdBy: systemActor,
      createdAt: longAgo,
    });
    await insertItems(tx, [
      { ...of, itemId, affiliateId, amountMinor: 500n, status: "planned", revision: 1, plannedAt: longAgo },
    ]);
    return id;
  });
  return { payoutId, batchId, itemId };
}
