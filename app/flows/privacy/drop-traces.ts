import type { ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { hashOfFacts } from "#app/store/orders.ts";
import { type KeptFacts, lockTracedOrders, saveFacts } from "#app/store/retention.ts";

/** Orders of one transaction, so that none is held up for long. */
const atOnce = 200;

/**
 * Forgets by which hashes the buyers of older orders could be recognised, and from which site they came. Commissions,
 * flags and decisions stay, and so does who is bound; a message that tells of an old order again fills its hashes until
 * the next time.
 */
export async function dropTraces(shopId: ShopId, before: Date): Promise<void> {
  let dropped = atOnce;
  while (dropped === atOnce) {
    dropped = await inTransaction(async (tx) => {
      const rows = await lockTracedOrders(tx, shopId, { before, limit: atOnce });
      if (rows.length > 0) await saveFacts(tx, shopId, rows.map(withoutTraces));
      return rows.length;
    });
  }
}

/** Facts whose hash was wrong before keep it, so that a verification names them as it did. */
function withoutTraces({ orderId, facts, factsHash }: KeptFacts): KeptFacts {
  const { traces: _traces, ...kept } = facts;
  const isSound = factsHash === hashOfFacts(facts);
  return { orderId, facts: kept, factsHash: isSound ? hashOfFacts(kept) : factsHash };
}
