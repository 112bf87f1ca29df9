import { eq } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { StoreAccount } from "../domain/payouts/sepa.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { storeAccounts } from "./schema/payouts.ts";

const contextOf = (shopId: ShopId) => `store-account:${shopId}`;

/** The bank account that a store pays from, or null. */
export async function findStoreAccount(db: Db, shopId: ShopId): Promise<StoreAccount | null> {
  const [row] = await db
    .select({ sealed: storeAccounts.sealed })
    .from(storeAccounts)
    .where(eq(storeAccounts.shopId, shopId));
  return row ? (JSON.parse(decrypt(row.sealed, contextOf(shopId))) as StoreAccount) : null;
}

/** Keeps the account that a store pays from; null forgets it. */
export async function saveStoreAccount(
  tx: Tx,
  shopId: ShopId,
  { account, now }: { readonly account: StoreAccount | null; readonly now: Date },
): Promise<void> {
  if (account === null) {
    await tx.delete(storeAccounts).where(eq(storeAccounts.shopId, shopId));
    return;
  }
  const row = { sealed: encrypt(JSON.stringify(account), contextOf(shopId)), updatedAt: now };
  await tx
    .insert(storeAccounts)
    .values({ shopId, ...row })
    .onConflictDoUpdate({ target: storeAccounts.shopId, set: row });
}
