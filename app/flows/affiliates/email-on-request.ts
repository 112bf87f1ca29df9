import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { type Affiliate, findAffiliate } from "#app/store/affiliates.ts";
import type { ReminderPauses } from "#app/store/payout-reminders.ts";
import type { Shop } from "#app/store/shops.ts";
import { hasEmailServer } from "./send-link.ts";

/** A merchant emails an affiliate about payout details at most once a day. */
export const dailyPauses: ReminderPauses = { first: 1, later: 1 };

/** Emails an active affiliate at the merchant's request, in one transaction. */
export async function emailOnRequest(
  { shopId }: Pick<Shop, "shopId">,
  affiliateId: string,
  send: (tx: Tx, affiliate: Affiliate, queue: Queue) => Promise<Refusal | null>,
): Promise<Refusal | null> {
  if (!hasEmailServer()) return refuse("not-possible", "No email server is set up");
  const queue = await openQueue();
  return inTransaction(async (tx) => {
    const affiliate = await findAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    if (affiliate.status !== "active") return refuse("not-possible", "The affiliate is not active");
    return await send(tx, affiliate, queue);
  });
}
