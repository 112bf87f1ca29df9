import { describe, expect, it } from "vitest";
import type { Condition } from "#app/domain/terms/condition.ts";
import type { Rule } from "#app/domain/terms/terms.ts";
import { refundOrder } from "../../../local-shopify/commerce/change-order.ts";
import { changeProduct, deleteProduct, tagCustomer } from "../../../local-shopify/commerce/change-product.ts";
import { editOrder } from "../../../local-shopify/commerce/edit-order.ts";
import { renewOrder } from "../../../local-shopify/commerce/renew-order.ts";
import { failures, currentBalance } from "../../support/inbox.ts";
import { openStore } from "../../support/live-store.ts";
import { usePlatform } from "../../support/use-platform.ts";

const platform = usePlatform();

/** 20 % where the condition holds; the fallback is 10 %. */
const twenty = (when: Condition): Rule => ({
  id: "special",
  name: "Special",
  when,
  pay: { kind: "percentage", rateBps: 2000 },
});

async function storeWith(when: Condition) {
  const store = await openStore(platform, { rules: [twenty(when)] });
  const shop = platform.store.state.shops[store.domain];
  if (!shop) throw new Error("The platform has no such shop.");
  const product = (handle: string) => {
    const found = shop.products.find((each) => each.handle === handle);
    const [variant] = found?.variants ?? [];
    if (!found || !variant) throw new Error(`The shop sells no ${handle}.`);
    variant.price = "50.00";
    return { id: found.id, variantId: variant.id };
  };
  const pending = async () => (await currentBalance(store)).pending;
  return { ...store, shop, product, pending };
}

const gifts = (shop: { collections?: { id: number; title: string }[] }): string =>
  String(shop.collections?.find((each) => each.title === "Gifts")?.id);

describe("terms that ask about goods and customers, from the platform to the ledger", () => {
  it("pay by collection, also what an edit adds, and not by what the store does to them later (T3)", async () => {
    // The id of the collection is the same in every copy of the demo shop.
    const demo = platform.store.state.shops["demo-store.myshopify.com"];
    const id = gifts(demo ?? {});
    const store = await storeWith({ kind: "collection", op: "any-of", values: [id] });
    const [mug, candle, bottle] = [
      store.product("stoneware-mug"),
      store.product("beeswax-candle"),
      store.product("steel-bottle"),
    ];
    const order = store.order([
      { variantId: mug.variantId, quantity: 1 },
      { variantId: bottle.variantId, quantity: 1 },
    ]);
    await store.post();
    // 20 % of 50.00 and 10 % of 50.00.
    expect(await store.pending()).toBe(1500n);
    editOrder(platform.ctx, store.domain, order.id, { add: [{ variantId: candle.variantId, quantity: 1 }] });
    await store.post();
    // And 20 % of the candle's 50.00.
    expect(await store.pending()).toBe(2500n);
    deleteProduct(platform.ctx, store.domain, mug.id);
    changeProduct(platform.ctx, store.domain, candle.id, { tags: [], collectionIds: [] });
    changeProduct(platform.ctx, store.domain, bottle.id, { tags: [], collectionIds: [Number(id)] });
    const added = order.line_items[2]?.id ?? 0;
    refundOrder(platform.ctx, store.domain, order.id, { lines: [{ lineItemId: added, quantity: 1 }] });
    await store.post();
    expect(await store.pending()).toBe(1500n);
    expect(await failures(store)).toEqual([]);
  });

  it("pay by the customer's tags, as they were when the order was first read", async () => {
    const store = await storeWith({ kind: "customer-tag", op: "any-of", values: ["vip"] });
    const { variantId } = store.product("desk-lamp");
    const [vip, other] = store.shop.customers;
    const order = store.order([{ variantId, quantity: 2 }], { customer: vip?.id ?? 0 });
    store.order([{ variantId, quantity: 1 }], { customer: other?.id ?? 0 });
    await store.post();
    // 20 % of 100.00 and 10 % of 50.00.
    expect(await store.pending()).toBe(2500n);
    tagCustomer(platform.ctx, store.domain, vip?.id ?? 0, []);
    const lineItemId = order.line_items[0]?.id ?? 0;
    refundOrder(platform.ctx, store.domain, order.id, { lines: [{ lineItemId, quantity: 1 }] });
    await store.post();
    expect(await store.pending()).toBe(1500n);
  });

  it("pay subscriptions by the line, and for a renewal that no link led to by its first order", async () => {
    const store = await storeWith({ kind: "purchase", is: "subscription" });
    const [coffee, lamp] = [store.product("house-coffee"), store.product("desk-lamp")];
    const sellingPlanId = store.shop.sellingPlans?.[0]?.id ?? 0;
    const order = store.order([
      { variantId: coffee.variantId, quantity: 1, sellingPlanId },
      { variantId: lamp.variantId, quantity: 1 },
    ]);
    await store.post();
    expect(await store.pending()).toBe(1500n);
    const renewal = renewOrder(platform.ctx, store.domain, order.id);
    await store.post();
    // 20 % of the coffee's 50.00 once more.
    expect(await store.pending()).toBe(2500n);
    refundOrder(platform.ctx, store.domain, renewal.id, {
      lines: [{ lineItemId: renewal.line_items[0]?.id ?? 0, quantity: 1 }],
    });
    await store.post();
    expect(await store.pending()).toBe(1500n);
  });

  it("pay by the country that the order goes to", async () => {
    const store = await storeWith({ kind: "country", op: "any-of", values: ["NZ"] });
    const { variantId } = store.product("desk-lamp");
    const address = {
      firstName: "Ada",
      lastName: "L",
      address1: "1 Quay Street",
      city: "Nelson",
      zip: "7010",
      province: null,
      provinceCode: null,
      country: "New Zealand",
      countryCode: "NZ",
    };
    store.order([{ variantId, quantity: 1 }], { customer: { email: "n@customer.example", address } });
    store.order([{ variantId, quantity: 1 }]);
    await store.post();
    expect(await store.pending()).toBe(1500n);
  });
});
