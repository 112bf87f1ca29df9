import { and, eq, lt, sql } from "drizzle-orm";
import type { ShopId } from "#app/domain/ids.ts";
import type { Db } from "#app/platform/db.server.ts";
import { idempotentRequests } from "./schema/identity.ts";

export type HeldRequest = { readonly shopId: ShopId; readonly key: string; readonly requestHash: string };

const where = (held: HeldRequest) =>
  and(eq(idempotentRequests.shopId, held.shopId), eq(idempotentRequests.key, held.key));

/** Claims a key. False if it exists. Keys older than `expired` are deleted first. */
export async function claimRequest(db: Db, held: HeldRequest, now: Date, expired: Date): Promise<boolean> {
  await db.delete(idempotentRequests).where(and(where(held), lt(idempotentRequests.createdAt, expired)));
  const claimed = await db
    .insert(idempotentRequests)
    .values({ ...held, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: idempotentRequests.key });
  return claimed.length > 0;
}

/** The stored request with a key, or null. */
export async function findRequest(db: Db, held: HeldRequest) {
  const [row] = await db.select().from(idempotentRequests).where(where(held));
  return row ?? null;
}

export async function keepAnswer(db: Db, held: HeldRequest, status: number, answer: unknown): Promise<void> {
  await db.update(idempotentRequests).set({ status, answer }).where(where(held));
}

export async function dropRequest(db: Db, held: HeldRequest): Promise<void> {
  await db.delete(idempotentRequests).where(where(held));
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
