import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import { processDeliveries, type Refetch } from "#app/flows/intake/process-deliveries.ts";
import { refetchOrder } from "#app/flows/intake/refetch-order.ts";
import { db } from "#app/platform/db.server.ts";
import { orders } from "#app/store/schema/orders.ts";
import { cancelOrder, deleteOrder, refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import {
  arrival,
  deliver,
  deliveryOutcomes,
  emptyInbox,
  failures,
  orderRow,
  read,
  currentBalance,
} from "../../support/inbox.ts";
import { openStore, work } from "../../support/live-store.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makeSellingShop } from "../../support/selling-shop.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

type Store = Awaited<ReturnType<typeof openStore>>;

/** An order of two pieces at 50.00 whose own messages never came. */
async function sellUnheard() {
  const store = await openStore(platform);
  const [variantId = 0] = store.sell("50.00");
  const order = store.order([{ variantId, quantity: 2 }]);
  store.takePost();
  return { store, order };
}

/** Carries only what was sent under a topic, and asks the platform as the job does. */
const carryOnly = (store: Store, topic: string) =>
  store.post((sent) => sent.filter((one) => one.topic === topic));

/** Lets the inbox work, and the platform be asked, hour by hour until every attempt was made. */
async function waitHalfADay() {
  for (let hour = 0; hour < 12; hour += 1) await work(new Date(arrival.getTime() + hour * 3_600_000));
}

const ordersOf = ({ shopId }: Pick<Store, "shopId">) => db().$count(orders, eq(orders.shopId, shopId));

const ignored = "no-such-order";

describe("a refund of an order that was never heard of", () => {
  it("has the order asked for, and both are taken", async () => {
    const { store, order } = await sellUnheard();
    const lines = [{ lineItemId: order.line_items[0]?.id ?? 0, quantity: 1 }];
    refundOrder(platform.ctx, store.domain, order.id, { lines });
    await carryOnly(store, "refunds/create");
    expect(await failures(store)).toEqual([]);
    expect(await orderRow(store, order.id)).toMatchObject({ reason: "won-by-landing", credited: true });
    // One of two pieces at 50.00 is left; 10 % of it.
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
  });

  it("changes nothing where the platform has no such order", async () => {
    const store = await openStore(platform);
    await deliver(store, "refunds/create", refundBody(4_714, { amount: "25.00" }));
    await waitHalfADay();
    expect(await deliveryOutcomes(store)).toEqual([ignored]);
    expect(await ordersOf(store)).toBe(0);
  });

  it("becomes a failed delivery where the platform cannot be asked", async () => {
    // It was never installed on the platform, so there is no token to ask with.
    const shop = await makeSellingShop();
    await deliver(shop, "refunds/create", refundBody(4_713, { amount: "10.00" }));
    await waitHalfADay();
    expect(await failures(shop)).toMatchObject([{ topic: "refunds/create", status: "failed" }]);
    expect(await ordersOf(shop)).toBe(0);
  });

  it("is asked for once where the order is told of in the same batch", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code, price: "25.00", quantity: 4 });
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "25.00" }));
    await deliver(shop, "orders/create", body);
    expect(await emptyInbox()).toEqual([]);
    expect(await currentBalance(shop)).toEqual({ pending: 750n, payable: 0n });
  });
});

