import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { cancelRequest, retryRequest } from "#app/flows/payouts/request-actions.ts";
import { pausePayouts } from "#app/flows/payouts/pause-payouts.ts";
import { movePayments } from "#app/flows/payouts/move-payments.ts";
import { continueSections, sendSection, sendDue } from "#app/flows/payouts/send-due.ts";
import { receivePaypalNotice } from "#app/flows/payouts/receive-notice.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { balancesOf, ledgerEntriesOf } from "#app/store/ledger.ts";
import { requestsOfSection, findSection } from "#app/store/payout-requests.ts";
import { findPayments } from "#app/store/payout-payments.ts";
import { payoutDetails, payoutNotices } from "#app/store/schema/payouts.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { chanceOf } from "../../histories/random.ts";
import { giveAccount, makePayees, planned, tester } from "../../support/planned-payouts.ts";
import { noticesOf } from "../../support/paypal-account.ts";
import { startPaypalWorld, type PaypalWorld } from "./paypal-world.ts";

let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
});
afterAll(() => world.close());

const clock = () => world.clockOf(chanceOf(1));
let shops = 0;

async function createSection(count: number) {
  shops += 1;
  const name = `${process.pid}-${shops}`;
  const shop = await makePayees(count, (index) => ({
    kind: "paypal",
    email: `p${index}-${name}@pay.example`,
  }));
  const payments = shop.payees.map((payee) => ({ payee, amountMinor: 1000n }));
  const section = await planned(shop, payments, { now: clock().now() });
  const read = () =>
    findPayments(
      db(),
      shop.shopId,
      section.payments.map((one) => one.paymentId),
    );
  const line = (paymentId: string) =>
    world.paypal.books().items.find((one) => one.senderItemId === `${shop.shopId}:${paymentId}`);
  return { shop, ...section, read, line };
}

async function finish(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await world.paypal.settle();
    world.paypal.advance(3_600_000);
    await sendDue(clock());
    await continueSections(clock());
  }
}

it("two workers and two operators send one section at once, and each is paid once", async () => {
  const { shop, sectionId, payments, read, line } = await createSection(20);
  const payload = { shopId: shop.shopId, sectionId };
  await Promise.all([sendSection(payload, clock()), sendSection(payload, clock()), sendDue(clock())]);
  const [request] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 5 });
  const by = { actor: tester, now: clock().now() };
  await Promise.all([
    retryRequest({ shop, ...by }, request?.requestId ?? ""),
    retryRequest({ shop, ...by }, request?.requestId ?? ""),
    cancelRequest({ shop, ...by }, request?.requestId ?? ""),
    sendDue(clock()),
    sendDue(clock()),
  ]);
  await finish();
  expect((await read()).map((one) => one.status)).toEqual(payments.map(() => "paid"));
  for (const { paymentId } of payments) {
    expect(line(paymentId)).toMatchObject({ payouts: 1, committed: "1000" });
  }
});

it("a refused request is sent again or canceled, and never both", async () => {
  const { shop, sectionId, payments, read, line } = await createSection(3);
  world.paypal.switch({ rights: { payouts: false } });
  await sendSection({ shopId: shop.shopId, sectionId }, clock());
  world.paypal.switch({ rights: { payouts: true } });
  const [request] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 5 });
  expect(request).toMatchObject({
    status: "refused",
    nextAt: null,
    error: expect.stringContaining("Authorization"),
  });
  const by = { actor: tester, now: clock().now() };
  await Promise.all([
    retryRequest({ shop, ...by }, request?.requestId ?? "").then(() => sendDue(clock())),
    cancelRequest({ shop, ...by }, request?.requestId ?? ""),
  ]);
  await finish();
  const statuses = new Set((await read()).map((one) => one.status));
  expect(statuses.size).toBe(1);
  const wanted = statuses.has("paid") ? "1000" : "0";
  for (const { paymentId } of payments) expect(line(paymentId)?.committed ?? "0").toBe(wanted);
});

