import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import { readSweeps, startDueSweeps, startSweep } from "#app/flows/intake/start-sweep.ts";
import { sweepOrders } from "#app/flows/intake/sweep-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { findSweep, insertSweep, noteSweep } from "#app/store/sweeps.ts";
import { sweeps } from "#app/store/schema/attribution.ts";
import { commissions, orders } from "#app/store/schema/orders.ts";
import { cancelOrder, refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import { editOrder } from "../../../local-shopify/commerce/edit-order.ts";
import { newId } from "#app/platform/ids.server.ts";
import { deliver, emptyInbox, orderRow, currentBalance, postedEntries } from "../../support/inbox.ts";
import type { openStore } from "../../support/live-store.ts";
import { beginSweep, openOldStore, sweep } from "../../support/sweeping.ts";
import { usePlatform } from "../../support/use-platform.ts";

const hourMs = 3_600_000;
const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const now = () => new Date();

/** How many hours the platform's clock is behind. */
let hoursAgo = 0;

const platform = usePlatform(() => new Date(Date.now() - hoursAgo * hourMs));
beforeEach(() => {
  hoursAgo = 0;
});

type Store = Awaited<ReturnType<typeof openStore>>;

const newestOf = async (store: Store) => (await readSweeps(store.shopId, now()))[0];
const shopRows = (store: Store) => db().select().from(orders).where(eq(orders.shopId, store.shopId));

/** Sells, refunds, edits and cancels; of what happens after the first orders nothing is told before `back`. */
async function sellThrough(store: Store, back: () => Promise<void>) {
  const [variantId = 0, otherId = 0] = store.sell("50.00", "30.00");
  const { domain } = store;
  const buy = (quantity: number, email: string) =>
    store.order([{ variantId, quantity }], { customer: { email } });
  hoursAgo = 30;
  buy(1, "kept@customer.example");
  const refunded = buy(2, "refunded@customer.example");
  const edited = buy(3, "edited@customer.example");
  const cancelled = buy(4, "cancelled@customer.example");
  await store.post();
  hoursAgo = 20;
  buy(5, "ada@customer.example");
  const returned = buy(2, "new@customer.example");
  hoursAgo = 12;
  for (const { id, line_items: lines } of [refunded, returned]) {
    refundOrder(platform.ctx, domain, id, {
      lines: lines.map((line) => ({ lineItemId: line.id, quantity: 1 })),
    });
  }
  editOrder(platform.ctx, domain, edited.id, { add: [{ variantId: otherId, quantity: 1 }] });
  hoursAgo = 6;
  cancelOrder(platform.ctx, domain, cancelled.id, { reason: "customer" });
  hoursAgo = 0;
  await back();
}

/** Each order by its name in the store, with its commissions in the books, its figures, and its affiliate. */
async function ledgerOf(store: Store): Promise<unknown[]> {
  const stands = new Map<string, bigint>();
  for (const row of await postedEntries(store)) {
    const sign = row.creditAccount === "expense" ? -1n : 1n;
    stands.set(row.subject, (stands.get(row.subject) ?? 0n) + sign * row.amountMinor);
  }
  const made = await db().select().from(commissions).where(eq(commissions.shopId, store.shopId));
  const rows = await shopRows(store);
  return rows
    .map(({ orderId, name, netMinor, credited, reason }) => {
      const own = made.filter((one) => one.orderId === orderId);
      return { name, netMinor, credited, reason, stands: own.map((one) => stands.get(one.commissionId)) };
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

describe("a day on which the app was off", () => {
  it("ends with the ledger of a shop that missed nothing, and lists the missed orders", async () => {
    const twin = await openOldStore(platform);
    await sellThrough(twin, twin.post);
    const store = await openOldStore(platform);
    await sellThrough(
      store,
      // Only the last of the messages arrives, with the platform's last attempt.
      async () => store.carry(store.takePost().slice(-1)),
    );
    const found = await sweep(store);
    process.stdout.write(
      `sweep after a day off: looked ${found.looked}, missing ${found.missing}, stale ${found.stale}: ${found.found
        .map((one) => `${one.name} ${one.what}`)
        .join(", ")}\n`,
    );
    expect(found).toMatchObject({ status: "done", looked: 6, missing: 2, error: null });
    expect(found.stale).toBeGreaterThanOrEqual(2);
    expect(await ledgerOf(store)).toEqual(await ledgerOf(twin));
    expect(await currentBalance(store)).toEqual(await currentBalance(twin));
    expect((await verifyShop(store.shopId)).differences).toEqual([]);
    // Late messages and a second sweep add nothing.
    const posted = await postedEntries(store);
    await store.post();
    expect(await sweep(store)).toMatchObject({ status: "done", missing: 0, stale: 0, found: [] });
    expect(await postedEntries(store)).toEqual(posted);
  });
});

describe("looking for missed orders", () => {
  it("writes nothing about orders that agree and have their number", async () => {
    const store = await openOldStore(platform);
    const [variantId = 0] = store.sell("50.00");
    store.order([{ variantId, quantity: 1 }]);
    await store.post();
    await sweep(store);
    const before = await shopRows(store);
    expect(await sweep(store)).toMatchObject({ looked: 1, missing: 0, stale: 0 });
    expect(await shopRows(store)).toEqual(before);
  });

  it("starts at the installation, then at the end of the last one, and skips orders that may still be on their way", async () => {
    const store = await openOldStore(platform, 24);
    const [variantId = 0] = store.sell("50.00");
    hoursAgo = 48;
    store.order([{ variantId, quantity: 1 }]);
    hoursAgo = 2;
    const missed = store.order([{ variantId, quantity: 1 }]);
    hoursAgo = 0;
    store.order([{ variantId, quantity: 2 }]);
    await startDueSweeps("hourly", now());
    const first = await newestOf(store);
    await sweepOrders({ shopId: store.shopId, sweepId: first?.sweepId ?? "" }, now);
    const done = await newestOf(store);
    expect(done?.found).toEqual([{ orderId: String(missed.id), name: missed.name, what: "missing" }]);
    // The next one begins there, a few minutes earlier, and finds what was young then.
    const second = await sweep(store);
    expect((done?.toAt.getTime() ?? 0) - second.fromAt.getTime()).toBe(10 * 60_000);
    expect(second).toMatchObject({ looked: 1, missing: 1 });
  });

  it("continues after a crash at its place, with the orders it had found", async () => {
    const store = await openOldStore(platform);
    const [variantId = 0] = store.sell("50.00");
    hoursAgo = 5;
    const first = store.order([{ variantId, quantity: 1 }]);
    hoursAgo = 3;
    const second = store.order([{ variantId, quantity: 1 }]);
    hoursAgo = 0;
    const sweepId = await beginSweep(store);
    const toAt = new Date(Date.now() - 4 * hourMs);
    const found = [{ orderId: String(first.id), name: first.name, what: "missing" as const }];
    await noteSweep(db(), { shopId: store.shopId, sweepId }, { toAt, found, looked: 1, missing: 1 });
    await sweepOrders({ shopId: store.shopId, sweepId }, now);
    expect(await findSweep(db(), store.shopId, sweepId)).toMatchObject({
      status: "done",
      looked: 2,
      missing: 2,
    });
    expect((await shopRows(store)).map((row) => row.orderId)).toEqual([String(second.id)]);
  });

  it("finds an order known only by a refund, and another state with an equal time stamp", async () => {
    const store = await openOldStore(platform);
    const [variantId = 0] = store.sell("50.00");
    hoursAgo = 3;
    const order = store.order([{ variantId, quantity: 2 }]);
    const other = store.order([{ variantId, quantity: 1 }]);
    await store.post();
    const lines = [{ lineItemId: order.line_items[0]?.id ?? 0, quantity: 1 }];
    const unseen = store.order([{ variantId, quantity: 2 }]);
    store.takePost();
    for (const {
      id,
      line_items: [line],
    } of [order, unseen]) {
      refundOrder(platform.ctx, store.domain, id, {
        lines: [{ ...lines[0], lineItemId: line?.id ?? 0, quantity: 1 }],
      });
    }
    const refunds = store.takePost().filter((one) => one.topic === "refunds/create");
    // Heard of, while the platform was not asked yet.
    await deliver(store, "refunds/create", JSON.parse(refunds.at(-1)?.body ?? ""));
    await emptyInbox();
    // As known it was cancelled within the second of its stamp.
    await db().execute(
      `update orders set facts = facts || '{"financialStatus": "pending"}'::jsonb where shop_id = '${store.shopId}' and order_id = '${other.id}'`,
    );
    hoursAgo = 0;
    const found = await sweep(store);
    const whats = new Map(found.found.map(({ orderId, what }) => [orderId, what]));
    expect(whats).toEqual(
      new Map([
        [String(order.id), "stale"],
        [String(other.id), "stale"],
        [String(unseen.id), "missing"],
      ]),
    );
    expect((await orderRow(store, other.id)).facts).toMatchObject({ financialStatus: "paid" });
  });

  it("says in words that the platform does not answer, and the next begins where it stood", async () => {
    const store = await openOldStore(platform);
    const [variantId = 0] = store.sell("50.00");
    store.order([{ variantId, quantity: 1 }]);
    platform.ctx.mutate(() => {
      const shop = platform.store.state.shops[store.domain];
      if (shop) shop.installation = null;
    });
    const failed = await sweep(store);
    expect(failed).toMatchObject({
      status: "failed",
      looked: 0,
      error: expect.stringContaining("run_refused") as string,
    });
    const due = async (at: Date) => {
      await startDueSweeps("hourly", at);
      return (await newestOf(store))?.sweepId;
    };
    expect(await due(now())).toBe(failed.sweepId);
    expect(await due(new Date(Date.now() + 11 * 60_000))).not.toBe(failed.sweepId);
  });

  it("runs one at a time for a shop, and once an hour by itself", async () => {
    const store = await openOldStore(platform);
    await Promise.all([1, 2, 3].map(() => startDueSweeps("start", now())));
    const rows = () => db().select().from(sweeps).where(eq(sweeps.shopId, store.shopId));
    expect(await rows()).toHaveLength(1);
    expect(await startSweep({ shop: store, actor, now: now() })).toMatchObject({ refused: "conflict" });
    const [running] = await rows();
    await sweepOrders({ shopId: store.shopId, sweepId: running?.sweepId ?? "" }, now);
    await startDueSweeps("hourly", new Date(Date.now() + 0.9 * hourMs));
    expect(await rows()).toHaveLength(1);
    await startDueSweeps("hourly", new Date(Date.now() + 1.1 * hourMs));
    expect(await rows()).toHaveLength(2);
  });

  it("is not held up by a lost one, which is shown as failed", async () => {
    const store = await openOldStore(platform);
    const startedAt = new Date(Date.now() - 7 * hourMs);
    const sweepId = newId<(typeof sweeps.$inferInsert)["sweepId"]>("swp", startedAt);
    const lost = { shopId: store.shopId, sweepId, cause: "hourly", status: "running", startedAt } as const;
    await db().transaction((tx) => insertSweep(tx, { ...lost, fromAt: startedAt, toAt: startedAt }));
    expect(await newestOf(store)).toMatchObject({ sweepId, status: "failed" });
    expect(await sweep(store)).toMatchObject({ status: "done" });
    const [row] = await db()
      .select()
      .from(sweeps)
      .where(and(eq(sweeps.shopId, store.shopId), eq(sweeps.sweepId, sweepId)));
    expect(row?.status).toBe("running");
  });
});
