import type { PayoutChunkId, PayoutItemId, ShopId } from "#app/domain/ids.ts";
import { findSender } from "#app/gateways/paypal/payout-body.ts";
import { type PaypalNotice, readNotice } from "#app/gateways/paypal/read-notice.ts";
import { type SignedNotice, verifyNotice } from "#app/gateways/paypal/verify-notice.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findChunk, hasten } from "#app/store/payout-chunks.ts";
import { findItem } from "#app/store/payout-items.ts";
import { keepNotice } from "#app/store/payout-notices.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";

/** No notice comes near. */
export const maxNoticeBytes = 200_000;

type Receipt = { readonly status: 200 | 401 | 503; readonly message: string };

/**
 * Takes a notice of PayPal's. Its signature is looked at before anything else, and nothing is kept of one that does not
 * hold. What it says is only a hint: the chunk it is about is looked at soon, once for each notice.
 */
export async function takeNotice(given: SignedNotice): Promise<Receipt> {
  const isSigned = await verifyNotice(given);
  if (isSigned === "unknown") return { status: 503, message: "The signature cannot be checked now" };
  if (!isSigned) return { status: 401, message: "The signature does not hold" };
  const notice = readNotice(given.rawBody);
  const about = notice && (await aboutOf(notice));
  // Somebody else's payment of the same account at PayPal.
  if (!notice || !about) return { status: 200, message: "Not of this app" };
  await inTransaction(async (tx) => {
    const { shopId, chunkId, itemId } = about;
    const { noticeId, kind, batchId } = notice;
    const row = { shopId, noticeId, kind, chunkId, itemId: itemId ?? "", receivedAt: given.now };
    if (!(await keepNotice(tx, row))) return;
    await hasten(tx, shopId, chunkId, { now: given.now, providerId: batchId });
  });
  nudgePayouts();
  return { status: 200, message: "Taken" };
}

type About = {
  readonly shopId: ShopId;
  readonly chunkId: PayoutChunkId;
  readonly itemId: PayoutItemId | null;
};

async function aboutOf({ senderBatchId, senderItemId }: PaypalNotice): Promise<About | null> {
  const ofItem = findSender("payoutItem", senderItemId);
  if (ofItem) {
    const item = await findItem(db(), ofItem.shopId, ofItem.id);
    return item?.chunkId ? { shopId: item.shopId, chunkId: item.chunkId, itemId: item.itemId } : null;
  }
  const ofChunk = findSender("payoutChunk", senderBatchId);
  const chunk = ofChunk && (await findChunk(db(), ofChunk.shopId, ofChunk.id));
  return chunk ? { shopId: chunk.shopId, chunkId: chunk.chunkId, itemId: null } : null;
}
