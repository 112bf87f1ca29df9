import { and, eq, lt } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { payoutNotices } from "./schema/payouts.ts";

export type PayoutNotice = typeof payoutNotices.$inferSelect;

/** Stores a notice. False if it was stored before. */
export async function keepNotice(db: Db, row: PayoutNotice): Promise<boolean> {
  const kept = await db
    .insert(payoutNotices)
    .values(row)
    .onConflictDoNothing()
    .returning({ noticeId: payoutNotices.noticeId });
  return kept.length > 0;
}

/** Deletes a shop's notices from before an instant. */
export async function dropNotices(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .delete(payoutNotices)
    .where(and(eq(payoutNotices.shopId, shopId), lt(payoutNotices.receivedAt, before)));
}