it("a waiting request is not sent once one of its payments may not be made any more, and is paid again once canceled", async () => {
  const { shop, sectionId, payments, read, line } = await createSection(2);
  world.paypal.switch({ rights: { payouts: false } });
  await sendSection({ shopId: shop.shopId, sectionId }, clock());
  world.paypal.switch({ rights: { payouts: true } });
  const by = { actor: tester, now: clock().now() };
  const [first, second] = shop.payees;
  if (!first || !second) throw new Error("Nobody is there.");
  expect(await pausePayouts({ shop, ...by }, first.affiliateId, "Asked")).toBeNull();
  const requestOf = async () => {
    const [request] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 5 });
    return request;
  };
  const requestId = (await requestOf())?.requestId ?? "";
  expect(await retryRequest({ shop, ...by }, requestId)).toBeNull();
  await finish();
  expect(await requestOf()).toMatchObject({
    status: "refused",
    nextAt: null,
    error: reasonAsText({ code: "payments_barred", what: "paused", count: 1 }),
  });
  for (const { paymentId } of payments) expect(line(paymentId)).toBeUndefined();
  // Once resumed, the same content may be sent; with nobody left to pay, it is canceled automatically.
  const other = { ...by, now: clock().now() };
  expect(await pausePayouts({ shop, ...other }, second.affiliateId, "Asked")).toBeNull();
  expect(await retryRequest({ shop, ...other }, requestId)).toBeNull();
  await finish();
  expect((await read()).map(({ status, reason }) => [status, reason])).toEqual(
    payments.map(() => ["canceled", reasonAsText({ code: "payment_barred", what: "paused" })]),
  );
  expect(await requestOf()).toMatchObject({ status: "paid", nextAt: null, error: "" });
  expect((await findSection(db(), shop.shopId, sectionId))?.status).toBe("done");
  for (const payee of shop.payees) {
    const [balance] = (await balancesOf(db(), shop.shopId, [payee.affiliateId])).get(payee.affiliateId) ?? [];
    expect(balance).toMatchObject({ payableMinor: 1000n, inTransitMinor: 0n });
  }
}, 60_000);

