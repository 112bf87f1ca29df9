import { afterAll, beforeAll, expect, it } from "vitest";
import { sendSection } from "#app/flows/payouts/send-due.ts";
import { db } from "#app/platform/db.server.ts";
import { requestsOfSection } from "#app/store/payout-requests.ts";
import { chanceOf } from "../../histories/random.ts";
import { makePayees, planned } from "../../support/planned-payouts.ts";
import { startPaypalWorld, type PaypalWorld } from "./paypal-world.ts";

const dayMs = 86_400_000;

let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
});
afterAll(() => world.close());

it("a payment is looked at for half a year after it arrived, however long it waited before", async () => {
  const email = `late-${process.pid}+unclaimed@pay.example`;
  const shop = await makePayees(1, () => ({ kind: "paypal", email }));
  const payments = shop.payees.map((payee) => ({ payee, amountMinor: 700n }));
  const clock = world.clockOf(chanceOf(5));
  const { sectionId } = await planned(shop, payments, { now: clock.now() });
  /** Days until it is looked at again, after it was looked at; null for never. */
  const look = async (): Promise<number | null> => {
    await sendSection({ shopId: shop.shopId, sectionId }, clock);
    const [chunk] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 2 });
    const next = chunk?.nextAt;
    return next ? Math.round((next.getTime() - clock.now().getTime()) / dayMs) : null;
  };
  await look();
  world.paypal.advance(dayMs / 24);
  await look();
  world.paypal.advance(25 * dayMs);
  await world.paypal.settle();
  const [payment] = Object.values(world.paypal.ctx.state.items);
  expect(world.paypal.turn(payment?.id ?? "", "SUCCESS")).toBe(true);
  // Its notice is there before the first look, which it would hasten otherwise.
  await world.paypal.settle();

  const looks: number[] = [];
  for (;;) {
    const wait = await look();
    if (wait === null) break;
    looks.push(wait);
    world.paypal.advance(wait * dayMs);
  }
  const days = looks.reduce((sum, wait) => sum + wait, 0);
  expect(looks.slice(0, 14)).toEqual(Array.from({ length: 14 }, () => 1));
  expect(new Set(looks.slice(14))).toEqual(new Set([7]));
  expect(days).toBeGreaterThanOrEqual(180);
  expect(days).toBeLessThan(190);
});

it("a payment that arrived, and of which PayPal knows nothing any more, is looked at no longer and no oftener", async () => {
  const shop = await makePayees(1, () => ({ kind: "paypal", email: `gone-${process.pid}@pay.example` }));
  const payments = shop.payees.map((payee) => ({ payee, amountMinor: 700n }));
  const clock = world.clockOf(chanceOf(6));
  const { sectionId } = await planned(shop, payments, { now: clock.now() });
  const look = async () => {
    await sendSection({ shopId: shop.shopId, sectionId }, clock);
    const [chunk] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 2 });
    return chunk;
  };
  await look();
  await world.paypal.settle();
  world.paypal.advance(dayMs / 24);
  const settled = await look();
  expect(settled).toMatchObject({ status: "paid" });
  delete world.paypal.ctx.state.batches[settled?.providerId ?? ""];
  let looks = 0;
  for (;;) {
    const chunk = await look();
    expect(chunk).toMatchObject({ status: "paid", error: "" });
    if (!chunk?.nextAt) break;
    looks += 1;
    expect(looks).toBeLessThan(50);
    world.paypal.advance(chunk.nextAt.getTime() - clock.now().getTime());
  }
  expect(looks).toBeGreaterThan(30);
});

it("an open payment is asked about until PayPal was silent for 29 days, however old it is", async () => {
  const email = `silent-${process.pid}+unclaimed@pay.example`;
  const shop = await makePayees(1, () => ({ kind: "paypal", email }));
  const payments = shop.payees.map((payee) => ({ payee, amountMinor: 700n }));
  const clock = world.clockOf(chanceOf(7));
  const { sectionId } = await planned(shop, payments, { now: clock.now() });
  const lookAfter = async (days: number) => {
    world.paypal.advance(days * dayMs);
    await sendSection({ shopId: shop.shopId, sectionId }, clock);
    const [chunk] = await requestsOfSection(db(), shop.shopId, { sectionId, after: 0, limit: 2 });
    return chunk?.status;
  };
  await lookAfter(0);
  // Answered on the day before the last of those for which PayPal remembers a section, and once not on the day after.
  expect(await lookAfter(28.5)).toBe("accepted");
  world.paypal.switch({ faults: { unavailable: { times: 1, on: ["read"] } } });
  expect(await lookAfter(0.8)).toBe("accepted");
  world.paypal.switch({ faults: { unavailable: 0 } });
  const [section] = Object.values(world.paypal.ctx.state.batches).slice(-1);
  delete world.paypal.ctx.state.batches[section?.id ?? ""];
  expect(await lookAfter(20)).toBe("accepted");
  expect(await lookAfter(8)).toBe("accepted");
  expect(await lookAfter(1)).toBe("needs_attention");
});
