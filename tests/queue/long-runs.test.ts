import { expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { runBacktest } from "#app/flows/backtests/run-backtest.ts";
import { startBacktest } from "#app/flows/backtests/start-backtest.ts";
import { db } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findBacktest, noteBacktest } from "#app/store/backtests.ts";
import { arrival, deliver, emptyInbox } from "../support/inbox.ts";
import { orderBody } from "../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../support/selling-shop.ts";

const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const days = { firstDay: "2026-03-01", lastDay: "2026-03-09" };

async function ask(shop: SellingShop) {
  await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
  await emptyInbox();
  const defaults = { defaultWindowDays: 30, defaultApprovalDays: 30 };
  const of = { shopId: shop.shopId, currency: "USD", timeZone: "UTC", ...defaults };
  const id = await startBacktest({ shop: of, actor, now: new Date() }, { programId: shop.programId }, days);
  if (isRefusal(id)) throw new Error(id.reason.code);
  return id;
}

it("runs a backtest by a worker of the queue, which is heard of while it runs", async () => {
  const { startJobs } = await import("#app/jobs/registry.ts");
  const shop = await makeSellingShop();
  // A job left by another test file would run first.
  await openQueue();
  await db().execute("delete from pgboss.job where name = 'run-backtest'");
  const id = await ask(shop);
  const { rows } = await db().execute<{ beat: number }>(
    "select heartbeat_seconds as beat from pgboss.job where name = 'run-backtest'",
  );
  expect(new Set(rows.map((row) => row.beat))).toEqual(new Set([30]));
  const stop = await startJobs();
  const status = async () => (await findBacktest(db(), shop.shopId, id))?.status;
  // Starting all jobs is part of it, which takes a busy machine its time.
  await expect.poll(status, { timeout: 50_000 }).toBe("done");
  await stop();
});

it("starts over where a worker was killed, and leaves alone what has ended", async () => {
  const shop = await makeSellingShop();
  const id = await ask(shop);
  const payload = { shopId: shop.shopId, backtestId: id };
  await noteBacktest(db(), shop.shopId, id, { status: "running", ordersDone: 500, ordersTotal: 900 });
  await runBacktest(payload, () => arrival);
  const done = await findBacktest(db(), shop.shopId, id);
  expect(done).toMatchObject({ status: "done", ordersDone: 1, ordersTotal: 1, result: { orders: 1 } });
  await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
  await emptyInbox();
  await runBacktest(payload, () => arrival);
  expect(await findBacktest(db(), shop.shopId, id)).toEqual(done);
});
