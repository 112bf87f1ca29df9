import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { readFailedDeliveries, retryDelivery } from "#app/flows/intake/failed-deliveries.ts";
import { orderNamedIn } from "#app/contracts/delivery.ts";
import { readSweeps, stopSweep } from "#app/flows/intake/start-sweep.ts";
import { sweepOrders } from "#app/flows/intake/sweep-orders.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { retryDelaySeconds } from "#app/domain/retry-delays.ts";
import { db } from "#app/platform/db.server.ts";
import { orders } from "#app/store/schema/orders.ts";
import { currentBalance } from "../../support/inbox.ts";
import { work } from "../../support/live-store.ts";
import { refuseRows } from "../../support/refused-rows.ts";
import { beginSweep, openOldStore, sweep } from "../../support/sweeping.ts";
import { usePlatform } from "../../support/use-platform.ts";

const hourMs = 3_600_000;
const actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" } as const;

let hoursAgo = 0;

const platform = usePlatform(() => new Date(Date.now() - hoursAgo * hourMs));

/** A store that sold two orders of which no message came, three hours ago. */
async function openUntold() {
  const store = await openOldStore(platform);
  const [variantId = 0] = store.sell("50.00");
  hoursAgo = 3;
  const [first, second] = [1, 2].map(() => store.order([{ variantId, quantity: 1 }]));
  hoursAgo = 0;
  store.takePost();
  if (!first || !second) throw new Error("Nothing was sold.");
  return { ...store, first, second };
}

/** Changes an order's currency at the platform, to make it unreadable. */
function setCurrency(store: { domain: string; first: { id: number } }, currency: string) {
  platform.ctx.mutate((state) => {
    const order = state.shops[store.domain]?.orders.find((one) => one.id === store.first.id);
    if (order) order.currency = currency;
  });
}

const found = { page: 1, limit: 10, findOrder: orderNamedIn };

async function setAside(store: { shopId: Parameters<typeof readFailedDeliveries>[0] }) {
  const read = await readFailedDeliveries(store.shopId, found);
  if (isRefusal(read)) throw new Error(read.reason.code);
  return read.deliveries;
}

/** Lets the inbox work, at once and whenever what failed is tried again. */
async function workThrough(from: Date) {
  let at = from.getTime();
  await work(from);
  for (let failures = 1; retryDelaySeconds(failures) !== null; failures += 1) {
    // A leased question comes up again after a minute.
    at += (retryDelaySeconds(failures) ?? 0) * 1000 + 61_000;
    await work(new Date(at));
  }
}

it("an order that a look could not take into the books is taken by the inbox, though no look meets it again", async () => {
  const store = await openUntold();
  const mend = await refuseRows("orders", `new.order_id = '${store.first.id}'`);
  const first = await sweep(store);
  await mend();
  expect(first).toMatchObject({ status: "done", looked: 2, missing: 2 });
  expect(first.found.map((one) => one.unread ?? false)).toEqual([true, false]);
  expect(await sweep(store, () => new Date(Date.now() + 2 * hourMs))).toMatchObject({ looked: 0 });
  await work();
  const rows = await db().select().from(orders).where(eq(orders.shopId, store.shopId));
  expect(rows.map((row) => row.orderId).toSorted()).toEqual(
    [store.first.id, store.second.id].map(String).toSorted(),
  );
  expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
  expect(await setAside(store)).toEqual([]);
});

it("an unreadable order ends as one failed delivery, and is taken when a person retries it", async () => {
  const store = await openUntold();
  const was = store.first.currency;
  setCurrency(store, "MONEY");
  const now = new Date();
  expect((await sweep(store, () => now)).found.filter((one) => one.unread)).toHaveLength(1);
  await workThrough(now);
  const [waiting, ...others] = await setAside(store);
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({
    topic: "orders/missed",
    order: { id: String(store.first.id), name: store.first.name },
    failure: expect.stringContaining("MONEY") as string,
  });
  setCurrency(store, was);
  const by = { actor, now: new Date(now.getTime() + 4 * hourMs) };
  expect(await retryDelivery({ shop: store, ...by }, waiting ?? { topic: "", webhookId: "" })).toBeNull();
  await work(by.now);
  expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
  expect(await setAside(store)).toEqual([]);
});

it("a sweep whose job failed for good shows the reason, and the next one continues at its place", async () => {
  const { startJobs } = await import("#app/jobs/registry.ts");
  const store = await openUntold();
  setCurrency(store, "MONEY");
  // Not even the inbox takes it: then the look fails, and goes on with the next try of its job.
  const mend = await refuseRows("deliveries", `new.shop_id = '${store.shopId}'`);
  const sweepId = await beginSweep(store);
  const job = { shopId: store.shopId, sweepId };
  await expect(sweepOrders(job, () => new Date())).rejects.toThrow("Failed query");
  const newest = async () => (await readSweeps(store.shopId, new Date()))[0];
  expect(await newest()).toMatchObject({ status: "running", looked: 0 });
  // The last try of its job.
  await db().execute(`update pgboss.job set retry_limit = 0 where name = 'sweep-orders'`);
  const stop = await startJobs();
  // Starting all jobs is part of it, which takes a busy machine its time.
  await expect.poll(async () => (await newest())?.status, { timeout: 50_000 }).toBe("failed");
  await stop();
  await mend();
  expect(await newest()).toMatchObject({
    sweepId,
    error: expect.stringContaining("stopped_sweep") as string,
  });
  const later = new Date(Date.now() + 11 * 60_000);
  expect(await sweep(store, () => later)).toMatchObject({ status: "done", looked: 2, missing: 1 });
  const done = await newest();
  await stopSweep({ shopId: store.shopId, sweepId: done?.sweepId ?? "" }, later);
  expect(await newest()).toEqual(done);
});
