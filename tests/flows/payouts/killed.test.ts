import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { continueBatches, sendDue } from "#app/flows/payouts/send-due.ts";
import { db } from "#app/platform/db.server.ts";
import { findSection } from "#app/store/payout-requests.ts";
import { chanceOf } from "../../histories/random.ts";
import { makePayees, planned } from "../../support/planned-payouts.ts";
import { feesOf, judgeRun, judgeShop } from "./judge-paypal.ts";
import { startPaypalWorld, type PaypalWorld } from "./paypal-world.ts";

let world: PaypalWorld;
beforeAll(async () => {
  world = await startPaypalWorld();
});
afterAll(() => world.close());

async function startWorker(aheadMs: number, seed: number): Promise<ChildProcess> {
  const file = fileURLToPath(new URL("killed-worker.ts", import.meta.url));
  const child = fork(file, [String(aheadMs), String(seed)]);
  await once(child, "message");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

it("workers that are killed one after the other leave each of fifty affiliates paid once", async () => {
  const chance = chanceOf(11);
  const shop = await makePayees(50, (index) => ({
    kind: "paypal",
    email: `k${index}-${process.pid}@pay.example`,
  }));
  const clock = world.clockOf(chance);
  const sectionIds = [];
  const payments: Awaited<ReturnType<typeof planned>>["payments"] = [];
  for (let first = 0; first < 50; first += 10) {
    const amounts = shop.payees
      .slice(first, first + 10)
      .map((payee) => ({ payee, amountMinor: chance.minor(1, 9000) }));
    const section = await planned(shop, amounts, { now: clock.now() });
    sectionIds.push(section.sectionId);
    payments.push(...section.payments);
  }
  // Its answers are slow, so that some kills meet a call on its way.
  world.paypal.switch({ faults: { errorAfter: 1, truncate: 1 }, processMs: 50 });
  let aheadMs = 0;
  for (let life = 0; life < 6; life += 1) {
    const child = await startWorker(aheadMs, life);
    await new Promise((resolve) => setTimeout(resolve, chance.int(5, 250)));
    await kill(child);
    aheadMs += 10 * 60_000;
    world.paypal.advance(10 * 60_000);
  }
  for (let turn = 0; turn < 40; turn += 1) {
    await world.paypal.settle();
    await continueBatches(clock);
    while (await sendDue(clock)) continue;
    await continueBatches(clock);
    world.paypal.advance(3_600_000);
    const sections = await Promise.all(
      sectionIds.map((sectionId) => findSection(db(), shop.shopId, sectionId)),
    );
    if (sections.every((one) => one?.status === "done")) break;
  }
  for (const sectionId of sectionIds)
    expect((await findSection(db(), shop.shopId, sectionId))?.status).toBe("done");
  expect(await judgeRun(world, shop, { end: { payments }, counts: new Map() })).toEqual([]);
  const given = new Map(payments.map((one) => [one.payee.affiliateId, one.amountMinor]));
  expect(await judgeShop(world, shop, given)).toEqual([]);
  const [here, there] = await feesOf(world, shop);
  expect(here).toBe(there);
}, 240_000);
