import { describe, expect, it } from "vitest";
import { refetchOrder } from "#app/flows/orders/refetch-order.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { retryEveryQuarantined } from "#app/store/set-aside.ts";
import { cancelOrder, deleteOrder, refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import {
  arrival,
  deliver,
  emptyInbox,
  failures,
  orderRow,
  standing,
  transfers,
} from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
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
  for (let hour = 0; hour < 12; hour += 1) {
    const now = new Date(arrival.getTime() + hour * 3_600_000);
    for (const wanted of await emptyInbox(now)) await refetchOrder(wanted, now);
  }
}

describe("a refund of an order that was never heard of", () => {
  it("has the order asked for, and both are taken", async () => {
    const { store, order } = await sellUnheard();
    const lines = [{ lineItemId: order.line_items[0]?.id ?? 0, quantity: 1 }];
    refundOrder(platform.ctx, store.domain, order.id, { lines });
    await carryOnly(store, "refunds/create");
    expect(await failures(store)).toEqual([]);
    expect(await orderRow(store, order.id)).toMatchObject({ reason: "won-by-landing", credited: true });
    // One of two pieces at 50.00 is left; 10 % of it.
    expect(await standing(store)).toEqual({ pending: 500n, payable: 0n });
  });

  it("stands before a person where the platform has no such order, and is taken once it is told of", async () => {
    const store = await openStore(platform);
    const body = orderBody({ ref: store.code, price: "25.00", quantity: 4 });
    await deliver(store, "refunds/create", refundBody(body.id, { amount: "25.00" }));
    await waitHalfADay();
    expect(await failures(store)).toMatchObject([
      {
        topic: "refunds/create",
        status: "quarantined",
        attempts: 8,
        outcome: expect.stringMatching("no such order"),
      },
    ]);
    expect(await transfers(store)).toEqual([]);
    await deliver(store, "orders/create", body);
    await inTransaction((tx) => retryEveryQuarantined(tx, store.shopId, arrival));
    expect(await emptyInbox()).toEqual([]);
    // 10 % of the 75.00 that stayed.
    expect(await standing(store)).toEqual({ pending: 750n, payable: 0n });
  });

  it("stands before a person where the platform cannot be asked", async () => {
    // It was never installed on the platform, so there is no token to ask with.
    const shop = await makeSellingShop();
    await deliver(shop, "refunds/create", refundBody(4_713, { amount: "10.00" }));
    await waitHalfADay();
    expect(await failures(shop)).toMatchObject([{ topic: "refunds/create", status: "quarantined" }]);
  });

  it("asks nothing where the order is told of in the same batch", async () => {
    const shop = await makeSellingShop();
    const body = orderBody({ ref: shop.code, price: "25.00", quantity: 4 });
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "25.00" }));
    await deliver(shop, "orders/create", body);
    expect(await emptyInbox()).toEqual([]);
    expect(await standing(shop)).toEqual({ pending: 750n, payable: 0n });
  });
});

describe("the deletion of an order that was never heard of", () => {
  it("is nothing where the platform has no such order, nor is a refund of it", async () => {
    const { store, order } = await sellUnheard();
    cancelOrder(platform.ctx, store.domain, order.id);
    deleteOrder(platform.ctx, store.domain, order.id);
    await carryOnly(store, "orders/delete");
    expect(await failures(store)).toEqual([]);
    await deliver(store, "refunds/create", refundBody(order.id, { amount: "50.00" }));
    await waitHalfADay();
    expect(await failures(store)).toEqual([]);
    expect(await orderRow(store, order.id)).toMatchObject({ reason: "order-not-seen" });
    expect(await transfers(store)).toEqual([]);
  });

  it("leaves at zero an order that the platform still gives", async () => {
    const { store, order } = await sellUnheard();
    await deliver(store, "orders/delete", { id: order.id });
    for (const wanted of await emptyInbox()) await refetchOrder(wanted, arrival);
    expect(await orderRow(store, order.id)).toMatchObject({ reason: "deleted", commissionMinor: 0n });
    expect(await transfers(store)).toEqual([]);
  });
});
