import { describe, expect, it } from "vitest";
import type { OrderFacts } from "#app/domain/order.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { applyNews } from "#app/flows/settlement/apply-news.ts";
import { refetchOrder } from "#app/flows/intake/refetch-order.ts";
import { readExplanation } from "#app/flows/orders/read-orders.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import {
  arrival,
  deliver,
  emptyInbox,
  failures,
  orderRow,
  currentBalance,
  postedEntries,
} from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { orderBody, refundBody } from "../../support/order-bodies.ts";
import type { SellingShop } from "../../support/selling-shop.ts";
import { percent, ruled, sell, shopUnder } from "../../support/sold-under.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

const tagged = ruled({ kind: "product-tag", op: "any-of", values: ["sale"] }, percent(50));
const catalog = {
  readAt: "2026-03-02T10:00:05.000Z",
  products: { "1": { tags: ["Sale"], collectionIds: [] } },
  customerTags: null,
};
const ada = { email: "ada@customer.example" };

/** Takes the platform's answer as the job does. */
async function answer(shop: SellingShop, id: number, parts: Partial<OrderFacts>) {
  const facts = { ...readFacts((await orderRow(shop, id)).facts), ...parts };
  const message = { news: { kind: "order", facts }, fresh: true } as const;
  const about = { shopId: shop.shopId, currency: "USD", timeZone: "UTC" };
  await inTransaction((tx) => applyNews(tx, about, [message], arrival));
}

describe("terms that ask about the goods (T3)", () => {
  it("post nothing until the platform answers, and then the amount that the terms say", async () => {
    const shop = await shopUnder(tagged);
    const body = orderBody({ ref: shop.code, quantity: 2 });
    await deliver(shop, "orders/create", body);
    expect(await emptyInbox()).toMatchObject([{ orderId: String(body.id), catalog: true }]);
    await deliver(shop, "refunds/create", refundBody(body.id, { amount: "100.00" }));
    expect(await emptyInbox()).toMatchObject([{ orderId: String(body.id), catalog: true }]);
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "waiting-for-catalog", credited: false });
    expect(await readExplanation(shop.shopId, String(body.id))).toMatchObject({
      attribution: { reason: "waiting-for-catalog" },
    });
    expect(await postedEntries(shop)).toEqual([]);
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
    await answer(shop, body.id, { catalog });
    expect(await currentBalance(shop)).toEqual({ pending: 5000n, payable: 0n });
    expect((await verifyShop(shop.shopId)).differences).toEqual([]);
  });

  it("do not ask about test orders and orders without an affiliate", async () => {
    const shop = await shopUnder(tagged);
    for (const body of [orderBody(), orderBody({ ref: shop.code, test: true })]) {
      await deliver(shop, "orders/create", body);
    }
    expect(await emptyInbox()).toEqual([]);
  });

  it("leave an order as it was decided while new signals wait for the answer", async () => {
    const shop = await shopUnder(tagged);
    const body = orderBody();
    await deliver(shop, "orders/create", body);
    expect(await emptyInbox()).toEqual([]);
    const later = { ...orderBody({ id: body.id, ref: shop.code }), updated_at: "2026-03-04T10:00:00Z" };
    // A crash between the two: the same message comes again, and the platform is asked again.
    for (const time of ["first", "again"]) {
      await deliver(shop, "orders/updated", later, time);
      expect(await emptyInbox()).toMatchObject([{ orderId: String(body.id), catalog: true }]);
      expect(await orderRow(shop, body.id)).toMatchObject({ reason: "no-evidence", credited: false });
      expect((await verifyShop(shop.shopId)).differences).toEqual([]);
    }
    await answer(shop, body.id, { catalog });
    expect(await orderRow(shop, body.id)).toMatchObject({ reason: "won-by-landing" });
    expect(await currentBalance(shop)).toEqual({ pending: 5000n, payable: 0n });
  });

  it("keep a delivery waiting, shown to the merchant, while the platform does not answer", async () => {
    const shop = await shopUnder(tagged);
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    const [wanted] = await emptyInbox();
    if (!wanted) throw new Error("Nothing is asked.");
    // The shop was never installed on the platform, so there is no token to ask with.
    await refetchOrder(wanted, arrival);
    expect(await failures(shop)).toHaveLength(1);
    expect(await postedEntries(shop)).toEqual([]);
  });
});

describe("terms that ask whether the customer is new (T3)", () => {
  const fresh = ruled({ kind: "customer", is: "new" }, percent(50));

  it("ask the platform once, and count the orders that are known here where it does not say", async () => {
    const shop = await shopUnder(fresh);
    const bodies = [await sell(shop, ada), await sell(shop, { ...ada, createdAt: "2026-03-03T10:00:00Z" })];
    expect(await currentBalance(shop)).toEqual({ pending: 0n, payable: 0n });
    for (const { id } of bodies) await answer(shop, id, { catalog });
    expect(await currentBalance(shop)).toEqual({ pending: 6000n, payable: 0n });
  });

  it("believe the platform over the app's own data", async () => {
    const shop = await shopUnder(fresh);
    const { id } = await sell(shop, ada);
    await answer(shop, id, { catalog, customerOrderIndex: 3 });
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });

  it("take an order without a customer for neither, without asking", async () => {
    const shop = await shopUnder(fresh);
    await deliver(shop, "orders/create", orderBody({ ref: shop.code }));
    expect(await emptyInbox()).toEqual([]);
    expect(await currentBalance(shop)).toEqual({ pending: 1000n, payable: 0n });
  });
});

describe("with the platform", () => {
  it("the goods' tags are read with the order, and decide", async () => {
    const store = await openStore(platform, tagged);
    const [variantId = 0, otherId = 0] = store.sell("50.00", "30.00");
    const shop = platform.store.state.shops[store.domain];
    const product = shop?.products.find((one) => one.variants.some((variant) => variant.id === variantId));
    if (!product) throw new Error("The goods are not there.");
    platform.ctx.mutate(() => {
      product.tags = ["sale"];
    });
    store.order([
      { variantId, quantity: 1 },
      { variantId: otherId, quantity: 1 },
    ]);
    await store.post();
    // 50 % of 50.00, and 10 % of 30.00 which are not on sale.
    expect(await currentBalance(store)).toEqual({ pending: 2800n, payable: 0n });
    expect(await failures(store)).toEqual([]);
  });
});
