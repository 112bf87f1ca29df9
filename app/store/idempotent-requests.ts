import { and, eq, lt, sql } from "drizzle-orm";
import type { ShopId } from "#app/domain/ids.ts";
import type { Db } from "#app/platform/db.server.ts";
import { idempotentRequests } from "./schema/identity.ts";

export type StoredRequest = { readonly shopId: ShopId; readonly key: string; readonly requestHash: string };

const byKey = (held: StoredRequest) =>
  and(eq(idempotentRequests.shopId, held.shopId), eq(idempotentRequests.key, held.key));

/** Claims a key. False if it exists. Keys older than `expired` are deleted first. */
export async function claimRequest(db: Db, held: StoredRequest, now: Date, expired: Date): Promise<boolean> {
  await db.delete(idempotentRequests).where(and(byKey(held), lt(idempotentRequests.createdAt, expired)));
  const claimed = await db
    .insert(idempotentRequests)
    .values({ ...held, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotentRequests.key });
  return claimed.length > 0;
}

/** The stored request with a key, or null. */
export async function findRequest(db: Db, held: StoredRequest) {
  const [row] = await db.select().from(idempotentRequests).where(byKey(held));
  return row ?? null;
}

export async function keepAnswer(
  db: Db,
  held: StoredRequest,
  status: number,
  answer: unknown,
): Promise<void> {
  await db.update(idempotentRequests).set({ status, answer }).where(byKey(held));
}

export async function dropRequest(db: Db, held: StoredRequest): Promise<void> {
  await db.delete(idempotentRequests).where(byKey(held));
}

/** Deletes a shop's answers from before an instant. An answer repeats the data that it is about. */
export async function dropRequestsBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .delete(idempotentRequests)
    .where(and(eq(idempotentRequests.shopId, shopId), lt(idempotentRequests.createdAt, before)));
}

/** Deletes a shop's answers that contain a text, such as the hash of a customer being redacted. */
export async function dropRequestsNaming(db: Db, shopId: ShopId, text: string): Promise<void> {
  await db
    .delete(idempotentRequests)
    .where(
      and(
        eq(idempotentRequests.shopId, shopId),
        sql`strpos(${idempotentRequests.answer}::text, ${text}) > 0`,
      ),
    );
}
