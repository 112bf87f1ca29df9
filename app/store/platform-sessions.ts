import { and, eq, inArray, isNull, lt, or } from "drizzle-orm";
import type { Db } from "../platform/db.server.ts";
import { platformSessions } from "./schema/shops.ts";

export type PlatformSessionRow = typeof platformSessions.$inferSelect;

export async function findPlatformSession(db: Db, sessionId: string): Promise<PlatformSessionRow | null> {
  const [row] = await db.select().from(platformSessions).where(eq(platformSessions.sessionId, sessionId));
  return row ?? null;
}

/** Keeps a session's newest tokens and ends whatever refresh was under way. */
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

/** Forgets every token of a shop. */
export async function removePlatformSessionsOf(db: Db, shopDomain: string): Promise<void> {
  await db.delete(platformSessions).where(eq(platformSessions.shopDomain, shopDomain));
}

/** True for the one caller that may refresh the token now; a caller that died loses its turn at `until`. */
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
