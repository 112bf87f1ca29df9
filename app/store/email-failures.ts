import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { emailFailures } from "./schema/emails.ts";

export type EmailFailure = typeof emailFailures.$inferSelect;

const isJob = (shopId: ShopId, jobId: string) =>
  and(eq(emailFailures.shopId, shopId), eq(emailFailures.jobId, jobId));

/** Counts a failed attempt to send an email. */
export async function recordEmailFailure(
  db: Db,
  shopId: ShopId,
  failed: { readonly jobId: string; readonly sealed: string; readonly failure: string; readonly now: Date },
): Promise<void> {
  const { jobId, sealed, failure, now } = failed;
  await db
    .insert(emailFailures)
    .values({ shopId, jobId, sealed, failure, attempts: 1, firstFailedAt: now, lastFailedAt: now })
    .onConflictDoUpdate({
      target: [emailFailures.shopId, emailFailures.jobId],
      set: { attempts: sql`${emailFailures.attempts} + 1`, failure, lastFailedAt: now },
    });
}

/** Deletes the failure of an email that was sent after all. */
export async function forgetEmailFailure(db: Db, shopId: ShopId, jobId: string): Promise<void> {
  await db.delete(emailFailures).where(isJob(shopId, jobId));
}

/** An email that failed once or twice is usually sent soon after. */
const keepsFailingAt = 3;
const mostListed = 100;

const keepsFailing = (shopId: ShopId) =>
  and(eq(emailFailures.shopId, shopId), gte(emailFailures.attempts, keepsFailingAt));

/** One row for each email that keeps failing, at most a hundred, to be counted. */
export function emailFailuresFound(db: Db, shopId: ShopId) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(emailFailures)
    .where(keepsFailing(shopId))
    .limit(mostListed);
}

/** Emails that keep failing, newest first, at most a hundred. */
export async function listEmailFailures(db: Db, shopId: ShopId): Promise<EmailFailure[]> {
  return db
    .select()
    .from(emailFailures)
    .where(keepsFailing(shopId))
    .orderBy(desc(emailFailures.lastFailedAt), emailFailures.jobId)
    .limit(mostListed);
}

/** Deletes and returns a failed email, to send it again. Null if there is none with so many failures. */
export async function takeEmailFailure(
  tx: Tx,
  shopId: ShopId,
  query: { readonly jobId: string; readonly attempts: number },
): Promise<EmailFailure | null> {
  const [row] = await tx
    .delete(emailFailures)
    .where(and(isJob(shopId, query.jobId), gte(emailFailures.attempts, query.attempts)))
    .returning();
  return row ?? null;
}

/** Deletes a shop's failures whose last attempt is at or before an instant. */
export async function dropEmailFailures(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .delete(emailFailures)
    .where(and(eq(emailFailures.shopId, shopId), lte(emailFailures.lastFailedAt, before)));
}
