import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { apiKeys } from "./schema/identity.ts";
import { auditEvents } from "./schema/shops.ts";

export type ApiKey = typeof apiKeys.$inferSelect;

export async function insertApiKey(db: Db, key: Omit<ApiKey, "lastUsedAt" | "revokedAt">): Promise<void> {
  await db.insert(apiKeys).values(key);
}

/** Limit of a shop's keys. */
export const mostKeys = 100;

/** Keys of the shop, newest first; revoked ones stay in the list, as its history. */
export async function listApiKeys(db: Db, shopId: ShopId): Promise<ApiKey[]> {
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.shopId, shopId))
    .orderBy(desc(apiKeys.apiKeyId))
    .limit(mostKeys);
}

export async function findLiveApiKey(db: Db, shopId: ShopId, keyHash: string): Promise<ApiKey | null> {
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.shopId, shopId), eq(apiKeys.keyHash, keyHash), isNull(apiKeys.revokedAt)));
  return key ?? null;
}

/** The staff member who created a key, according to the audit trail. Null if it has no entry. */
export async function makerOfApiKey(db: Db, shopId: ShopId, apiKeyId: string): Promise<string | null> {
  const [made] = await db
    .select({ maker: auditEvents.actorId })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.shopId, shopId),
        eq(auditEvents.subjectKind, "shop"),
        eq(auditEvents.subjectId, shopId),
        eq(auditEvents.action, "api-key-made"),
        sql`${auditEvents.details} ->> 'apiKeyId' = ${apiKeyId}`,
      ),
    );
  return made?.maker ?? null;
}

export async function touchApiKey(db: Db, shopId: ShopId, used: { apiKeyId: string; now: Date }) {
  await db
    .update(apiKeys)
    .set({ lastUsedAt: used.now })
    .where(and(eq(apiKeys.shopId, shopId), eq(apiKeys.apiKeyId, used.apiKeyId)));
}

/** Revokes a key and returns it. Null if there is none or it was revoked before. */
export async function revokeApiKey(
  db: Db,
  shopId: ShopId,
  ended: { apiKeyId: string; now: Date },
): Promise<ApiKey | null> {
  const [key] = await db
    .update(apiKeys)
    .set({ revokedAt: ended.now })
    .where(and(eq(apiKeys.shopId, shopId), eq(apiKeys.apiKeyId, ended.apiKeyId), isNull(apiKeys.revokedAt)))
    .returning();
  return key ?? null;
}

/** Revokes all keys of a shop. */
export async function revokeApiKeys(db: Db, shopId: ShopId, now: Date): Promise<void> {
  await db
    .update(apiKeys)
    .set({ revokedAt: now })
    .where(and(eq(apiKeys.shopId, shopId), isNull(apiKeys.revokedAt)));
}
