import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import { faultOfItem, nothingPosted } from "#app/domain/payouts/stand.ts";
import type { Db } from "#app/platform/db.server.ts";
import { itemsAfter, postedItems, wrongBatches } from "#app/store/verification-payouts.ts";

const atOnce = 2_000;

/** M16: every payout item against its transfers, and every batch against its items. */
export async function verifyPayouts(tx: Db, shopId: ShopId, found: (one: Difference) => void): Promise<void> {
  for (let after = ""; ;) {
    const items = await itemsAfter(tx, shopId, { after, limit: atOnce });
    const posted = await postedItems(
      tx,
      shopId,
      items.map((item) => item.itemId),
    );
    for (const { itemId, affiliateId, closedAt, ...item } of items) {
      const stand = { ...item, status: item.status as ItemState, isClosed: closedAt !== null };
      const what = faultOfItem(stand, posted.get(itemId) ?? nothingPosted);
      if (what !== null) found(rowDifference("payout_items", itemId, what, { affiliateId }));
    }
    const last = items.at(-1);
    if (!last || items.length < atOnce) break;
    after = last.itemId;
  }
  for (const { batch, what } of await wrongBatches(tx, shopId)) {
    found(rowDifference("payout_batches", batch, what));
  }
}
