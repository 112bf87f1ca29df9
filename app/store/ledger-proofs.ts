import { eq, lte } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { ledgerProofs } from "./schema/ledger.ts";

export type LedgerProof = Omit<typeof ledgerProofs.$inferSelect, "shopId">;

/** When the books were last summed again, and what did not agree; null before the first time. */
export async function findProof(db: Db, shopId: ShopId): Promise<LedgerProof | null> {
  const [row] = await db.select().from(ledgerProofs).where(eq(ledgerProofs.shopId, shopId));
  return row ?? null;
}

/** Keeps the newest result of a shop; one that began earlier than what is kept changes nothing. */
export async function keepProof(db: Db, shopId: ShopId, proof: LedgerProof): Promise<void> {
  await db
    .insert(ledgerProofs)
    .values({ shopId, ...proof })
    .onConflictDoUpdate({
      target: ledgerProofs.shopId,
      set: proof,
      setWhere: lte(ledgerProofs.checkedAt, proof.checkedAt),
    });
}
