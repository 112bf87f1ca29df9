import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ProgramId } from "#app/domain/ids.ts";
import { usualSettings } from "#app/domain/payouts/settings.ts";
import { emailMissingCustomer } from "#app/flows/affiliates/email-missing-customer.ts";
import { changePayoutSettings } from "#app/flows/payouts/change-settings.ts";
import { createPayout, sectionsOfPreview } from "#app/flows/payouts/create-payout.ts";
import { type PayoutChoice, previewPayout } from "#app/flows/payouts/preview-section.ts";
import { readPayoutDetail } from "#app/flows/payouts/read-payouts.ts";
import { runSchedule } from "#app/flows/payouts/run-schedule.ts";
import { continueSections, sendDue } from "#app/flows/payouts/send-due.ts";
import { readToDo } from "#app/flows/reports/read-to-do.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { type CustomerCheckQuery, detailsToCheck, saveCustomerChecks } from "#app/store/customer-checks.ts";
import { endDetails } from "#app/store/payout-details.ts";
import { listPayouts } from "#app/store/payouts.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { findShop } from "#app/store/shops.ts";
import { accepted } from "../../support/accepted.ts";
import { emailsOf } from "../../support/emails.ts";
import { runPlan } from "../../support/paying-shop.ts";
import { giveAccount, giveAll, makePayees, planned, tester } from "../../support/planned-payouts.ts";
import { type CreditWorld, startCreditWorld } from "./credit-world.ts";

const start = new Date("2026-03-10T12:00:00Z");
const minutesLater = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
const everyone: PayoutChoice = {
  method: null,
  currency: null,
  cutoffAt: null,
  chosen: null,
  programId: null,
  minimum: null,
};

let world: CreditWorld;

