import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import { type Db, plannedSelect, type Tx } from "../platform/db.server.ts";
import { affiliates } from "./schema/affiliates.ts";
import { affiliateSessions, apiKeys, authTickets, merchantSessions } from "./schema/identity.ts";
import { platformSessions, shops, staff } from "./schema/shops.ts";

type MerchantSession = typeof merchantSessions.$inferSelect;

export async function insertSession(db: Db, session: Omit<MerchantSession, "revokedAt">): Promise<void> {
  await db.insert(merchantSessions).values(session);
}

const sessionByToken = plannedSelect(({ shopId, tokenHash }: { shopId: ShopId; tokenHash: string }, on) =>
  on
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
    .where(and(eq(merchantSessions.shopId, shopId), eq(merchantSessions.tokenHash, tokenHash))),
);

/** A session with its staff member or API key, in one query because every request of a merchant needs it. */
export async function findSessionByToken(db: Db, shopId: ShopId, tokenHash: string) {
  const [found] = await sessionByToken(db, { shopId, tokenHash });
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

/** Ends one session. Ending it twice changes nothing. */
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

/** Ends all sessions of the shop, or those that one API key opened. */
export async function revokeSessions(db: Db, shopId: ShopId, ended: { apiKeyId?: string; now: Date }) {
  const ofKey = ended.apiKeyId === undefined ? undefined : eq(merchantSessions.apiKeyId, ended.apiKeyId);
  await db
    .update(merchantSessions)
    .set({ revokedAt: ended.now })
    .where(and(eq(merchantSessions.shopId, shopId), ofKey, isNull(merchantSessions.revokedAt)));
}

export type Ticket = typeof authTickets.$inferSelect;

export async function insertTicket(db: Db, ticket: Omit<Ticket, "sessionId">): Promise<void> {
  await db.insert(authTickets).values(ticket);
}

/**
 * The ticket, locked until the transaction ends, so that two simultaneous redemptions see the same session.
 */
export async function lockTicket(tx: Tx, shopId: ShopId, ticketHash: string): Promise<Ticket | null> {
  const [ticket] = await tx
    .select()
    .from(authTickets)
    .where(and(eq(authTickets.shopId, shopId), eq(authTickets.ticketHash, ticketHash)))
    .for("update");
  return ticket ?? null;
}

export async function markRedeemed(tx: Tx, ticket: Ticket, sessionId: string): Promise<void> {
  await tx
    .update(authTickets)
    .set({ sessionId })
    .where(and(eq(authTickets.shopId, ticket.shopId), eq(authTickets.ticketHash, ticket.ticketHash)));
}

/** Deletes the shop's expired tickets. */
export async function dropOldTickets(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db.delete(authTickets).where(and(eq(authTickets.shopId, shopId), lt(authTickets.expiresAt, before)));
}

type PlatformSessionRow = typeof platformSessions.$inferSelect;

export async function findPlatformSession(db: Db, sessionId: string): Promise<PlatformSessionRow | null> {
  const [row] = await db.select().from(platformSessions).where(eq(platformSessions.sessionId, sessionId));
  return row ?? null;
}

/** Stores a session's newest tokens and ends any running refresh. */
export async function savePlatformSession(
  db: Db,
  row: Omit<PlatformSessionRow, "refreshingUntil">,
): Promise<void> {
  const values = { ...row, refreshingUntil: null };
  await db
    .insert(platformSessions)
    .values(values)
    .onConflictDoUpdate({ target: platformSessions.sessionId, set: values });
}

export async function removePlatformSessions(db: Db, sessionIds: string[]): Promise<void> {
  if (sessionIds.length === 0) return;
  await db.delete(platformSessions).where(inArray(platformSessions.sessionId, sessionIds));
}

export async function listPlatformSessions(db: Db, shopDomain: string): Promise<PlatformSessionRow[]> {
  return db.select().from(platformSessions).where(eq(platformSessions.shopDomain, shopDomain));
}

/** Deletes all tokens of a shop. */
export async function removePlatformSessionsOf(db: Db, shopDomain: string): Promise<void> {
  await db.delete(platformSessions).where(eq(platformSessions.shopDomain, shopDomain));
}

/** True for the one caller that may refresh the token now. A caller that died loses its turn at `until`. */
export async function claimRefresh(
  db: Db,
  sessionId: string,
  lease: { now: Date; until: Date },
): Promise<boolean> {
  const free = or(isNull(platformSessions.refreshingUntil), lt(platformSessions.refreshingUntil, lease.now));
  const claimed = await db
    .update(platformSessions)
    .set({ refreshingUntil: lease.until })
    .where(and(eq(platformSessions.sessionId, sessionId), free))
    .returning({ sessionId: platformSessions.sessionId });
  return claimed.length === 1;
}

export async function releaseRefresh(db: Db, sessionId: string): Promise<void> {
  await db
    .update(platformSessions)
    .set({ refreshingUntil: null })
    .where(eq(platformSessions.sessionId, sessionId));
}

export type AffiliateSession = typeof affiliateSessions.$inferSelect;

export async function insertAffiliateSession(
  db: Db,
  session: Omit<AffiliateSession, "revokedAt">,
): Promise<void> {
  await db.insert(affiliateSessions).values(session);
}

/** The session with its affiliate and shop, in one query because every request of the portal needs it. */
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

/** Ends one session. Ending it twice changes nothing. */
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

/** Ends all sessions of an affiliate. */
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
