import { systemActor } from "#app/domain/actor.ts";
import type { AffiliateId, PayoutId, ShopId } from "#app/domain/ids.ts";
import { isFixable, type MethodBlocks } from "#app/domain/payouts/eligible.ts";
import { isPlannedByItself, type PayoutMethod } from "#app/domain/payouts/method.ts";
import { type PayoutSettings } from "#app/domain/payouts/settings.ts";
import { dueRun, type Run, scheduleKey } from "#app/domain/payouts/schedule.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { payoutsWait } from "#app/domain/shadow/shadow-mode.ts";
import { dayIn, dayStart } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { unfinishedPlans } from "#app/store/payout-requests.ts";
import { insertSkipped } from "#app/store/payout-skipped.ts";
import { payableCurrencies } from "#app/store/payout-plan.ts";
import { lockPayoutSettings, noteRun, payoutSettingsOf, scheduledShops } from "#app/store/payout-settings.ts";
import { findShadow } from "#app/store/shadow.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { addPayout } from "./create-payout.ts";
import { checkAllCustomers } from "./check-customers.ts";
import { methodBlocks } from "./method-blocks.ts";
import {
  candidatesInCurrency,
  listPayeesInSection,
  type PayoutChoice,
  previewSection,
} from "./preview-section.ts";

/** Job: creates the due payouts of every shop and starts their workers. Any number of processes may run it at once. */
export async function runSchedules(now: Date): Promise<void> {
  for (const shopId of await scheduledShops(db())) {
    try {
      await runSchedule(shopId, now);
    } catch (error) {
      // The next run tries again. An error in one shop does not stop the others.
      log.error("A payout schedule failed", { shop: shopId, ...describeError(error) });
    }
  }
  const queue = await openQueue();
  for (const section of await unfinishedPlans(db())) {
    await inTransaction((tx) => queue.send(tx, "plan-payouts", section));
  }
}

/** Creates the due payout of one shop, with a section for each method and currency in which somebody is paid. */
export async function runSchedule(shopId: ShopId, now: Date): Promise<void> {
  const due = await findDueSchedule(shopId, now);
  // M25: the payout follows once the balances of the previous app are there.
  if (!due || payoutsWait(await findShadow(db(), shopId))) return;
  await checkAllCustomers(due.shop, due.choice, now);
  const blocked = await methodBlocks(due.shop);
  const plan = await planSchedule(due, blocked, now);
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    // A second worker finds the day done. The unique key of payouts guarantees it.
    const settings = await lockPayoutSettings(tx, shopId);
    if (!settings || settings.ranThrough >= due.run.day || settings.schedule !== due.settings.schedule) {
      return;
    }
    const { sections } = plan;
    const payoutId =
      sections.length === 0 && plan.skippedIn.length === 0
        ? null
        : await addPayout(tx, queue, shopId, {
            scheduleDay: due.run.day,
            blocked,
            sections: sections.map(({ method, currency }) => ({
              ...candidatesInCurrency(due.choice, currency),
              method,
              scheduleKey: scheduleKey(due.run, method, currency),
              seen: null,
            })),
            confirmedBy: settings.sendsByItself ? systemActor : null,
            createdBy: systemActor,
            now,
          });
    if (payoutId !== null) await saveSkipped(tx, due, { payoutId, blocked, currencies: plan.skippedIn, now });
    await noteRun(tx, shopId, due.run.day);
  });
}

type DueSchedule = {
  readonly shop: Shop;
  readonly run: Run;
  readonly settings: PayoutSettings;
  readonly choice: PayoutChoice;
};

async function findDueSchedule(shopId: ShopId, now: Date): Promise<DueSchedule | null> {
  const shop = await findShop(db(), shopId);
  const isThere = shop && shop.installedAt !== null && shop.uninstalledAt === null;
  const settings = isThere ? await payoutSettingsOf(db(), shopId) : null;
  if (!shop || !settings) return null;
  const today = dayIn(shop.timeZone, now);
  const run = dueRun(settings.schedule, { ranThrough: settings.ranThrough, today });
  if (!run) return null;
  const cutoffAt = dayStart(shop.timeZone, run.cutoffDay);
  const choice = { method: null, currency: null, cutoffAt, chosen: null, programId: null, minimum: null };
  return { shop, run, settings, choice };
}

type SchedulePlan = {
  readonly sections: readonly { readonly method: PayoutMethod; readonly currency: string }[];
  /** Currencies without a section in which somebody is skipped for a reason that the merchant can fix. */
  readonly skippedIn: readonly string[];
};

/** Sections of offered methods that pay somebody. Empty sections would only be in the way. */
async function planSchedule(
  { shop, settings, choice }: DueSchedule,
  blocked: MethodBlocks,
  now: Date,
): Promise<SchedulePlan> {
  const isPlanned = (method: PayoutMethod) => settings.methods.includes(method) && isPlannedByItself(method);
  const sections: { method: PayoutMethod; currency: string }[] = [];
  const skippedIn: string[] = [];
  for (const currency of await payableCurrencies(db(), shop.shopId)) {
    const asked = { ...candidatesInCurrency(choice, currency), blocked };
    const preview = await previewSection(shop.shopId, asked, { page: 1, limit: 1 }, now);
    // The failed job is retried later.
    if (isRefusal(preview)) throw new Error(preview.reason.code);
    const paid = preview.totals.sections.filter(({ method }) => isPlanned(method));
    sections.push(...paid.map(({ method }) => ({ method, currency })));
    const isHelped = preview.totals.notPaid.some(({ reason }) => isFixable(reason));
    if (paid.length === 0 && isHelped) skippedIn.push(currency);
  }
  return { sections, skippedIn };
}

type SkippedInSchedule = {
  readonly payoutId: PayoutId;
  readonly blocked: MethodBlocks;
  readonly currencies: readonly string[];
  readonly now: Date;
};

/** Stores the affiliates skipped in currencies that no section covers. */
async function saveSkipped(
  tx: Tx,
  { shop: { shopId }, choice }: DueSchedule,
  { payoutId, blocked, currencies, now }: SkippedInSchedule,
): Promise<void> {
  for (const currency of currencies) {
    const asked = { ...candidatesInCurrency(choice, currency), blocked, at: now };
    for (let after: AffiliateId | undefined; ;) {
      const judged = await listPayeesInSection(tx, shopId, asked, after);
      const rows = judged.rows.flatMap(({ payee: { affiliateId, payableMinor }, pay }) =>
        typeof pay === "string"
          ? [{ shopId, payoutId, affiliateId, currency, reason: pay, payableMinor }]
          : [],
      );
      await insertSkipped(tx, rows);
      if (judged.next === null) break;
      after = judged.next;
    }
  }
}
