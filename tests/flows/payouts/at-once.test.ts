import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { PayoutBatchId } from "#app/domain/ids.ts";
import { cancelBatch } from "#app/flows/payouts/cancel-batch.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { holdAffiliate, liftHold } from "#app/flows/payouts/hold-affiliate.ts";
import { planBatch } from "#app/flows/payouts/plan-batch.ts";
import { previewBatch } from "#app/flows/payouts/preview-batch.ts";
import { runSchedule } from "#app/flows/payouts/run-schedule.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import * as batches from "#app/store/payout-chunks.ts";
import { listItems } from "#app/store/payout-item-list.ts";
import { listPayouts, sectionsOf } from "#app/store/payouts.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { accepted } from "../../support/accepted.ts";
import { giveDetails, givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { type SectionAsked, startSection } from "../../support/section.ts";

const paypal: SectionAsked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null };
const now = new Date("2026-03-10T12:00:00Z");
type Shop = Awaited<ReturnType<typeof makePayingShop>>;

async function create(shop: Shop, actor = shop.ada): Promise<PayoutBatchId> {
  const { totals } = accepted(await previewBatch(shop.shopId, paypal, { page: 1, limit: 1 }, now));
  const seen = { count: totals.count, totalMinor: totals.amountMinor };
  return await startSection(shop.shopId, paypal, seen, { actor, now });
}

const clock = () => new Date();
async function all({ shopId }: Shop) {
  const payouts = await listPayouts(db(), shopId, { filter: {}, limit: 10, offset: 0 });
  const ids = payouts.map((one) => one.payoutId);
  return (await sectionsOf(db(), shopId, ids)).map(({ batch }) => batch);
}

async function itemsOfAll({ shopId }: Shop) {
  return listItems(db(), shopId, { filter: {}, limit: 250, offset: 0 });
}

/** Sums in transit and payable. Planning moves money between them. */
async function sums({ shopId, people }: Shop) {
  const rows = [...(await balancesOf(db(), shopId, people)).values()].flat();
  const sum = (of: (one: (typeof rows)[number]) => bigint) =>
    rows.reduce((total, one) => total + of(one), 0n);
  return { payable: sum((one) => one.payableMinor), inTransit: sum((one) => one.inTransitMinor) };
}

/** So few at once that the workers meet again and again. */
const pageOf = 3;
const amounts = Array.from({ length: 8 }, (_, index) => BigInt(100 + index));
const whole = amounts.reduce((sum, one) => sum + one, 0n);

describe("two operators who press Pay at once", () => {
  it("pay each affiliate once, and the one whose batch became smaller is asked again", async () => {
    const shop = await makePayingShop(amounts);
    const [first, second] = await Promise.all([create(shop), create(shop, shop.bob)]);
    const { shopId } = shop;
    await Promise.all([first, second].map((batchId) => planBatch({ shopId, batchId }, clock, pageOf)));
    const items = await itemsOfAll(shop);
    expect(new Set(items.map((one) => one.affiliateId)).size).toBe(amounts.length);
    expect(items).toHaveLength(amounts.length);
    expect(await sums(shop)).toEqual({ payable: 0n, inTransit: whole });
    const both = await Promise.all([first, second].map((id) => batches.findBatch(db(), shop.shopId, id)));
    // A batch with all payments is sent, one without any is done, and if each got a part, both ask again.
    const stands = both.map((one) => [one?.itemCount ?? 0, one?.status]);
    expect(stands.reduce((sum, [count]) => sum + Number(count), 0)).toBe(amounts.length);
    for (const [count, status] of stands) {
      const ends = new Map([
        [amounts.length, "sending"],
        [0, "done"],
      ]);
      expect(status).toBe(ends.get(Number(count)) ?? "planned");
    }
  });
});

