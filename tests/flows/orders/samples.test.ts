import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import { processDeliveries } from "#app/flows/intake/process-deliveries.ts";
import { db } from "#app/platform/db.server.ts";
import { orders } from "#app/store/schema/orders.ts";
import { arrival, deliver, emptyInbox, failures, read, currentBalance } from "../../support/inbox.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { orderSamples } from "../../support/order-samples.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

async function reasonOf({ shopId }: SellingShop, orderId: unknown): Promise<string | undefined> {
  const [row] = await db()
    .select({ reason: orders.reason })
    .from(orders)
    .where(and(eq(orders.shopId, shopId), eq(orders.orderId, `${orderId as string | number}`)));
  return row?.reason;
}

it.each(orderSamples)("an order: $kind", async ({ body, currency, pending, reason }) => {
  const shop = await makeSellingShop(currency ? { currency } : {});
  const sample = body(shop.code);
  expect((await deliver(shop, "orders/create", sample)).status).toBe(200);
  expect(await emptyInbox()).toEqual([]);
  expect(await failures(shop)).toEqual([]);
  expect(await currentBalance(shop)).toEqual({ pending, payable: 0n });
  expect(await reasonOf(shop, sample["id"])).toBe(reason);
});

const order = (shop: SellingShop) => orderBody({ ref: shop.code, price: "25.00", quantity: 4 });

it.each([
  ["one piece", { amount: "25.00", quantity: 1 }, 750n],
  ["everything", { amount: "100.00", quantity: 4 }, 0n],
])("a refund of %s, whether it comes after the order or before", async (_kind, refund, pending) => {
  for (const isFirst of [true, false]) {
    const shop = await makeSellingShop();
    const sold = order(shop);
    const deliveries = [
      ["orders/create", sold],
      ["refunds/create", refundBody(sold.id, refund)],
    ] as const;
    for (const [topic, body] of isFirst ? deliveries.toReversed() : deliveries) {
      await deliver(shop, topic, body);
      await emptyInbox();
    }
    expect(await failures(shop)).toEqual([]);
    expect([isFirst, await currentBalance(shop)]).toEqual([isFirst, { pending, payable: 0n }]);
  }
});

it.each([
  ["refund", "refunds/create", refundBody(4_711, { amount: "10.00" })],
  ["deletion", "orders/delete", { id: 4_711 }],
  ["edit", "orders/edited", { order_edit: { id: 1, order_id: 4_711 } }],
  ["message that tells a part", "orders/updated", { id: 4_711, name: "#4711", total_price: "10.00" }],
])(
  "a %s of an order that nobody told of changes nothing, and asks the platform",
  async (_kind, topic, body) => {
    const shop = await makeSellingShop();
    await deliver(shop, topic, body);
    const { refetch, unproven } = await processDeliveries({
      topics: orderTopics,
      read,
      limit: 50,
      now: arrival,
    });
    expect(unproven.filter((one) => one.shopId === shop.shopId)).toMatchObject([{ orderId: "4711" }]);
    expect(refetch).toEqual([]);
    expect(await failures(shop)).toEqual([]);
    expect(await reasonOf(shop, 4_711)).toBeUndefined();
  },
);

it("a body that is no order becomes a failed delivery, and holds up nobody", async () => {
  const shop = await makeSellingShop();
  const good = order(shop);
  await deliver(shop, "orders/create", { line_items: "none" });
  await deliver(shop, "orders/create", good);
  await emptyInbox();
  expect((await failures(shop)).map((one) => one.status)).toEqual(["failed"]);
  expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
});
