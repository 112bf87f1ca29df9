import type { ShopId } from "#app/domain/ids.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { countLedgerEntries, findProof, keepProof, type LedgerProof } from "#app/store/ledger-book.ts";
import { listShopIds } from "#app/store/shops.ts";
import { verifyShop } from "./verify-shop.ts";

/** Books with up to this many entries are verified on every view, larger ones daily and on demand. */
const smallBooks = 2_000;
/** Repeated requests within this time get the same answer. */
const freshMs = 5_000;
/** Above this, the number of entries since the last proof is a minimum. */
const countedUpTo = 10_000;

export type ProofView = {
  /** Null before the first proof. */
  readonly proof: LedgerProof | null;
  /** Ledger entries posted since, counted up to 10,000. */
  readonly newer: number;
  /** Opening the page verifies the books again. */
  readonly small: boolean;
};

/** Verifies the books of a shop and stores the result. Differences are reported, never repaired. */
export async function proveShop(shopId: ShopId, now: Date): Promise<LedgerProof> {
  const proof = { ...(await verifyShop(shopId)), checkedAt: now };
  if (proof.differenceCount > 0) {
    const { differenceCount: differences } = proof;
    log.error("The books do not agree with what they are made of", { shop: shopId, differences });
  }
  await keepProof(db(), shopId, proof);
  return proof;
}

/** The proof for a view: verified now if the books are small, otherwise the last one. */
export async function readProof(shopId: ShopId, now: Date): Promise<ProofView> {
  const kept = await findProof(db(), shopId);
  const size = await countLedgerEntries(db(), shopId, { filter: {}, upTo: smallBooks + 1 });
  const small = size <= smallBooks;
  const isFresh = kept !== null && now.getTime() - kept.checkedAt.getTime() < freshMs;
  if (small && !isFresh) return { proof: await proveShop(shopId, now), newer: 0, small };
  const after = kept?.highestSequence ?? 0n;
  const newer = await countLedgerEntries(db(), shopId, { filter: {}, after, upTo: countedUpTo });
  return { proof: kept, newer, small };
}

/** Starts a job that verifies the books of a shop. */
export async function askForProof(shopId: ShopId): Promise<void> {
  const queue = await openQueue();
  await inTransaction((tx) => queue.send(tx, "prove-books", { shopId }));
}

/**
 * The job: verifies the books of one shop, or of every shop, where an unreadable one does not stop the others.
 */
export async function proveBooks(shopId: string | undefined, now: Date): Promise<void> {
  if (shopId !== undefined) {
    await proveShop(shopId as ShopId, now);
    return;
  }
  await proveEveryShop(now);
}

async function proveEveryShop(now: Date): Promise<void> {
  for (const shopId of await listShopIds(db())) {
    try {
      await proveShop(shopId, now);
    } catch (error) {
      log.error("The books of a shop could not be summed", { shop: shopId, ...describeError(error) });
    }
  }
}