describe("a worker that dies", () => {
  it.each([1, 2])(
    "between two pages, the %i. of them, leaves the next one nothing but the rest",
    async (pages) => {
      const shop = await makePayingShop(amounts);
      const { shopId } = shop;
      const batchId = await create(shop);
      let left = pages;
      const dying = () => {
        if (left === 0) throw new Error("The power went out");
        left -= 1;
        return new Date();
      };
      await expect(planBatch({ shopId, batchId }, dying, pageOf)).rejects.toThrow("The power went out");
      const half = await batches.findBatch(db(), shopId, batchId);
      const items = await itemsOfAll(shop);
      expect(half).toMatchObject({ status: "planning", itemCount: Math.min(pages * pageOf, amounts.length) });
      expect(half?.itemCount).toBe(items.length);
      expect((await sums(shop)).inTransit).toBe(half?.totalMinor);
      await planBatch({ shopId, batchId }, clock, pageOf);
      expect(await batches.findBatch(db(), shopId, batchId)).toMatchObject({
        status: "sending",
        totalMinor: whole,
      });
      expect(await sums(shop)).toEqual({ payable: 0n, inTransit: whole });
    },
  );

  it("is followed by another behind its last page, wherever it was", async () => {
    const shop = await makePayingShop([500n, 700n]);
    const batchId = await create(shop);
    // The transaction of the first page fails at its last statement: nothing of it stays.
    const spy = vi.spyOn(batches, "changeBatch").mockRejectedValueOnce(new Error("The power went out"));
    await expect(runPlan(shop.shopId, batchId)).rejects.toThrow("The power went out");
    spy.mockRestore();
    expect(await itemsOfAll(shop)).toEqual([]);
    expect(await sums(shop)).toEqual({ payable: 1200n, inTransit: 0n });
    expect(await batches.findBatch(db(), shop.shopId, batchId)).toMatchObject({
      error: expect.stringContaining("tried again"),
    });
    expect(await runPlan(shop.shopId, batchId)).toMatchObject({ status: "sending", itemCount: 2, error: "" });
  });

  it("does no harm when two work on the same batch", async () => {
    const shop = await makePayingShop(amounts);
    const batchId = await create(shop);
    const work = () => planBatch({ shopId: shop.shopId, batchId }, clock, pageOf);
    await Promise.all([work(), work(), work()]);
    expect(await batches.findBatch(db(), shop.shopId, batchId)).toMatchObject({
      status: "sending",
      itemCount: amounts.length,
      totalMinor: whole,
    });
    expect(await sums(shop)).toEqual({ payable: 0n, inTransit: whole });
  });

  it("leaves a batch that is cancelled meanwhile with nothing in transit", async () => {
    const shop = await makePayingShop(amounts);
    const batchId = await create(shop);
    const by = { actor: shop.bob, now };
    await Promise.all([
      planBatch({ shopId: shop.shopId, batchId }, clock, pageOf),
      cancelBatch({ shop, ...by }, batchId),
    ]);
    const batch = await runPlan(shop.shopId, batchId);
    const isBack = batch.status === "cancelled";
    expect(["cancelled", "sending"]).toContain(batch.status);
    expect((await sums(shop)).inTransit).toBe(isBack ? 0n : whole);
  });
});

describe("releases and reversals beside planning", () => {
  it("never take in transit below zero, nor lose a cent", async () => {
    const shop = await makePayingShop(amounts);
    const batchId = await create(shop);
    const moves = shop.people.flatMap((one, index) => [
      givePayable(shop.shopId, one, 5n),
      givePayable(shop.shopId, one, index % 3 === 0 ? -90n : -1n),
    ]);
    await Promise.all([planBatch({ shopId: shop.shopId, batchId }, clock, pageOf), ...moves]);
    const taken = BigInt(shop.people.filter((_, index) => index % 3 === 0).length);
    const expected = whole + 8n * 5n - taken * 90n - (8n - taken);
    const { payable, inTransit } = await sums(shop);
    expect(payable + inTransit).toBe(expected);
    const batch = await batches.findBatch(db(), shop.shopId, batchId);
    expect(batch?.totalMinor).toBe(inTransit);
  });
});