it("a thousand copies of one notice are kept once, and move nothing twice", async () => {
  const { shop, sectionId, payments, read } = await createSection(1);
  world.paypal.switch({ drop: true });
  await sendSection({ shopId: shop.shopId, sectionId }, clock());
  const senderItemId = `${shop.shopId}:${payments[0]?.paymentId}`;
  const body = JSON.stringify({
    id: `WH-STORM-${process.pid}`,
    event_type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
    resource: { payout_item: { sender_item_id: senderItemId } },
  });
  const rawBody = Buffer.from(body);
  const address = await noticesOf(shop.shopId);
  const take = async () => {
    const headers = new Headers(world.paypal.sign(body));
    return (
      await receivePaypalNotice(address, { headers, rawBody, now: clock().now(), mayFetch: () => true })
    ).status;
  };
  for (let taken = 0; taken < 1000; taken += 50) {
    const copies = Array.from({ length: 50 }, take);
    // Sending, which the first notice starts, runs beside the other notices.
    const statuses = await Promise.all([...copies, sendDue(clock()).then(() => 200)]);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  await finish();
  world.paypal.switch({ drop: false });
  const [payment] = await read();
  expect(payment?.status).toBe("paid");
  const notices = await db().select().from(payoutNotices).where(eq(payoutNotices.shopId, shop.shopId));
  expect(notices).toHaveLength(1);
  const codes = (await ledgerEntriesOf(db(), shop.shopId, [payments[0]?.paymentId ?? ""])).map(
    (one) => one.code,
  );
  expect(codes).toEqual(["payout_started", "payout_settled", "fee"]);
}, 120_000);

it.each([
  [2, "REVERSED"],
  [40, "REVERSED"],
  [2, "REFUNDED"],
  [400, "REFUNDED"],
] as const)(
  "money that comes back %i days later, %s, is available again",
  async (days, how) => {
    const { shop, sectionId, payments, read } = await createSection(2);
    await sendSection({ shopId: shop.shopId, sectionId }, clock());
    await finish();
    for (let day = 0; day < days; day += 10) {
      world.paypal.advance(Math.min(10, days - day) * 86_400_000);
      await sendDue(clock());
    }
    const [first] = payments;
    const there = Object.values(world.paypal.ctx.state.items).find(
      (one) => one.senderItemId === `${shop.shopId}:${first?.paymentId}`,
    );
    expect(world.paypal.turn(there?.id ?? "", how)).toBe(true);
    await finish();
    // PayPal sends no notice of a reversal. The app looks once a week.
    world.paypal.advance(8 * 86_400_000);
    await finish();
    const byId = new Map((await read()).map((one) => [one.paymentId, one.status]));
    expect(payments.map((one) => byId.get(one.paymentId))).toEqual(["returned", "paid"]);
  },
  60_000,
);

it("payments waiting when details change are not sent to them, and sent ones stay sent", async () => {
  const { shop, sectionId, payments, read } = await createSection(2);
  const [first] = shop.payees;
  if (!first) throw new Error("Nobody is there.");
  const now = clock().now();
  await db().update(payoutDetails).set({ endedAt: now }).where(eq(payoutDetails.detailsId, first.detailsId));
  await giveAccount(shop.shopId, first.affiliateId, { kind: "paypal", email: "new@pay.example" });
  await sendSection({ shopId: shop.shopId, sectionId }, clock());
  const second = shop.payees[1];
  await db()
    .update(payoutDetails)
    .set({ endedAt: now })
    .where(eq(payoutDetails.detailsId, second?.detailsId ?? first.detailsId));
  await finish();
  const byId = new Map((await read()).map((one) => [one.affiliateId, one]));
  expect(byId.get(first.affiliateId)).toMatchObject({
    status: "canceled",
    reason: reasonAsText({ code: "payment_barred", what: "details_changed" }),
  });
  expect(byId.get(second?.affiliateId ?? first.affiliateId)?.status).toBe("paid");
  const [balance] = (await balancesOf(db(), shop.shopId, [first.affiliateId])).get(first.affiliateId) ?? [];
  expect(balance).toMatchObject({ payableMinor: 1000n, inTransitMinor: 0n, paidMinor: 0n });
  expect(payments).toHaveLength(2);
}, 60_000);

it("equal decisions at once move a payment once, and contradicting ones don't move it", async () => {
  const { shop, payments, read } = await createSection(1);
  const paymentId = payments[0]?.paymentId;
  if (!paymentId) throw new Error("Nothing was planned.");
  const say = (to: "sent" | "paid" | "failed") =>
    inTransaction((tx) =>
      movePayments(tx, shop.shopId, [{ paymentId, move: { said: "provider", to }, providerStatus: to }], {
        now: clock().now(),
        actor: systemActor,
      }),
    );
  await inTransaction((tx) =>
    movePayments(tx, shop.shopId, [{ paymentId, move: { said: "app", to: "sending" } }], {
      now: clock().now(),
    }),
  );
  await Promise.all([say("paid"), say("paid"), say("sent"), say("paid")]);
  expect((await ledgerEntriesOf(db(), shop.shopId, [paymentId])).map((one) => one.code)).toEqual([
    "payout_started",
    "payout_settled",
  ]);
  const [moved] = await say("failed");
  expect(moved).toMatchObject({ isContradiction: true, to: "paid" });
  const [payment] = await read();
  expect(payment).toMatchObject({ status: "paid", contradiction: expect.stringContaining("failed") });
  expect(await ledgerEntriesOf(db(), shop.shopId, [paymentId])).toHaveLength(2);
});
