import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { orderTopics } from "#app/contracts/read-delivery.ts";
import { receiveDelivery } from "#app/flows/intake/receive-delivery.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db } from "#app/platform/db.server.ts";
import { listFailedDeliveries } from "#app/store/failed-deliveries.ts";
import { deliveries } from "#app/store/schema/inbox.ts";
import { orders } from "#app/store/schema/orders.ts";
import { ensureShop } from "#app/store/shops.ts";
import {
  arrival,
  countWaiting,
  deliver,
  emptyInbox,
  signedHeaders,
  currentBalance,
} from "../../support/inbox.ts";
import { orderBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";
import { snapshotOf } from "../../support/shop-snapshot.ts";

let spaces = 0;

/** Sends this text, signed. Spaces at its end make a body of its own, because no two shops may send the same one. */
async function deliverText(shop: Pick<SellingShop, "domain">, topic: string, text: string) {
  const rawBody = Buffer.from(`${text}${" ".repeat((spaces += 1))}`);
  const headers = signedHeaders(shop.domain, topic, rawBody, randomUUID());
  return await receiveDelivery({ headers, rawBody, now: arrival });
}

const whole = orderBody();
const [line] = whole.line_items;
const nested = `{"a":`.repeat(20_000);
const texts: [string, string][] = [
  ["an object that breaks off", '{"id": 1, "order_id": 1, "line_items": ['],
  ["what only begins like an object", "{not JSON}"],
  ["an empty object", "{}"],
  ["other types than promised", JSON.stringify({ id: {}, order_id: [], line_items: "none", created_at: 7 })],
  ["a number that no order has", '{"id": 1e400, "order_id": 1e400, "order_edit": {"order_id": -1}}'],
  ["objects within objects without end", nested],
  ["characters that no database keeps", '{"id": "\\u0000", "order_id": "\\u0000"}'],
];

describe("a body that doesn't fit its topic", () => {
  const cases = orderTopics.flatMap((topic) => texts.map(([what, text]) => ({ topic, what, text })));
  it.each(cases)(
    "$topic: $what becomes a failed delivery at once and changes nothing",
    async ({ topic, text }) => {
      const shop = await makeSellingShop();
      const { deliveries: _inbox, accepted_bodies: _bodies, ...before } = await snapshotOf(shop.shopId);
      expect((await deliverText(shop, topic, text)).status).toBe(200);
      expect(await emptyInbox()).toEqual([]);
      const { deliveries: _later, accepted_bodies: _more, ...after } = await snapshotOf(shop.shopId);
      expect(after).toEqual(before);
      expect(await listFailedDeliveries(db(), shop.shopId, 10)).toMatchObject([{ topic, attempts: 1 }]);
    },
  );

  const faults: [string, object][] = [
    ["a currency that is none", { currency: "MONEY" }],
    ["an amount that is no number", { line_items: [{ ...line, price: "1,00", price_set: null }] }],
    [
      "an amount beyond all numbers",
      { line_items: [{ ...line, price: `1${"0".repeat(400)}`, price_set: null }] },
    ],
    ["a quantity below zero", { line_items: [{ ...line, quantity: -3 }] }],
    ["a day that is none", { created_at: "soon", updated_at: "later" }],
  ];
  it.each(faults)("an order with %s earns nothing, and the others do", async (_what, fault) => {
    const shop = await makeSellingShop();
    const bad = { ...orderBody({ ref: shop.code }), ...fault };
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    await deliver(shop, "orders/create", bad);
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 2000n, payable: 0n });
    expect(await countWaiting(shop)).toBe(0);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("of nearly five megabytes is read like any other", async () => {
    const shop = await makeSellingShop();
    const body = { ...orderBody({ ref: shop.code }), note: "x".repeat(4_900_000) };
    expect((await deliver(shop, "orders/create", body)).status).toBe(200);
    await emptyInbox();
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });
});

describe("a delivery for a shop on which the app is not installed", () => {
  it("is answered and noted, and nothing is made of it", async () => {
    const domain = `t-${randomUUID()}.myshopify.com`;
    const { shopId } = await ensureShop(db(), domain, arrival);
    expect((await deliver({ domain }, "orders/create", orderBody())).status).toBe(200);
    await emptyInbox();
    const kept = await db().select().from(deliveries).where(eq(deliveries.shopId, shopId));
    expect(kept).toMatchObject([{ status: "done", outcome: "not-installed" }]);
    expect(
      await db()
        .select()
        .from(orders)
        .where(and(eq(orders.shopId, shopId))),
    ).toEqual([]);
  });
});
