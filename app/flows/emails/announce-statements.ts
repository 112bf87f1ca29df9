import type { ShopId } from "#app/domain/ids.ts";
import { monthAfter } from "#app/domain/day-spans.ts";
import { dayIn, monthStart } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordEvents, wasRecorded } from "#app/store/outbox.ts";
import { findShop, listShopIds } from "#app/store/shops.ts";
import { affiliatesPosted } from "#app/store/statement-lines.ts";

/** Affiliates are told about last month's statement until this day of the month. */
const lastDay = 7;

/** Tells the affiliates of all shops that last month's statement is ready. */
export async function announceStatements(now: Date): Promise<void> {
  for (const shopId of await listShopIds(db())) await announceStatementsOf(shopId, now);
}

/** Tells the affiliates of a shop whose balance changed in the month. Returns how many. */
export async function announceStatementsOf(shopId: ShopId, now: Date): Promise<number> {
  const shop = await findShop(db(), shopId);
  if (!shop || shop.installedAt === null || shop.uninstalledAt !== null) return 0;
  const today = dayIn(shop.timeZone, now);
  if (Number(today.slice(8)) > lastDay) return 0;
  const month = monthAfter(today.slice(0, 7), -1);
  const [since, until] = [month, monthAfter(month, 1)].map((one) => monthStart(shop.timeZone, one));
  return await inTransaction(async (tx) => {
    const name = "statement.ready";
    const isTold = await wasRecorded(tx, shopId, { name, subjectId: month });
    if (isTold || !since || !until) return 0;
    const affiliateIds = await affiliatesPosted(tx, shopId, { since, until });
    const events = affiliateIds.map((affiliateId) => {
      return { name, subjectId: month, affiliateId, payload: { affiliateId, month } } as const;
    });
    await recordEvents(tx, shopId, events, now);
    return events.length;
  });
}
