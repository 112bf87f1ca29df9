import { and, eq, isNull } from "drizzle-orm";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Db } from "#app/platform/db.server.ts";
import { affiliates } from "./schema/affiliates.ts";
import { affiliateSessions } from "./schema/identity.ts";
import { shops } from "./schema/shops.ts";

export type AffiliateSession = typeof affiliateSessions.$inferSelect;

export async function insertAffiliateSession(
  db: Db,
  session: Omit<AffiliateSession, "revokedAt">,
): Promise<void> {
  await db.insert(affiliateSessions).values(session);
}

/** The session with its affiliate and shop, in one query: every request of the portal asks this. */
export async function findAffiliateSession(db: Db, shopId: ShopId, tokenHash: string) {
  const [found] = await db
    .select({ session: affiliateSessions, affiliate: affiliates, shop: shops })
    .from(affiliateSessions)
    .innerJoin(
      affiliates,
      and(
        eq(affiliates.shopId, affiliateSessions.shopId),
        eq(affiliates.affiliateId, affiliateSessions.affiliateId),
      ),
    )
    .innerJoin(shops, eq(shops.shopId, affiliateSessions.shopId))
    .where(and(eq(affiliateSessions.shopId, shopId), eq(affiliateSessions.tokenHash, tokenHash)));
  return found ?? null;
}

/** Ends one session; ending it twice changes nothing. */
export async function revokeAffiliateSession(
  db: Db,
  shopId: ShopId,
  ended: { tokenHash: string; now: Date },
): Promise<void> {
  await db
    .update(affiliateSessions)
    .set({ revokedAt: ended.now })
    .where(
      and(
        eq(affiliateSessions.shopId, shopId),
        eq(affiliateSessions.tokenHash, ended.tokenHash),
        isNull(affiliateSessions.revokedAt),
      ),
    );
}

/** Ends every session of an affiliate. */
export async function revokeSessionsOfAffiliate(
  db: Db,
  shopId: ShopId,
  ended: { affiliateId: AffiliateId; now: Date },
): Promise<void> {
  await db
    .update(affiliateSessions)
    .set({ revokedAt: ended.now })
    .where(
      and(
        eq(affiliateSessions.shopId, shopId),
        eq(affiliateSessions.affiliateId, ended.affiliateId),
        isNull(affiliateSessions.revokedAt),
      ),
    );
}