beforeEach(async () => {
  world = await startCreditWorld(2);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const payees = () => {
  const [zoe, tom] = world.shop.payees;
  if (!zoe || !tom) throw new Error("The shop has no affiliates.");
  return { zoe, tom };
};

async function owe(): Promise<void> {
  const { zoe, tom } = payees();
  await giveAll(
    world.shop,
    [
      { payee: zoe, amountMinor: 840n },
      { payee: tom, amountMinor: 500n },
    ],
    start,
  );
}

async function shopRow() {
  const row = await findShop(db(), world.shop.shopId);
  if (!row) throw new Error("The shop is not there.");
  return row;
}

/** Deletes Zoe's customer account at the platform. */
function deleteCustomer() {
  const { domain } = world.shop;
  const there = world.platform.ctx.state.shops[domain];
  const [customer] = there?.customers ?? [];
  if (!there || !customer) throw new Error("The platform has no such customer.");
  world.platform.ctx.mutate(() => void there.customers.shift());
  return { restore: () => world.platform.ctx.mutate(() => void there.customers.unshift(customer)) };
}

const preview = async (at: Date) =>
  accepted(await previewPayout(await shopRow(), everyone, { page: 1, limit: 10 }, at));
const notPaid = async (at: Date) => (await preview(at)).currencies[0]?.notPaid;
const nobodyMissing: unknown[] = [];
const zoeMissing = [{ reason: "no_customer", count: 1, payableMinor: 840n }];

async function marks() {
  const { shopId } = world.shop;
  const rows = await db().select().from(payoutDetails).where(eq(payoutDetails.shopId, shopId));
  const { zoe, tom } = payees();
  const markOf = ({ detailsId }: typeof zoe) => {
    const row = rows.find((one) => one.detailsId === detailsId);
    return { checkedAt: row?.customerCheckedAt, missingAt: row?.customerMissingAt };
  };
  return { zoe: markOf(zoe), tom: markOf(tom) };
}

async function create(at: Date, expected: ReturnType<typeof sectionsOfPreview>) {
  return await createPayout({ shop: await shopRow(), actor: tester, now: at }, everyone, {
    key: "key-of-a-page",
    expected,
  });
}

async function leaveOut(payoutId: string) {
  const detail = await readPayoutDetail(world.shop.shopId, payoutId);
  for (const { id } of detail?.payout.sections ?? []) await runPlan(world.shop.shopId, id);
  return (await readPayoutDetail(world.shop.shopId, payoutId))?.payout.skipped;
}

describe("a customer account that was deleted", () => {
  it("is found by the preview, which pays the others", async () => {
    await owe();
    deleteCustomer();
    const { currencies, fixable } = await preview(start);
    expect(currencies[0]).toMatchObject({ count: 1, amountMinor: 500n, notPaid: zoeMissing });
    expect(fixable.map(({ payee, pay }) => [payee.affiliateId, pay])).toEqual([
      [payees().zoe.affiliateId, "no_customer"],
    ]);
  });

  it("is asked for at most once an hour, and paid again once it is back", async () => {
    await owe();
    expect(await notPaid(start)).toEqual(nobodyMissing);
    const { restore } = deleteCustomer();
    expect(await notPaid(minutesLater(59))).toEqual(nobodyMissing);
    expect(await notPaid(minutesLater(60))).toEqual(zoeMissing);
    restore();
    expect(await notPaid(minutesLater(119))).toEqual(zoeMissing);
    expect(await notPaid(minutesLater(120))).toEqual(nobodyMissing);
  });

  it("between preview and confirmation has the amounts reviewed again, and creates nothing", async () => {
    await owe();
    const expected = sectionsOfPreview(await preview(start));
    deleteCustomer();
    expect(await create(minutesLater(61), expected)).toMatchObject({
      refused: "conflict",
      reason: { code: "amounts_changed" },
    });
    expect(await listPayouts(db(), world.shop.shopId, { filter: {}, limit: 10, offset: 0 })).toEqual([]);
  });

  it("that becomes known after the confirmation is skipped by the plan with its reason", async () => {
    await owe();
    const { zoe } = payees();
    const payoutId = accepted(await create(start, sectionsOfPreview(await preview(start))));
    const found = { checked: [zoe.detailsId], missing: [zoe.detailsId], now: start };
    await inTransaction((tx) => saveCustomerChecks(tx, world.shop.shopId, found));
    expect(await leaveOut(payoutId)).toEqual([
      {
        reason: "no_customer",
        count: 1,
        available: { minor: 840n, currency: "USD" },
      },
    ]);
  });

  it("is skipped by a schedule and named on the to-do list", async () => {
    await owe();
    const settings = { ...usualSettings, schedule: "monthly" as const, sendsByItself: true, limits: [] };
    await changePayoutSettings({ shop: await shopRow(), actor: tester, now: start }, settings);
    deleteCustomer();
    await runSchedule(world.shop.shopId, new Date("2026-04-03T12:00:00Z"));
    const [payout] = await listPayouts(db(), world.shop.shopId, { filter: {}, limit: 10, offset: 0 });
    expect(await leaveOut(payout?.payoutId ?? "")).toMatchObject([{ reason: "no_customer", count: 1 }]);
    expect(accepted(await readToDo(world.shop.shopId, start)).skipped).toMatchObject({
      count: 1,
      reasons: [{ reason: "no_customer", count: 1 }],
    });
  });

  it("is marked when sending finds it", async () => {
    const { zoe } = payees();
    const payments = [{ payee: zoe, amountMinor: 840n }];
    await planned(world.shop, payments, { now: world.clock.now, method: "store_credit" });
    deleteCustomer();
    const time = { now: () => world.clock.now, chance: () => 0.5 };
    await continueSections(time);
    while (await sendDue(time));
    const { clock } = world;
    expect(await marks()).toEqual({
      zoe: { checkedAt: clock.now, missingAt: clock.now },
      tom: { checkedAt: null, missingAt: null },
    });
  });

  it("no longer matters once the affiliate has new payout details", async () => {
    await owe();
    deleteCustomer();
    expect(await notPaid(start)).toEqual(zoeMissing);
    const { shopId } = world.shop;
    const { zoe } = payees();
    await inTransaction((tx) => endDetails(tx, { shopId, detailsId: zoe.detailsId }, minutesLater(1)));
    await giveAccount(shopId, zoe.affiliateId, { kind: "paypal", email: "zoe@paypal.example" });
    expect(await notPaid(minutesLater(2))).toEqual(nobodyMissing);
  });
});

describe("a store that cannot be asked about customers", () => {
  it("leaves what was known, asks once, and the preview goes on", async () => {
    await owe();
    const { restore } = deleteCustomer();
    expect(await notPaid(start)).toEqual(zoeMissing);
    restore();
    const before = await marks();
    const asked = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("The connection broke."));
    expect(await notPaid(minutesLater(90))).toEqual(zoeMissing);
    expect(asked).toHaveBeenCalledTimes(1);
    expect(await marks()).toEqual(before);
  });

  it("because it withholds customers from the app has no missing customer", async () => {
    await owe();
    world.platform.ctx.mutate((state) => {
      state.switches.withhold = true;
    });
    expect(await notPaid(start)).toEqual(nobodyMissing);
    expect((await marks()).zoe).toEqual({ checkedAt: null, missingAt: null });
  });
});

it("checks take affiliates of the shop, the choice and store credit who have a balance", async () => {
  await owe();
  const { shopId } = world.shop;
  const { zoe } = payees();
  const other = await makePayees(1, () => ({
    kind: "store-credit",
    customerId: "1",
    email: "o@shop.example",
  }));
  const paypal = await makePayees(1, () => ({ kind: "paypal", email: "p@paypal.example" }));
  const query = { currency: null, chosen: null, programId: null, now: start, checkedBefore: start, limit: 9 };
  const toCheck = async (of: typeof shopId, change: Partial<CustomerCheckQuery> = {}) =>
    (await detailsToCheck(db(), of, { ...query, ...change })).map((one) => one.detailsId);
  expect(await toCheck(shopId)).toHaveLength(2);
  expect(await toCheck(shopId, { chosen: [zoe.affiliateId] })).toEqual([zoe.detailsId]);
  expect(await toCheck(shopId, { currency: "EUR" })).toEqual([]);
  expect(await toCheck(shopId, { programId: "prg_1" as ProgramId })).toEqual([]);
  expect(await toCheck(other.shopId)).toEqual([]);
  await giveAll(paypal, [{ payee: paypal.payees[0] ?? zoe, amountMinor: 100n }], start);
  expect(await toCheck(paypal.shopId)).toEqual([]);
  const foreign = { checked: [zoe.detailsId], missing: [zoe.detailsId], now: start };
  await inTransaction((tx) => saveCustomerChecks(tx, other.shopId, foreign));
  expect((await marks()).zoe).toEqual({ checkedAt: null, missingAt: null });
});

const email = async (at: Date) =>
  emailMissingCustomer({ shop: await shopRow(), actor: tester, now: at }, payees().zoe.affiliateId);

describe("an email about a missing customer account", () => {
  it("goes to the affiliate, once a day, with what to do", async () => {
    await owe();
    deleteCustomer();
    await preview(start);
    expect(await email(start)).toBeNull();
    expect(await email(minutesLater(60))).toMatchObject({ refused: "conflict" });
    const mails = await emailsOf(world.shop.shopId);
    expect(mails.map((mail) => mail.to)).toEqual([`${payees().zoe.affiliateId}@example.com`]);
    expect(mails[0]?.text).toContain("can't find a customer account for");
    expect(mails[0]?.text).toContain("/portal/payout-details");
    expect(await email(minutesLater(24 * 60))).toBeNull();
  });

  it("goes to nobody whose account is there, and to nobody of another store", async () => {
    await owe();
    await preview(start);
    expect(await email(start)).toMatchObject({ refused: "conflict" });
    deleteCustomer();
    await preview(minutesLater(60));
    const other = await makePayees(0, () => ({ kind: "paypal", email: "p@paypal.example" }));
    const row = await findShop(db(), other.shopId);
    if (!row) throw new Error("The shop is not there.");
    const by = { actor: tester, now: minutesLater(60) };
    expect(await emailMissingCustomer({ shop: row, ...by }, payees().zoe.affiliateId)).toMatchObject({
      refused: "not-found",
    });
    expect(await emailsOf(world.shop.shopId)).toEqual([]);
  });
});
