import { and, eq } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { payoutReminders } from "./schema/payout-letters.ts";

const byId = (shopId: ShopId, affiliateId: AffiliateId) =>
  and(eq(payoutReminders.shopId, shopId), eq(payoutReminders.affiliateId, affiliateId));

/** Whether an affiliate wants to be reminded that money waits. */
export async function wantsReminders(db: Db, shopId: ShopId, affiliateId: AffiliateId): Promise<boolean> {
  const [row] = await db
    .select({ stoppedAt: payoutReminders.stoppedAt })
    .from(payoutReminders)
    .where(byId(shopId, affiliateId));
  return row === undefined || row.stoppedAt === null;
}

/** Keeps whether an affiliate wants to be reminded. */
export async function saveReminderWish(
  tx: Tx,
  of: { readonly shopId: ShopId; readonly affiliateId: AffiliateId; readonly stoppedAt: Date | null },
): Promise<void> {
  const { stoppedAt } = of;
  await tx
    .insert(payoutReminders)
    .values(of)
    .onConflictDoUpdate({
      target: [payoutReminders.shopId, payoutReminders.affiliateId],
      set: { stoppedAt },
    });
}

/** Who has details is reminded from the beginning, should they ever have none again. */
export async function forgetReminders(tx: Tx, shopId: ShopId, affiliateId: AffiliateId): Promise<void> {
  await tx.update(payoutReminders).set({ sent: 0, lastSentAt: null }).where(byId(shopId, affiliateId));
}