describe("a refund of a known order", () => {
  it("counts as the platform tells it, whatever its delivery says", async () => {
    const { store, order } = await sellUnheard();
    await deliver(store, "orders/create", order);
    const lines = [{ lineItemId: order.line_items[0]?.id ?? 0, quantity: 1 }];
    refundOrder(platform.ctx, store.domain, order.id, { lines });
    const sent = store.takePost().find(({ topic }) => topic === "refunds/create");
    if (!sent) throw new Error("No refund was sent.");
    await deliver(store, "refunds/create", { ...JSON.parse(sent.body), ...pretended });
    await work(arrival);
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
  });

  it("waits for a platform whose answer does not contain it, and at last becomes a failed delivery", async () => {
    const { store, order } = await sellUnheard();
    await deliver(store, "orders/create", order);
    await work(arrival);
    await deliver(store, "refunds/create", refundBody(order.id, { amount: "50.00" }));
    await waitHalfADay();
    expect(await failures(store)).toMatchObject([
      {
        topic: "refunds/create",
        status: "failed",
        attempts: 8,
        outcome: expect.stringContaining("refund_not_shown"),
      },
    ]);
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("is known where the order's own message told of it and the platform withholds the order by now", async () => {
    const store = await openStore(platform);
    const body = orderBody({ ref: store.code, price: "25.00", quantity: 4 });
    const refund = refundBody(body.id, { amount: "25.00" });
    await deliver(store, "orders/create", body);
    await deliver(store, "refunds/create", refund);
    await work(arrival);
    expect(await failures(store)).toMatchObject([{ topic: "refunds/create", status: "waiting" }]);
    await deliver(store, "orders/updated", { ...body, updated_at: refund.created_at, refunds: [refund] });
    await waitHalfADay();
    expect(await deliveryOutcomes(store)).not.toContainEqual(expect.stringContaining("does not contain"));
    expect(await currentBalance(store)).toEqual({ pending: 750n, payable: 0n });
  });
});

describe("an order that is asked about only after its deliveries are due again", () => {
  it("is asked for once, by the pass that takes them again", async () => {
    const { store, order } = await sellUnheard();
    await deliver(store, "orders/create", order);
    await work(arrival);
    const lines = [{ lineItemId: order.line_items[0]?.id ?? 0, quantity: 1 }];
    refundOrder(platform.ctx, store.domain, order.id, { lines });
    const refund = store.takePost().find(({ topic }) => topic === "refunds/create");
    await deliver(store, "refunds/create", JSON.parse(refund?.body ?? ""));
    const [first, ...others] = await takeRefetches(store, arrival);
    expect(others).toEqual([]);
    const late = new Date(arrival.getTime() + 60_000);
    const [second] = await takeRefetches(store, late);
    if (!first || !second) throw new Error("Nothing is asked.");
    const called = vi.spyOn(globalThis, "fetch");
    await refetchOrder(first, late);
    expect(called).not.toHaveBeenCalled();
    await refetchOrder(second, late);
    expect(called).toHaveBeenCalled();
    called.mockRestore();
    expect(await failures(store)).toEqual([]);
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
  });
});

async function takeRefetches({ shopId }: Store, now: Date): Promise<Refetch[]> {
  const { refetch } = await processDeliveries({ topics: orderTopics, read, limit: 50, now });
  return refetch.filter((one) => one.shopId === shopId);
}

/** Amounts that the platform does not have. */
const pretended = {
  refund_line_items: [],
  order_adjustments: [{ kind: "refund_discrepancy", amount: "-90.00", tax_amount: "0.00" }],
};

describe("the deletion of an order that was never heard of", () => {
  it("changes nothing, nor does a refund of it or a message that comes late", async () => {
    const { store, order } = await sellUnheard();
    cancelOrder(platform.ctx, store.domain, order.id);
    deleteOrder(platform.ctx, store.domain, order.id);
    await carryOnly(store, "orders/delete");
    await deliver(store, "refunds/create", refundBody(order.id, { amount: "50.00" }));
    const address = `https://${store.domain}/1/orders/x`;
    await deliver(store, "orders/create", { ...order, order_status_url: address });
    await waitHalfADay();
    expect(await failures(store)).toEqual([]);
    const told = await deliveryOutcomes(store);
    expect(told.filter((one) => one === ignored)).toHaveLength(2);
    expect(told).toContain("not-shown");
    expect(await ordersOf(store)).toBe(0);
  });
});

describe("the deletion of a known order", () => {
  it("takes effect once the platform no longer has it", async () => {
    const { store, order } = await sellUnheard();
    await deliver(store, "orders/create", order);
    await work(arrival);
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
    await deliver(store, "orders/delete", { id: order.id });
    await work(arrival);
    expect(await failures(store)).toMatchObject([
      { topic: "orders/delete", status: "waiting", outcome: expect.stringContaining("order_still_there") },
    ]);
    expect(await currentBalance(store)).toEqual({ pending: 1000n, payable: 0n });
    cancelOrder(platform.ctx, store.domain, order.id);
    deleteOrder(platform.ctx, store.domain, order.id);
    await waitHalfADay();
    expect(await orderRow(store, order.id)).toMatchObject({ reason: "deleted", commissionMinor: 0n });
    expect(await currentBalance(store)).toEqual({ pending: 0n, payable: 0n });
  });

  it("holds up no refund and no edit that arrive with it while the platform still has the order", async () => {
    const { store, order } = await sellUnheard();
    await deliver(store, "orders/create", order);
    await work(arrival);
    const lines = [{ lineItemId: order.line_items[0]?.id ?? 0, quantity: 1 }];
    refundOrder(platform.ctx, store.domain, order.id, { lines });
    const refund = store.takePost().find(({ topic }) => topic === "refunds/create");
    await deliver(store, "orders/delete", { id: order.id });
    await deliver(store, "refunds/create", JSON.parse(refund?.body ?? ""));
    await deliver(store, "refunds/create", refundBody(order.id, { amount: "50.00" }));
    await deliver(store, "orders/edited", { order_edit: { order_id: order.id } });
    await work(arrival);
    expect(await currentBalance(store)).toEqual({ pending: 500n, payable: 0n });
    const failed = await failures(store);
    expect(failed.toSorted((a, b) => a.topic.localeCompare(b.topic))).toMatchObject([
      { topic: "orders/delete", outcome: expect.stringContaining("order_still_there") as string },
      { topic: "refunds/create", outcome: expect.stringContaining("refund_not_shown") as string },
    ]);
  });
});
