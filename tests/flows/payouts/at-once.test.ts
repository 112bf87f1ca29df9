import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import type { PayoutSectionId } from "#app/domain/ids.ts";
import { cancelSection } from "#app/flows/payouts/cancel-section.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { pausePayouts, resumePayouts } from "#app/flows/payouts/pause-payouts.ts";
import { planSection } from "#app/flows/payouts/plan-section.ts";
import { previewSection } from "#app/flows/payouts/preview-section.ts";
import { runSchedule } from "#app/flows/payouts/run-schedule.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { db } from "#app/platform/db.server.ts";
import { balancesOf } from "#app/store/ledger.ts";
import * as sections from "#app/store/payout-requests.ts";
import { listPayments } from "#app/store/payout-payment-list.ts";
import { listPayouts, sectionsOf } from "#app/store/payouts.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { accepted } from "../../support/accepted.ts";
import { giveDetails, givePayable, makePayingShop, runPlan } from "../../support/paying-shop.ts";
import { type SectionAsked, startSection } from "../../support/section.ts";

const paypal: SectionAsked = { method: "paypal", currency: "USD", cutoffAt: null, chosen: null };
const now = new Date("2026-03-10T12:00:00Z");
type Shop = Awaited<ReturnType<typeof makePayingShop>>;

async function create(shop: Shop, actor = shop.ada): Promise<PayoutSectionId> {
  const { totals } = accepted(await previewSection(shop.shopId, paypal, { page: 1, limit: 1 }, now));
  const seen = { count: totals.count, totalMinor: totals.amountMinor };
  return await startSection(shop.shopId, paypal, seen, { actor, now });
}

const clock = () => new Date();
async function all({ shopId }: Shop) {
  const payouts = await listPayouts(db(), shopId, { filter: {}, limit: 10, offset: 0 });
  const ids = payouts.map((one) => one.payoutId);
  return (await sectionsOf(db(), shopId, ids)).map(({ section }) => section);
}

async function paymentsOfAll({ shopId }: Shop) {
  return listPayments(db(), shopId, { filter: {}, limit: 250, offset: 0 });
}

/** Sums in transit and available. Planning moves money between them. */
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
  it("pay each affiliate once, and the one whose section became smaller is asked again", async () => {
    const shop = await makePayingShop(amounts);
    const [first, second] = await Promise.all([create(shop), create(shop, shop.bob)]);
    const { shopId } = shop;
    await Promise.all([first, second].map((sectionId) => planSection({ shopId, sectionId }, clock, pageOf)));
    const payments = await paymentsOfAll(shop);
    expect(new Set(payments.map((one) => one.affiliateId)).size).toBe(amounts.length);
    expect(payments).toHaveLength(amounts.length);
    expect(await sums(shop)).toEqual({ payable: 0n, inTransit: whole });
    const both = await Promise.all([first, second].map((id) => sections.findSection(db(), shop.shopId, id)));
    // A section with all payments is sent, one without any is done, and if each got a part, both ask again.
    const stands = both.map((one) => [one?.paymentCount ?? 0, one?.status]);
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
      const sectionId = await create(shop);
      let left = pages;
      const dying = () => {
        if (left === 0) throw new Error("The power went out");
        left -= 1;
        return new Date();
      };
      await expect(planSection({ shopId, sectionId }, dying, pageOf)).rejects.toThrow("The power went out");
      const half = await sections.findSection(db(), shopId, sectionId);
      const payments = await paymentsOfAll(shop);
      expect(half).toMatchObject({
        status: "planning",
        paymentCount: Math.min(pages * pageOf, amounts.length),
      });
      expect(half?.paymentCount).toBe(payments.length);
      expect((await sums(shop)).inTransit).toBe(half?.totalMinor);
      await planSection({ shopId, sectionId }, clock, pageOf);
      expect(await sections.findSection(db(), shopId, sectionId)).toMatchObject({
        status: "sending",
        totalMinor: whole,
      });
      expect(await sums(shop)).toEqual({ payable: 0n, inTransit: whole });
    },
  );

  it("is followed by another behind its last page, wherever it was", async () => {
    const shop = await makePayingShop([500n, 700n]);
    const sectionId = await create(shop);
    // The transaction of the first page fails at its last statement: nothing of it stays.
    const spy = vi.spyOn(sections, "changeSection").mockRejectedValueOnce(new Error("The power went out"));
    await expect(runPlan(shop.shopId, sectionId)).rejects.toThrow("The power went out");
    spy.mockRestore();
    expect(await paymentsOfAll(shop)).toEqual([]);
    expect(await sums(shop)).toEqual({ payable: 1200n, inTransit: 0n });
    expect(await sections.findSection(db(), shop.shopId, sectionId)).toMatchObject({
      error: expect.stringContaining("payout_stopped"),
    });
    expect(await runPlan(shop.shopId, sectionId)).toMatchObject({
      status: "sending",
      paymentCount: 2,
      error: "",
    });
  });

  it("does no harm when two work on the same section", async () => {
    const shop = await makePayingShop(amounts);
    const sectionId = await create(shop);
    const work = () => planSection({ shopId: shop.shopId, sectionId }, clock, pageOf);
    await Promise.all([work(), work(), work()]);
    expect(await sections.findSection(db(), shop.shopId, sectionId)).toMatchObject({
      status: "sending",
      paymentCount: amounts.length,
      totalMinor: whole,
    });
    expect(await sums(shop)).toEqual({ payable: 0n, inTransit: whole });
  });

  it("leaves a section that is canceled meanwhile with nothing in transit", async () => {
    const shop = await makePayingShop(amounts);
    const sectionId = await create(shop);
    const by = { actor: shop.bob, now };
    await Promise.all([
      planSection({ shopId: shop.shopId, sectionId }, clock, pageOf),
      cancelSection({ shop, ...by }, sectionId),
    ]);
    const section = await runPlan(shop.shopId, sectionId);
    const isBack = section.status === "canceled";
    expect(["canceled", "sending"]).toContain(section.status);
    expect((await sums(shop)).inTransit).toBe(isBack ? 0n : whole);
  });
});

