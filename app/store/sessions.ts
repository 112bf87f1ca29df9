import { and, eq, isNull } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { apiKeys, merchantSessions } from "./schema/identity.ts";
import { shops, staff } from "./schema/shops.ts";

export type MerchantSession = typeof merchantSessions.$inferSelect;

export async function insertSession(db: Db, session: Omit<MerchantSession, "revokedAt">): Promise<void> {
  await db.insert(merchantSessions).values(session);
}

/** The session with whoever opened it, in one query: every request of a merchant asks this. */
export async function findSessionByToken(db: Db, shopId: ShopId, tokenHash: string) {
  const [found] = await db
    .select({ session: merchantSessions, shop: shops, staff, apiKey: apiKeys })
    .from(merchantSessions)
    .innerJoin(shops, eq(shops.shopId, merchantSessions.shopId))
    .leftJoin(
      staff,
      and(eq(staff.shopId, merchantSessions.shopId), eq(staff.staffId, merchantSessions.staffId)),
    )
    .leftJoin(
      apiKeys,
      and(eq(apiKeys.shopId, merchantSessions.shopId), eq(apiKeys.apiKeyId, merchantSessions.apiKeyId)),
    )
    .where(and(eq(merchantSessions.shopId, shopId), eq(merchantSessions.tokenHash, tokenHash)));
  return found ?? null;
}

export async function findSession(
  db: Db,
  shopId: ShopId,
  sessionId: string,
): Promise<MerchantSession | null> {
  const [session] = await db
    .select()
    .from(merchantSessions)
    .where(and(eq(merchantSessions.shopId, shopId), eq(merchantSessions.sessionId, sessionId)));
  return session ?? null;
}

/** Ends one session; ending it twice changes nothing. */
export async function revokeSession(db: Db, shopId: ShopId, ended: { tokenHash: string; now: Date }) {
  await db
    .update(merchantSessions)
    .set({ revokedAt: ended.now })
    .where(
      and(
        eq(merchantSessions.shopId, shopId),
        eq(merchantSessions.tokenHash, ended.tokenHash),
        isNull(merchantSessions.revokedAt),
      ),
    );
}

/** Ends every session of the shop, or those that one API key opened. */
export async function revokeSessions(db: Db, shopId: ShopId, ended: { apiKeyId?: string; now: Date }) {
  const ofKey = ended.apiKeyId === undefined ? undefined : eq(merchantSessions.apiKeyId, ended.apiKeyId);
  await db
    .update(merchantSessions)
    .set({ revokedAt: ended.now })
    .where(and(eq(merchantSessions.shopId, shopId), ofKey, isNull(merchantSessions.revokedAt)));
}
