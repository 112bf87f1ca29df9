import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemActor } from "#app/domain/actor.ts";
import { cancelChunk, retryChunk } from "#app/flows/payouts/chunk-actions.ts";
import { holdAffiliate } from "#app/flows/payouts/hold-affiliate.ts";
import { moveItems } from "#app/flows/payouts/move-items.ts";
import { goOnWithBatches, sendBatch, sendDue } from "#app/flows/payouts/send-due.ts";
import { takeNotice } from "#app/flows/payouts/take-notice.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { balancesOf, transfersOf } from "#app/store/ledger.ts";
import { chunksOfBatch, findBatch } from "#app/store/payout-chunks.ts";
import { findItems } from "#app/store/payout-items.ts";
import { payoutDetails, payoutNotices } from "#app/store/schema/payouts.ts";
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

async function makeBatch(count: number) {
  shops += 1;
  const name = `${process.pid}-${shops}`;
  const shop = await makePayees(count, (index) => ({
    kind: "paypal",
    email: `p${index}-${name}@pay.example`,
  }));
  const payments = shop.payees.map((payee) => ({ payee, amountMinor: 1000n }));
  const batch = await planned(shop, payments, { now: clock().now() });
  const read = () =>
    findItems(
      db(),
      shop.shopId,
      batch.items.map((one) => one.itemId),
    );
  const line = (itemId: string) =>
    world.paypal.books().items.find((one) => one.senderItemId === `${shop.shopId}:${itemId}`);
  return { shop, ...batch, read, line };
}

async function finish(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await world.paypal.settle();
    world.paypal.advance(3_600_000);
    await sendDue(clock());
    await goOnWithBatches(clock());
  }
}

it("two workers and two operators send one batch at once, and each is paid once", async () => {
  const { shop, batchId, items, read, line } = await makeBatch(20);
  const payload = { shopId: shop.shopId, batchId };
  await Promise.all([sendBatch(payload, clock()), sendBatch(payload, clock()), sendDue(clock())]);
  const [chunk] = await chunksOfBatch(db(), shop.shopId, { batchId, after: 0, limit: 5 });
  const by = { actor: tester, now: clock().now() };
  await Promise.all([
    retryChunk({ shop, ...by }, chunk?.chunkId ?? ""),
    retryChunk({ shop, ...by }, chunk?.chunkId ?? ""),
    cancelChunk({ shop, ...by }, chunk?.chunkId ?? ""),
    sendDue(clock()),
    sendDue(clock()),
  ]);
  await finish();
  expect((await read()).map((one) => one.status)).toEqual(items.map(() => "settled"));
  for (const { itemId } of items) expect(line(itemId)).toMatchObject({ payouts: 1, committed: "1000" });
});

it("a part that was refused is sent again or taken back, and never both", async () => {
  const { shop, batchId, items, read, line } = await makeBatch(3);
  world.paypal.switch({ rights: { payouts: false } });
  await sendBatch({ shopId: shop.shopId, batchId }, clock());
  world.paypal.switch({ rights: { payouts: true } });
  const [chunk] = await chunksOfBatch(db(), shop.shopId, { batchId, after: 0, limit: 5 });
  expect(chunk).toMatchObject({
    status: "refused",
    nextAt: null,
    error: expect.stringContaining("Authorization"),
  });
  const by = { actor: tester, now: clock().now() };
  await Promise.all([
    retryChunk({ shop, ...by }, chunk?.chunkId ?? "").then(() => sendDue(clock())),
    cancelChunk({ shop, ...by }, chunk?.chunkId ?? ""),
  ]);
  await finish();
  const statuses = new Set((await read()).map((one) => one.status));
  expect(statuses.size).toBe(1);
  const wanted = statuses.has("settled") ? "1000" : "0";
  for (const { itemId } of items) expect(line(itemId)?.committed ?? "0").toBe(wanted);
});

it("a part that waited is not sent once one of its payments may not be made any more, and taken back is paid again", async () => {
  const { shop, batchId, items, read, line } = await makeBatch(2);
  world.paypal.switch({ rights: { payouts: false } });
  await sendBatch({ shopId: shop.shopId, batchId }, clock());
  world.paypal.switch({ rights: { payouts: true } });
  const by = { actor: tester, now: clock().now() };
  const [first, second] = shop.payees;
  if (!first || !second) throw new Error("Nobody is there.");
  expect(await holdAffiliate({ shop, ...by }, first.affiliateId, "Asked")).toBeNull();
  const chunkOf = async () => {
    const [chunk] = await chunksOfBatch(db(), shop.shopId, { batchId, after: 0, limit: 5 });
    return chunk;
  };
  const chunkId = (await chunkOf())?.chunkId ?? "";
  expect(await retryChunk({ shop, ...by }, chunkId)).toBeNull();
  await finish();
  expect(await chunkOf()).toMatchObject({
    status: "refused",
    nextAt: null,
    error: expect.stringContaining("1 of its payments can't be made anymore"),
  });
  for (const { itemId } of items) expect(line(itemId)).toBeUndefined();
  // Lifted, the same content may go out; with nobody left to pay, it is taken back by itself.
  const other = { ...by, now: clock().now() };
  expect(await holdAffiliate({ shop, ...other }, second.affiliateId, "Asked")).toBeNull();
  expect(await retryChunk({ shop, ...other }, chunkId)).toBeNull();
  await finish();
  expect((await read()).map(({ status, reason }) => [status, reason])).toEqual(
    items.map(() => ["cancelled", "Payouts to the affiliate were put on hold"]),
  );
  expect(await chunkOf()).toMatchObject({ status: "settled", nextAt: null, error: "" });
  expect((await findBatch(db(), shop.shopId, batchId))?.status).toBe("done");
  for (const payee of shop.payees) {
    const [balance] = (await balancesOf(db(), shop.shopId, [payee.affiliateId])).get(payee.affiliateId) ?? [];
    expect(balance).toMatchObject({ payableMinor: 1000n, inTransitMinor: 0n });
  }
}, 60_000);

