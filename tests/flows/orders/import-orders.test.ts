import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "#app/domain/actor.ts";
import type { ImportId } from "#app/domain/ids.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { importOrders } from "#app/flows/intake/import-orders.ts";
import { readImports, startImport } from "#app/flows/intake/start-import.ts";
import { startBulkOrders } from "#app/gateways/shopify/bulk-orders.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { findImport, noteImport } from "#app/store/sweeps.ts";
import { orders } from "#app/store/schema/orders.ts";
import { refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import { editOrder } from "../../../local-shopify/commerce/edit-order.ts";
import { grantAllOrders } from "../../support/all-orders.ts";
import { orderRow, currentBalance, postedEntries } from "../../support/inbox.ts";
import { openStore, work } from "../../support/live-store.ts";
import { refuseRows } from "../../support/refused-rows.ts";
import { usePlatform } from "../../support/use-platform.ts";

const dayMs = 86_400_000;
const actor: Actor = { kind: "staff", id: "1", name: "Ada", email: "ada@example.com" };
const clock = {
  now: () => new Date(),
  pause: () => new Promise<void>((resolve) => setTimeout(resolve, 20)),
};

/** How many days the platform's clock is behind. */
let daysAgo = 0;

const platform = usePlatform(() => new Date(Date.now() - daysAgo * dayMs));
beforeEach(() => {
  daysAgo = 0;
  setAnswers("normal");
});

function denyBulk(bulkDenied: boolean): void {
  platform.ctx.mutate((state) => {
    state.switches.bulkDenied = bulkDenied;
  });
}

function setAnswers(graphql: "normal" | "forbidden"): void {
  platform.ctx.mutate((state) => {
    state.switches.graphql = graphql;
  });
}

type Store = Awaited<ReturnType<typeof openStore>>;

const shopOf = ({ shopId }: Store, scopes = "read_orders") => ({ shopId, timeZone: "UTC", scopes });
const day = (ago: number) => dayIn("UTC", new Date(Date.now() - ago * dayMs));

async function ask(store: Store, firstDay: string, scopes?: string): Promise<ImportId> {
  const id = await startImport({ shop: shopOf(store, scopes), actor, now: new Date() }, { firstDay });
  if (isRefusal(id)) throw new Error(id.reason.code);
  return id;
}

/** Changes an order's currency at the platform. XXX is no currency, so its order cannot be read. */
function setCurrency(store: Store, orderId: number | undefined, currency: string) {
  platform.ctx.mutate((state) => {
    const order = state.shops[store.domain]?.orders.find((one) => one.id === orderId);
    if (order) order.currency = currency;
  });
}

const run = (store: Store, importId: ImportId) => importOrders({ shopId: store.shopId, importId }, clock);
const rowsOf = (store: Store) => db().select().from(orders).where(eq(orders.shopId, store.shopId));

describe("past orders, read in bulk from the platform", () => {
  it("end in the books as their messages would have, refunds and edits too, and the messages add nothing", async () => {
    const store = await openStore(platform);
    const [variantId = 0, otherId = 0] = store.sell("50.00", "30.00");
    const plain = store.order([{ variantId, quantity: 2 }]);
    const refunded = store.order([{ variantId, quantity: 2 }]);
    const edited = store.order([{ variantId, quantity: 1 }]);
    refundOrder(platform.ctx, store.domain, refunded.id, {
      lines: [{ lineItemId: refunded.line_items[0]?.id ?? 0, quantity: 1 }],
    });
    editOrder(platform.ctx, store.domain, edited.id, { add: [{ variantId: otherId, quantity: 1 }] });
    await run(store, await ask(store, day(10)));
    // 10 % of 100.00, of 50.00 left of 100.00, and of 80.00.
    expect(await currentBalance(store)).toEqual({ pending: 1000n + 500n + 800n, payable: 0n });
    expect((await orderRow(store, plain.id)).facts).toMatchObject({ lines: [{ quantity: 2 }], refunds: [] });
    const posted = await postedEntries(store);
    await store.post();
    expect(await postedEntries(store)).toEqual(posted);
  });

  it("tell how far they are, and that they are done", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    for (let count = 0; count < 3; count += 1) store.order([{ variantId, quantity: 1 }]);
    const importId = await ask(store, day(10));
    expect((await readImports(shopOf(store), new Date())).imports).toMatchObject([{ status: "waiting" }]);
    await run(store, importId);
    const { imports, ordersHere } = await readImports(shopOf(store), new Date());
    expect(imports).toMatchObject([
      { status: "done", ordersDone: 3, ordersTotal: 3, error: "", createdBy: "Ada" },
    ]);
    expect(ordersHere).toBe(3);
  });

  it("from before every version of the terms are known, and earn nothing", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    daysAgo = 500;
    const old = store.order([{ variantId, quantity: 2 }]);
    daysAgo = 0;
    grantAllOrders(platform, store.domain);
    await run(store, await ask(store, day(600), "read_orders,read_all_orders"));
    expect(await orderRow(store, old.id)).toMatchObject({ credited: false });
    expect(await postedEntries(store)).toEqual([]);
  });

  it("older than 60 days stay unknown where Shopify hides them", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    daysAgo = 70;
    store.order([{ variantId, quantity: 2 }]);
    daysAgo = 0;
    const newer = store.order([{ variantId, quantity: 1 }]);
    await run(store, await ask(store, day(100), "read_orders,read_all_orders"));
    expect((await rowsOf(store)).map((row) => row.orderId)).toEqual([String(newer.id)]);
  });

  it("continue after a crash with their bulk operation, after the orders already taken", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    const sold = [1, 2, 3].map((quantity) => store.order([{ variantId, quantity }]));
    const importId = await ask(store, day(10));
    const span = { from: new Date(Date.now() - 10 * dayMs), until: new Date(Date.now() + dayMs) };
    const operationId = await startBulkOrders(store.domain, span);
    await noteImport(db(), store.shopId, importId, { status: "running", operationId, ordersDone: 2 });
    await run(store, importId);
    expect((await rowsOf(store)).map((row) => row.orderId)).toEqual([String(sold[2]?.id)]);
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({ status: "done", ordersDone: 3 });
  });

  it("that cannot be read or taken hold up no other, and are left to the inbox, which tries them again", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    const [plain, foreign, refused] = [1, 1, 1].map((quantity) => store.order([{ variantId, quantity }]));
    const ids = [plain, foreign, refused].map((one) => String(one?.id));
    store.takePost();
    setCurrency(store, foreign?.id, "XXX");
    const mend = await refuseRows("orders", `new.order_id = '${ids[2]}'`);
    const importId = await ask(store, day(10));
    await run(store, importId);
    await mend();
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({
      status: "done",
      ordersDone: 3,
      error: reasonAsText({ code: "import_ended", what: "left", count: 2 }),
    });
    expect((await rowsOf(store)).map((row) => row.orderId)).toEqual([ids[0]]);
    setCurrency(store, foreign?.id, plain?.currency ?? "");
    await work();
    expect((await rowsOf(store)).map((row) => row.orderId).toSorted()).toEqual(ids.toSorted());
    expect(await currentBalance(store)).toEqual({ pending: 1500n, payable: 0n });
  });

  it("are read in pages where bulk operations are denied, end in the same books, and go on after a kill", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    const [first, second] = [2, 1].map((quantity) => store.order([{ variantId, quantity }]));
    refundOrder(platform.ctx, store.domain, first?.id ?? 0, {
      lines: [{ lineItemId: first?.line_items[0]?.id ?? 0, quantity: 1 }],
    });
    denyBulk(true);
    const importId = await ask(store, day(10));
    await run(store, importId);
    // 10 % of 50.00 left of 100.00, and of 50.00.
    expect(await currentBalance(store)).toEqual({ pending: 500n + 500n, payable: 0n });
    expect((await rowsOf(store)).map((row) => row.orderId)).toContain(String(second?.id));
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({
      status: "done",
      ordersDone: 2,
      ordersTotal: 2,
      error: reasonAsText({ code: "import_ended", what: "paged", count: 0 }),
    });

    const third = store.order([{ variantId, quantity: 1 }]);
    const again = await ask(store, day(10));
    // Killed after two orders, and bulk operations were enabled meanwhile.
    await noteImport(db(), store.shopId, again, { status: "running", operationId: "pages", ordersDone: 2 });
    denyBulk(false);
    await run(store, again);
    expect((await rowsOf(store)).map((row) => row.orderId)).toContain(String(third.id));
    expect(await findImport(db(), store.shopId, again)).toMatchObject({ status: "done", ordersDone: 3 });
    const posted = await postedEntries(store);
    await store.post();
    expect(await postedEntries(store)).toEqual(posted);
  });

  it("are read in pages where the operation ends without access to customers", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    const { id } = store.order([{ variantId, quantity: 1 }]);
    platform.ctx.mutate((state) => {
      state.switches.withhold = true;
    });
    const importId = await ask(store, day(10));
    await run(store, importId);
    platform.ctx.mutate((state) => {
      state.switches.withhold = false;
    });
    expect((await rowsOf(store)).map((row) => row.orderId)).toEqual([String(id)]);
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({ status: "done", ordersDone: 1 });
  });

  it("fail with a reason if the platform no longer knows the operation, and take nothing", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    store.order([{ variantId, quantity: 1 }]);
    const importId = await ask(store, day(10));
    const operationId = "gid://shopify/BulkOperation/1";
    await noteImport(db(), store.shopId, importId, { status: "running", operationId });
    await run(store, importId);
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("bulk_unfinished") as string,
    });
    expect(await rowsOf(store)).toEqual([]);
  });

  it("wait while Shopify refuses the server's address, and are read once it is allowed", async () => {
    const store = await openStore(platform);
    const [variantId = 0] = store.sell("50.00");
    const { id } = store.order([{ variantId, quantity: 1 }]);
    const importId = await ask(store, day(10));
    setAnswers("forbidden");
    await expect(run(store, importId)).rejects.toMatchObject({ kind: "forbidden" });
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({
      status: "waiting",
      error: expect.stringContaining("refused this server's address (403)") as string,
    });
    setAnswers("normal");
    await run(store, importId);
    expect((await rowsOf(store)).map((row) => row.orderId)).toEqual([String(id)]);
    expect(await findImport(db(), store.shopId, importId)).toMatchObject({ status: "done", error: "" });
  });

  it("run one at a time, and not for the future or for orders older than the platform lists", async () => {
    const store = await openStore(platform);
    const by = { actor, now: new Date() };
    const start = (asked: { firstDay: string; lastDay?: string }) =>
      startImport({ shop: shopOf(store), ...by }, asked);
    expect(await start({ firstDay: day(-2) })).toMatchObject({ errors: [{ field: "firstDay" }] });
    expect(await start({ firstDay: day(9), lastDay: day(10) })).toMatchObject({
      errors: [{ field: "lastDay" }],
    });
    expect(await start({ firstDay: day(9), lastDay: day(-2) })).toMatchObject({
      errors: [{ field: "lastDay" }],
    });
    const tooOld = await start({ firstDay: day(100), lastDay: day(90) });
    expect(tooOld).toMatchObject({ refused: "not-possible" });
    const id = await ask(store, day(100));
    expect(await findImport(db(), store.shopId, id)).toMatchObject({ firstDay: day(60) });
    expect(await start({ firstDay: day(5) })).toMatchObject({ refused: "conflict" });
    // Nothing of it is left for the workers that other tests start.
    await noteImport(db(), store.shopId, id, { status: "failed" });
    expect(isRefusal(await start({ firstDay: day(5) }))).toBe(false);
    const [newest] = (await readImports(shopOf(store), new Date())).imports;
    if (newest) await noteImport(db(), store.shopId, newest.id, { status: "failed" });
  });
});
