import { and, eq } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { shopLogos, shops } from "./schema/shops.ts";

export type ShopLogo = typeof shopLogos.$inferSelect;

/** A shop's logo of that hash, with its bytes. */
export async function findLogo(
  db: Db,
  shopId: ShopId,
  hash: string,
): Promise<Pick<ShopLogo, "type" | "bytes"> | null> {
  const [logo] = await db
    .select({ type: shopLogos.type, bytes: shopLogos.bytes })
    .from(shopLogos)
    .where(and(eq(shopLogos.shopId, shopId), eq(shopLogos.hash, hash)));
  return logo ?? null;
}

/** Stores a shop's logo in place of a former one. */
export async function saveLogo(tx: Tx, { shopId, ...logo }: ShopLogo): Promise<void> {
  await tx
    .insert(shopLogos)
    .values({ shopId, ...logo })
    .onConflictDoUpdate({ target: shopLogos.shopId, set: logo });
  await tx.update(shops).set({ logoHash: logo.hash }).where(eq(shops.shopId, shopId));
}

/** True where there was one. */
export async function removeLogo(tx: Tx, shopId: ShopId): Promise<boolean> {
  const removed = await tx
    .delete(shopLogos)
    .where(eq(shopLogos.shopId, shopId))
    .returning({ hash: shopLogos.hash });
  await tx.update(shops).set({ logoHash: null }).where(eq(shops.shopId, shopId));
  return removed.length > 0;
}
