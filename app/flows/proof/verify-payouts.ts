import type { ShopId } from "#app/domain/ids.ts";
import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import { faultOfItem, nothingPosted } from "#app/domain/payouts/stand.ts";
import type { Db } from "#app/platform/db.server.ts";
import { isAsFrozen } from "#app/store/sealed-chunks.ts";
import { chunksAfter, wrongChunks, wrongLeftOut } from "#app/store/verification-handed-over.ts";
import { itemsAfter, postedItems, wrongBatches } from "#app/store/verification-payouts.ts";
import { wrongLines, wrongStatements } from "#app/store/verification-statements.ts";

const atOnce = 2_000;
/** Each holds a file, or the payments of hundreds. */
const chunksAtOnce = 100;

type Found = (one: Difference) => void;

/**
 * M16: every payout item against its transfers, batches and what was handed over against their items, who was left out
 * against what was payable, and lines of providers' statements against the payouts that they are about.
 */
export async function verifyPayouts(tx: Db, shopId: ShopId, found: Found): Promise<void> {
  await verifyItems(tx, shopId, found);
  for (const { batch, what } of await wrongBatches(tx, shopId)) {
    found(rowDifference("payout_batches", batch, what));
  }
  await verifyChunks(tx, shopId, found);
  for (const { payout, affiliate, what } of await wrongLeftOut(tx, shopId)) {
    found(rowDifference("payout_left_out", `${payout} ${affiliate}`, what, { affiliateId: affiliate }));
  }
  for (const { statement, what } of await wrongStatements(tx, shopId)) {
    found(rowDifference("provider_statements", statement, what));
  }
  for (const { line, what } of await wrongLines(tx, shopId)) {
    found(rowDifference("statement_lines", line, what));
  }
}

async function verifyItems(tx: Db, shopId: ShopId, found: Found): Promise<void> {
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
}

/** M17: what is handed over is what was frozen, and what its items come to. */
async function verifyChunks(tx: Db, shopId: ShopId, found: Found): Promise<void> {
  for (const { chunk, what } of await wrongChunks(tx, shopId)) {
    found(rowDifference("payout_chunks", chunk, what));
  }
  for (let after = ""; ;) {
    const chunks = await chunksAfter(tx, shopId, { after, limit: chunksAtOnce });
    for (const chunk of chunks) {
      if (!isAsFrozen(chunk)) found(rowDifference("payout_chunks", chunk.chunkId, "is not what was frozen"));
    }
    const last = chunks.at(-1);
    if (!last || chunks.length < chunksAtOnce) return;
    after = last.chunkId;
  }
}
