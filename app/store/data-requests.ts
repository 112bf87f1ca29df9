import { and, desc, eq, isNull, lt, sql, type SQL } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { dataRequests } from "./schema/privacy.ts";

export type DataRequest = typeof dataRequests.$inferSelect;
/** Requests not sent yet, those due within ten days, or sent ones. */
export type DataRequestFilter = {
  readonly status?: "open" | "due-soon" | "sent" | undefined;
  readonly now: Date;
};

const soonMs = 10 * 86_400_000;

/** Stores the answer to a request. A repeated request replaces it. */
export async function keepDataRequest(tx: Db, row: typeof dataRequests.$inferInsert): Promise<void> {
  const { customerHash, sealedAnswer, orders } = row;
  await tx
    .insert(dataRequests)
    .values(row)
    .onConflictDoUpdate({
      target: [dataRequests.shopId, dataRequests.requestId],
      set: { customerHash, sealedAnswer, orders },
    });
}

/** Requests of customers, newest first. */
export async function listDataRequests(
  db: Db,
  shopId: ShopId,
  page: { readonly filter: DataRequestFilter; readonly limit: number; readonly offset: number },
): Promise<DataRequest[]> {
  return db
    .select()
    .from(dataRequests)
    .where(filterOf(shopId, page.filter))
    .orderBy(desc(dataRequests.receivedAt), desc(dataRequests.requestId))
    .limit(page.limit)
    .offset(page.offset);
}

export async function countDataRequests(db: Db, shopId: ShopId, filter: DataRequestFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(dataRequests)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

/** Shopify chooses the id. PostgreSQL rejects texts with control characters. */
const unstorableText = /\p{Cc}/u;

/** A data request, or null. */
export async function findDataRequest(
  db: Db,
  shopId: ShopId,
  requestId: string,
): Promise<DataRequest | null> {
  if (unstorableText.test(requestId)) return null;
  const [row] = await db.select().from(dataRequests).where(isRequest(shopId, requestId));
  return row ?? null;
}

/** Records that the answer was sent to the customer. False if it was recorded before. */
export async function markSent(
  tx: Tx,
  shopId: ShopId,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
): Promise<boolean> {
  if (unstorableText.test(requestId)) return false;
  const rows = await tx
    .update(dataRequests)
    .set({ sentAt: now })
    .where(and(isRequest(shopId, requestId), isNull(dataRequests.sentAt)))
    .returning({ requestId: dataRequests.requestId });
  return rows.length > 0;
}

const forgotten = { sealedAnswer: null, customerHash: null };

/** Deletes the answers to customers with these hashes. The requests stay. */
export async function forgetAnswers(tx: Tx, shopId: ShopId, hashes: readonly string[]): Promise<void> {
  await tx
    .update(dataRequests)
    .set(forgotten)
    .where(and(eq(dataRequests.shopId, shopId), isOneOf(dataRequests.customerHash, hashes)));
}

/** Deletes answers that were sent before an instant. */
export async function forgetAnswersBefore(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .update(dataRequests)
    .set(forgotten)
    .where(and(eq(dataRequests.shopId, shopId), lt(dataRequests.sentAt, before)));
}

/** Deletes a shop's requests and answers. */
export async function dropDataRequests(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(dataRequests).where(eq(dataRequests.shopId, shopId));
}

function isRequest(shopId: ShopId, requestId: string): SQL | undefined {
  return and(eq(dataRequests.shopId, shopId), eq(dataRequests.requestId, requestId));
}

function filterOf(shopId: ShopId, { status, now }: DataRequestFilter): SQL | undefined {
  const { sentAt } = dataRequests;
  return and(
    eq(dataRequests.shopId, shopId),
    status === "open" || status === "due-soon" ? isNull(sentAt) : undefined,
    status === "sent" ? sql`${sentAt} is not null` : undefined,
    status === "due-soon" ? lt(dataRequests.dueAt, new Date(now.getTime() + soonMs)) : undefined,
  );
}
