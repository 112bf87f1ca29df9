import { describe, expect, it } from "vitest";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { replayShop } from "#app/flows/proof/replay-shop.ts";
import { redactCustomer } from "#app/flows/privacy/redact-customer.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { arrival, deliver, emptyInbox, orderRow, currentBalance } from "../../support/inbox.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import { makeSellingShop, type SellingShop } from "../../support/selling-shop.ts";

const later = new Date(arrival.getTime() + 1000);
const email = "zelda-marker@customer.example";
const customer = { id: 8_123_456_789, email };

/** Terms that ask who the customer is: 20 % where the condition holds, else 10 %. */
const asking = (when: Condition) =>
  makeSellingShop({
    terms: {
      rules: [{ id: "special", name: "Special", when, pay: { kind: "percentage", rateBps: 2000 } }],
    },
  });

const catalog = {
  readAt: "2026-03-02T10:00:05Z",
  products: { "1": { tags: [], collectionIds: [] } },
  customerTags: ["marker-tag-vip"],
};

const bodyFor = (shop: SellingShop, more: Record<string, unknown> = {}) => ({
  ...orderBody({ ref: shop.code, email }),
  customer,
  shipping_address: { country_code: "NZ" },
  landing_site: `/pages/marker-landing?ref=${shop.code}`,
  checkout_token: "marker-checkout",
  ...more,
});

async function tell(shop: SellingShop, orderId: number) {
  const about = { shopId: shop.shopId, currency: "USD", timeZone: "UTC" };
  const news = { kind: "catalog", orderId: String(orderId), catalog } as const;
  await inTransaction((tx) => applyNews(tx, about, [{ news, fresh: true }], arrival));
}

async function soldUnder(when: Condition) {
  const shop = await asking(when);
  const body = bodyFor(shop);
  await deliver(shop, "orders/create", body);
  await emptyInbox();
  await tell(shop, body.id);
  return { shop, body };
}

async function differences({ shopId }: SellingShop) {
  const schema = `forgotten_${shopId.slice(-12)}`;
  const { differences: replayed } = await replayShop(shopId, { schema, keep: false, now: later });
  return [...(await verifyShop(shopId)).differences, ...replayed];
}

const redact = (shop: SellingShop, orderIds: number[]) =>
  redactCustomer(
    shop.shopId,
    { requestId: null, customerId: String(customer.id), email, orderIds: orderIds.map(String) },
    later,
  );

const markers = /marker|8123456789|"NZ"/;

describe.each<[string, Condition]>([
  ["the customer's tags", { kind: "customer-tag", op: "any-of", values: ["MARKER-tag-vip"] }],
  ["tags that the customer has not", { kind: "customer-tag", op: "none-of", values: ["wholesale"] }],
  ["the country", { kind: "country", op: "any-of", values: ["NZ", "AU"] }],
])("an order whose terms ask about %s, after its customer was forgotten", (_what, when) => {
  it("keeps its commission, is refunded under the same rule, and verifies and replays", async () => {
    const { shop, body } = await soldUnder(when);
    expect(await currentBalance(shop)).toEqual({ pending: 2000n, payable: 0n });
    expect(await redact(shop, [body.id])).toBe(1);
    expect(await differences(shop)).toEqual([]);
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "50.00", quantity: 1 }));
    await emptyInbox();
    // The one piece came back.
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    expect(await differences(shop)).toEqual([]);
    const { facts, attribution, customerHash } = await orderRow(shop, body.id);
    const { answers, ...rest } = { answers: {}, ...(facts["forgotten"] as object) };
    expect(Object.values(answers)).toEqual(["holds"]);
    expect(JSON.stringify([{ ...facts, forgotten: rest }, attribution])).not.toMatch(markers);
    expect(customerHash).toBeNull();
  });

  it("does not learn again who it was from a later message, nor from the platform's answer", async () => {
    const { shop, body } = await soldUnder(when);
    await redact(shop, [body.id]);
    const known = (await orderRow(shop, body.id)).facts;
    const after = { updated_at: "2026-03-04T10:00:00.000Z", financial_status: "partially_refunded" };
    await deliver(shop, "orders/updated", { ...body, ...after });
    await emptyInbox();
    await tell(shop, body.id);
    const { facts, customerHash } = await orderRow(shop, body.id);
    expect(customerHash).toBeNull();
    expect(facts).toEqual({
      ...known,
      updatedAt: after.updated_at,
      financialStatus: after.financial_status,
    });
    expect(await currentBalance(shop)).toEqual({ pending: 2000n, payable: 0n });
    expect(await differences(shop)).toEqual([]);
  });
});

it("an order may be forgotten twice, and keeps what was known of it the first time", async () => {
  const { shop, body } = await soldUnder({ kind: "country", op: "any-of", values: ["NZ"] });
  await redact(shop, [body.id]);
  const { facts } = await orderRow(shop, body.id);
  await redact(shop, [body.id]);
  expect((await orderRow(shop, body.id)).facts).toEqual(facts);
  expect(await differences(shop)).toEqual([]);
});