describe("approvals and reversals during planning", () => {
  it("never take in transit below zero, nor lose a cent", async () => {
    const shop = await makePayingShop(amounts);
    const sectionId = await create(shop);
    const moves = shop.people.flatMap((one, index) => [
      givePayable(shop.shopId, one, 5n),
      givePayable(shop.shopId, one, index % 3 === 0 ? -90n : -1n),
    ]);
    await Promise.all([planSection({ shopId: shop.shopId, sectionId }, clock, pageOf), ...moves]);
    const taken = BigInt(shop.people.filter((_, index) => index % 3 === 0).length);
    const expected = whole + 8n * 5n - taken * 90n - (8n - taken);
    const { payable, inTransit } = await sums(shop);
    expect(payable + inTransit).toBe(expected);
    const section = await sections.findSection(db(), shop.shopId, sectionId);
    expect(section?.totalMinor).toBe(inTransit);
  });
});

describe("details that change while a payment is open", () => {
  it("are paid to from the next section on, and the affiliate once meanwhile", async () => {
    const shop = await makePayingShop([500n]);
    const [person = shop.affiliateId] = shop.people;
    const sectionId = await create(shop);
    await runPlan(shop.shopId, sectionId);
    await db()
      .update(payoutDetails)
      .set({ endedAt: now })
      .where(sql`shop_id = ${shop.shopId}`);
    await giveDetails(shop.shopId, person, "bank", new Date("2026-03-01T00:00:00Z"));
    await givePayable(shop.shopId, person, 40n);
    const bank = { ...paypal, method: "bank" as const };
    const { totals } = accepted(await previewSection(shop.shopId, bank, { page: 1, limit: 1 }, now));
    expect(totals).toMatchObject({ count: 0, notPaid: [{ reason: "being_paid", count: 1 }] });
    const [payment] = await paymentsOfAll(shop);
    expect(payment).toMatchObject({ method: "paypal", amountMinor: 500n });
  });
});

describe("paused payouts", () => {
  it("keep an affiliate out of every section until they are lifted", async () => {
    const shop = await makePayingShop([500n]);
    const [person = shop.affiliateId] = shop.people;
    const by = { actor: shop.ada, now };
    expect(await pausePayouts({ shop, ...by }, person, "Asked for papers")).toBeNull();
    expect(await pausePayouts({ shop, ...by }, person, "")).toMatchObject({ refused: "conflict" });
    const preview = () => previewSection(shop.shopId, paypal, { page: 1, limit: 1 }, now);
    expect(accepted(await preview()).totals).toMatchObject({ count: 0, notPaid: [{ reason: "on_hold" }] });
    expect(await resumePayouts({ shop, ...by }, person)).toBeNull();
    expect(await resumePayouts({ shop, ...by }, person)).toMatchObject({ refused: "conflict" });
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

  it("makes one section when two workers look at once, and none on the next look", async () => {
    const shop = await scheduledShop(true);
    await Promise.all([runSchedule(shop.shopId, april), runSchedule(shop.shopId, april)]);
    await runSchedule(shop.shopId, april);
    const made = await all(shop);
    expect(made.map((one) => one.scheduleKey)).toEqual(["2026-04-01 paypal USD"]);
    // The month ends where the shop's own calendar turns.
    expect(made[0]?.cutoffAt?.toISOString()).toBe("2026-04-01T04:00:00.000Z");
    expect(await runPlan(shop.shopId, made[0]?.sectionId ?? "")).toMatchObject({
      status: "sending",
      paymentCount: 2,
    });
  });

  it("waits for a confirmation if the schedule doesn't send by itself", async () => {
    const shop = await scheduledShop(false);
    await runSchedule(shop.shopId, april);
    const [made] = await all(shop);
    expect(await runPlan(shop.shopId, made?.sectionId ?? "")).toMatchObject({
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
