import { and, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { emailFailures } from "./schema/emails.ts";

export type MailFailure = typeof emailFailures.$inferSelect;

const isJob = (shopId: ShopId, jobId: string) =>
  and(eq(emailFailures.shopId, shopId), eq(emailFailures.jobId, jobId));

/** Counts an attempt to send a mail that failed. */
export async function noteMailFailure(
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

/** The mail was sent after all. */
export async function forgetMailFailure(db: Db, shopId: ShopId, jobId: string): Promise<void> {
  await db.delete(emailFailures).where(isJob(shopId, jobId));
}

/** A mail that failed once or twice usually arrives by itself a moment later. */
const keepsFailingAt = 3;
const mostListed = 100;

/** Mails that keep failing, newest first, at most a hundred. */
export async function listEmailFailures(db: Db, shopId: ShopId): Promise<MailFailure[]> {
  return db
    .select()
    .from(emailFailures)
    .where(and(eq(emailFailures.shopId, shopId), gte(emailFailures.attempts, keepsFailingAt)))
    .orderBy(desc(emailFailures.lastFailedAt), emailFailures.jobId)
    .limit(mostListed);
}

/** Takes a mail that failed so many times at least, to send it anew; null when there is none. */
export async function takeMailFailure(
  tx: Tx,
  shopId: ShopId,
  asked: { readonly jobId: string; readonly attempts: number },
): Promise<MailFailure | null> {
  const [row] = await tx
    .delete(emailFailures)
    .where(and(isJob(shopId, asked.jobId), gte(emailFailures.attempts, asked.attempts)))
    .returning();
  return row ?? null;
}

/** Forgets mails of a shop that last failed up to an instant. */
export async function dropMailFailures(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .delete(emailFailures)
    .where(and(eq(emailFailures.shopId, shopId), lte(emailFailures.lastFailedAt, before)));
}
