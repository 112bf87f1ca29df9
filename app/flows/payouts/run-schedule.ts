import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { isPlannedByItself, type PayoutMethod } from "#app/domain/payouts/method.ts";
import { dueRun, type Run, scheduleKey } from "#app/domain/payouts/schedule.ts";
import type { PayoutSettings } from "#app/domain/payouts/settings.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { unfinishedPlans } from "#app/store/payout-batches.ts";
import { payableCurrencies } from "#app/store/payout-plan.ts";
import { lockPayoutSettings, noteRun, payoutSettingsOf, scheduledShops } from "#app/store/payout-settings.ts";
import { findShop } from "#app/store/shops.ts";
import { addBatch } from "./create-batch.ts";
import { previewBatch } from "./preview-batch.ts";

type Due = { readonly run: Run; readonly settings: PayoutSettings; readonly cutoffAt: Date };

/**
 * The job: makes the batches of every shop whose day has come, and has workers go on with what they left. It may run in
 * any number of processes at once.
 */
export async function runSchedules(now: Date): Promise<void> {
  for (const shopId of await scheduledShops(db())) {
    try {
      await runSchedule(shopId, now);
    } catch (error) {
      // The next look tries again; one shop does not hold up the others.
      log.error("A payout schedule failed", { shop: shopId, ...describeError(error) });
    }
  }
  const queue = await openQueue();
  for (const batch of await unfinishedPlans(db())) {
    await inTransaction((tx) => queue.send(tx, "plan-payouts", batch));
  }
}

/** The batches of one shop that are due, one for each method and currency that somebody is paid in. */
export async function runSchedule(shopId: ShopId, now: Date): Promise<void> {
  const due = await dueOf(shopId, now);
  if (!due) return;
  const wanted = await whatIsPaid(shopId, due, now);
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    // Whoever comes second finds the day done with; the unique key of the batches stands behind that.
    const settings = await lockPayoutSettings(tx, shopId);
    if (!settings || settings.ranThrough >= due.run.day || settings.schedule !== due.settings.schedule) {
      return;
    }
    for (const { method, currency } of wanted) {
      await addBatch(tx, queue, shopId, {
        method,
        currency,
        cutoffAt: due.cutoffAt,
        chosen: null,
        scheduleKey: scheduleKey(due.run, method, currency),
        seen: null,
        confirmedBy: settings.sendsByItself ? systemActor : null,
        createdBy: systemActor,
        now,
      });
    }
    await noteRun(tx, shopId, due.run.day);
  });
}

async function dueOf(shopId: ShopId, now: Date): Promise<Due | null> {
  const shop = await findShop(db(), shopId);
  const isThere = shop && shop.installedAt !== null && shop.uninstalledAt === null;
  const settings = isThere ? await payoutSettingsOf(db(), shopId) : null;
  if (!shop || !settings) return null;
  const today = dayIn(shop.timeZone, now);
  const run = dueRun(settings.schedule, { ranThrough: settings.ranThrough, today });
  return run && { run, settings, cutoffAt: dayStart(shop.timeZone, run.cutoffDay) };
}

/** A batch of nobody would only be in the way: what would pay nobody is left out. */
async function whatIsPaid(shopId: ShopId, { settings, cutoffAt }: Due, now: Date) {
  const wanted: { method: PayoutMethod; currency: string }[] = [];
  for (const currency of await payableCurrencies(db(), shopId)) {
    for (const method of settings.methods.filter(isPlannedByItself)) {
      const asked = { method, currency, cutoffAt, chosen: null };
      const preview = await previewBatch(shopId, asked, { page: 1, limit: 1 }, now);
      // A job that fails is tried again later.
      if (isRefusal(preview)) throw new Error(preview.message);
      const { totals } = preview;
      if (totals.count > 0) wanted.push({ method, currency });
    }
  }
  return wanted;
}
