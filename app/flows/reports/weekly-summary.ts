import type { ShopId } from "#app/domain/ids.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { weeklySummaryMail, type WeekSummary } from "#app/gateways/email/merchant-emails.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueEmail } from "#app/queue/mail.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { countApplications } from "#app/store/applications.ts";
import { countNewcomers } from "#app/store/reports.ts";
import { readEmailShop } from "#app/store/email-templates.ts";
import { countConfirmed, lockNotice, saveNotice, sumOfDays } from "#app/store/merchant-notices.ts";
import { findShop, listShopIds, type Shop } from "#app/store/shops.ts";
import { readToDo, type ToDo } from "./read-to-do.ts";

const hourMs = 3_600_000;
const summaryHour = 8;
const daysOfWeek = 7;

/** Emails merchants a summary of last week, on Mondays at eight in the store's time zone. */
export async function sendWeeklySummaries(now: Date): Promise<void> {
  if (env().SMTP_URL === undefined) return;
  const queue = await openQueue();
  for (const shopId of await listShopIds(db())) await sendWeeklySummary(queue, shopId, now);
}

/** Emails one merchant, once a week. Skips a week in which nothing happened. */
export async function sendWeeklySummary(queue: Queue, shopId: ShopId, now: Date): Promise<void> {
  const shop = await findShop(db(), shopId);
  if (!shop?.installedAt || shop.uninstalledAt || shop.contactEmail === null) return;
  const { timeZone, contactEmail } = shop;
  const monday = mondayOf(dayIn(timeZone, now));
  const start = dayStart(timeZone, monday);
  if (now.getTime() < start.getTime() + summaryHour * hourMs) return;
  await inTransaction(async (tx) => {
    // A new store gets its first summary on the Monday after its first week.
    const since = shop.installedAt && shop.installedAt >= start ? start : new Date(0);
    const notice = await lockNotice(tx, shopId, { kind: "weekly_summary", since });
    if (notice.toldUntil >= start) return;
    const week = await readWeek(shop, { monday, now });
    const merchant = { email: contactEmail, shop: await readEmailShop(tx, shopId) };
    const mail = week && (await weeklySummaryMail(merchant, week));
    await enqueueEmail(queue, tx, { shopId, mail });
    await saveNotice(tx, { ...notice, toldUntil: start, sentAt: mail ? now : notice.sentAt });
  });
}

/** The Monday on or before a day. */
function mondayOf(day: string): string {
  const sunday = 0;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
  return dayAfter(day, weekday === sunday ? 1 - daysOfWeek : 1 - weekday);
}

/** Figures of the week before a Monday. Null if nothing happened. */
async function readWeek(
  { shopId, timeZone }: Shop,
  { monday, now }: { readonly monday: string; readonly now: Date },
): Promise<WeekSummary | null> {
  const first = dayAfter(monday, -daysOfWeek);
  const last = dayAfter(monday, -1);
  const span = { since: dayStart(timeZone, first), until: dayStart(timeZone, monday) };
  const sums = await sumOfDays(db(), shopId, { first, last });
  const [newAffiliates = 0] = await countNewcomers(db(), shopId, { starts: [span.since], until: span.until });
  const applied = await countConfirmed(db(), shopId, span);
  if (sums.length === 0 && newAffiliates === 0 && applied === 0) return null;
  const toDo = await readToDo(shopId, now);
  return {
    first: noonOf(first),
    last: noonOf(last),
    orders: sums.reduce((sum, one) => sum + one.orders, 0),
    sales: sums.map(({ revenueMinor, currency }) => ({ minor: revenueMinor, currency })),
    commissions: sums.map(({ commissionMinor, currency }) => ({ minor: commissionMinor, currency })),
    newAffiliates,
    applicationsWaiting: await countApplications(db(), shopId, { status: "new" }),
    toDo: isRefusal(toDo) ? 0 : countWaiting(toDo),
    link: appAddress("/dashboard"),
  };
}

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);

/** Number of things that need a person. */
function countWaiting({ skipped, payable, ...counts }: ToDo): number {
  const counted = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return counted + (skipped?.count ?? 0) + payable.length;
}