it("a thousand copies of one notice are kept once, and move nothing twice", async () => {
  const { shop, batchId, items, read } = await makeBatch(1);
  world.paypal.switch({ drop: true });
  await sendBatch({ shopId: shop.shopId, batchId }, clock());
  const senderItemId = `${shop.shopId}:${items[0]?.itemId}`;
  const body = JSON.stringify({
    id: `WH-STORM-${process.pid}`,
    event_type: "PAYMENT.PAYOUTS-ITEM.SUCCEEDED",
    resource: { payout_item: { sender_item_id: senderItemId } },
  });
  const rawBody = Buffer.from(body);
  const address = await noticesOf(shop.shopId);
  const take = async () => {
    const headers = new Headers(world.paypal.sign(body));
    return (await takeNotice(address, { headers, rawBody, now: clock().now(), mayFetch: () => true })).status;
  };
  for (let taken = 0; taken < 1000; taken += 50) {
    const copies = Array.from({ length: 50 }, take);
    // Sending, which the first notice starts, runs beside the other notices.
    const statuses = await Promise.all([...copies, sendDue(clock()).then(() => 200)]);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  await finish();
  world.paypal.switch({ drop: false });
  const [item] = await read();
  expect(item?.status).toBe("settled");
  const notices = await db().select().from(payoutNotices).where(eq(payoutNotices.shopId, shop.shopId));
  expect(notices).toHaveLength(1);
  const codes = (await transfersOf(db(), shop.shopId, [items[0]?.itemId ?? ""])).map((one) => one.code);
  expect(codes).toEqual(["payout_started", "payout_settled", "fee"]);
}, 120_000);

it.each([
  [2, "REVERSED"],
  [40, "REVERSED"],
  [2, "REFUNDED"],
  [400, "REFUNDED"],
] as const)(
  "money that comes back %i days later, %s, is payable again",
  async (days, how) => {
    const { shop, batchId, items, read } = await makeBatch(2);
    await sendBatch({ shopId: shop.shopId, batchId }, clock());
    await finish();
    for (let day = 0; day < days; day += 10) {
      world.paypal.advance(Math.min(10, days - day) * 86_400_000);
      await sendDue(clock());
    }
    const [first] = items;
    const there = Object.values(world.paypal.ctx.state.items).find(
      (one) => one.senderItemId === `${shop.shopId}:${first?.itemId}`,
    );
    expect(world.paypal.turn(there?.id ?? "", how)).toBe(true);
    await finish();
    // PayPal sends no notice of a reversal. The app looks once a week.
    world.paypal.advance(8 * 86_400_000);
    await finish();
    const byId = new Map((await read()).map((one) => [one.itemId, one.status]));
    expect(items.map((one) => byId.get(one.itemId))).toEqual(["returned", "settled"]);
  },
  60_000,
);

it("payments waiting when details change are not sent to them, and sent ones stay sent", async () => {
  const { shop, batchId, items, read } = await makeBatch(2);
  const [first] = shop.payees;
  if (!first) throw new Error("Nobody is there.");
  const now = clock().now();
  await db().update(payoutDetails).set({ endedAt: now }).where(eq(payoutDetails.detailsId, first.detailsId));
  await giveAccount(shop.shopId, first.affiliateId, { kind: "paypal", email: "new@pay.example" });
  await sendBatch({ shopId: shop.shopId, batchId }, clock());
  const second = shop.payees[1];
  await db()
    .update(payoutDetails)
    .set({ endedAt: now })
    .where(eq(payoutDetails.detailsId, second?.detailsId ?? first.detailsId));
  await finish();
  const byId = new Map((await read()).map((one) => [one.affiliateId, one]));
  expect(byId.get(first.affiliateId)).toMatchObject({
    status: "cancelled",
    reason: "The payout details changed after it was planned",
  });
  expect(byId.get(second?.affiliateId ?? first.affiliateId)?.status).toBe("settled");
  const [balance] = (await balancesOf(db(), shop.shopId, [first.affiliateId])).get(first.affiliateId) ?? [];
  expect(balance).toMatchObject({ payableMinor: 1000n, inTransitMinor: 0n, paidMinor: 0n });
  expect(items).toHaveLength(2);
}, 60_000);

it("equal decisions at once move a payment once, and contradicting ones don't move it", async () => {
  const { shop, items, read } = await makeBatch(1);
  const itemId = items[0]?.itemId;
  if (!itemId) throw new Error("Nothing was planned.");
  const say = (to: "sent" | "settled" | "failed") =>
    inTransaction((tx) =>
      moveItems(tx, shop.shopId, [{ itemId, move: { said: "provider", to }, providerStatus: to }], {
        now: clock().now(),
        actor: systemActor,
      }),
    );
  await inTransaction((tx) =>
    moveItems(tx, shop.shopId, [{ itemId, move: { said: "app", to: "sending" } }], { now: clock().now() }),
  );
  await Promise.all([say("settled"), say("settled"), say("sent"), say("settled")]);
  expect((await transfersOf(db(), shop.shopId, [itemId])).map((one) => one.code)).toEqual([
    "payout_started",
    "payout_settled",
  ]);
  const [moved] = await say("failed");
  expect(moved).toMatchObject({ isContradiction: true, to: "settled" });
  const [item] = await read();
  expect(item).toMatchObject({ status: "settled", contradiction: expect.stringContaining("failed") });
  expect(await transfersOf(db(), shop.shopId, [itemId])).toHaveLength(2);
});