describe("details that change while an item is open", () => {
  it("are paid to from the next batch on, and the affiliate once meanwhile", async () => {
    const shop = await makePayingShop([500n]);
    const [person = shop.affiliateId] = shop.people;
    const batchId = await create(shop);
    await runPlan(shop.shopId, batchId);
    await db()
      .update(payoutDetails)
      .set({ endedAt: now })
      .where(sql`shop_id = ${shop.shopId}`);
    await giveDetails(shop.shopId, person, "bank", new Date("2026-03-01T00:00:00Z"));
    await givePayable(shop.shopId, person, 40n);
    const bank = { ...paypal, method: "bank" as const };
    const { totals } = accepted(await previewBatch(shop.shopId, bank, { page: 1, limit: 1 }, now));
    expect(totals).toMatchObject({ count: 0, notPaid: [{ reason: "being_paid", count: 1 }] });
    const [item] = await itemsOfAll(shop);
    expect(item).toMatchObject({ method: "paypal", amountMinor: 500n });
  });
});

describe("payouts on hold", () => {
  it("keep an affiliate out of every batch until they are lifted", async () => {
    const shop = await makePayingShop([500n]);
    const [person = shop.affiliateId] = shop.people;
    const by = { actor: shop.ada, now };
    expect(await holdAffiliate({ shop, ...by }, person, "Asked for papers")).toBeNull();
    expect(await holdAffiliate({ shop, ...by }, person, "")).toMatchObject({ refused: "conflict" });
    const preview = () => previewBatch(shop.shopId, paypal, { page: 1, limit: 1 }, now);
    expect(accepted(await preview()).totals).toMatchObject({ count: 0, notPaid: [{ reason: "on_hold" }] });
    expect(await liftHold({ shop, ...by }, person)).toBeNull();
    expect(await liftHold({ shop, ...by }, person)).toMatchObject({ refused: "conflict" });
    expect(accepted(await preview()).totals.count).toBe(1);
  });
});

describe("a schedule", () => {
  const asked = { ...usualSettings, schedule: "monthly" as const, limits: [] };
  const april = new Date("2026-04-03T00:30:00Z");

  async function scheduledShop(sendsByItself: boolean) {
    const shop = await makePayingShop([500n, 700n], { timeZone: "America/New_York" });
    const row = { shopId: shop.shopId, currency: "USD", timeZone: "America/New_York" };
    const refused = await changePayoutSettings(
      { shop: row, actor: shop.ada, now },
      { ...asked, sendsByItself },
    );
    expect(refused).toBeNull();
    return shop;
  }

  it("makes one batch when two workers look at once, and none on the next look", async () => {
    const shop = await scheduledShop(true);
    await Promise.all([runSchedule(shop.shopId, april), runSchedule(shop.shopId, april)]);
    await runSchedule(shop.shopId, april);
    const made = await all(shop);
    expect(made.map((one) => one.scheduleKey)).toEqual(["2026-04-01 paypal USD"]);
    // The month ends where the shop's own calendar turns.
    expect(made[0]?.cutoffAt?.toISOString()).toBe("2026-04-01T04:00:00.000Z");
    expect(await runPlan(shop.shopId, made[0]?.batchId ?? "")).toMatchObject({
      status: "sending",
      itemCount: 2,
    });
  });

  it("waits for a person if the schedule doesn't send by itself", async () => {
    const shop = await scheduledShop(false);
    await runSchedule(shop.shopId, april);
    const [made] = await all(shop);
    expect(await runPlan(shop.shopId, made?.batchId ?? "")).toMatchObject({
      status: "planned",
      confirmedBy: null,
      totalMinor: 1200n,
    });
  });

  it("doesn't begin before its first day, and makes no empty payout", async () => {
    const shop = await scheduledShop(true);
    await runSchedule(shop.shopId, new Date("2026-04-01T03:59:59Z"));
    expect(await all(shop)).toEqual([]);
    const empty = await makePayingShop([]);
    const row = { shopId: empty.shopId, currency: "USD", timeZone: "UTC" };
    await changePayoutSettings({ shop: row, actor: empty.ada, now }, { ...asked, sendsByItself: true });
    await runSchedule(empty.shopId, april);
    expect(await all(empty)).toEqual([]);
  });
});
