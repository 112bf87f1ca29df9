import { beforeEach, expect, test } from "vitest";
import {
  changeProduct,
  deleteProduct,
  readTags,
  tagCustomer,
} from "../../local-shopify/commerce/change-product.ts";
import { changeRate } from "../../local-shopify/commerce/change-rate.ts";
import { refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { renewOrder } from "../../local-shopify/commerce/renew-order.ts";
import { commerceFixture, type CommerceFixture } from "./commerce-context.ts";

let fixture: CommerceFixture;
beforeEach(() => {
  fixture = commerceFixture();
});

const customer = { email: "robin.hale@shopper.example" };

function place(title: string, more: Partial<Parameters<typeof placeOrder>[2]> = {}) {
  const { ctx, domain, variant } = fixture;
  return placeOrder(ctx, domain, { lines: [{ variantId: variant(title), quantity: 2 }], customer, ...more });
}

function subscribed() {
  const sellingPlanId = fixture.shop.sellingPlans?.[0]?.id ?? 0;
  const variantId = fixture.variant("House coffee");
  return place("House coffee", {
    lines: [
      { variantId, quantity: 2, sellingPlanId },
      { variantId: fixture.variant("Stoneware mug"), quantity: 1 },
    ],
    landingSite: "/?ref=ADA",
    attributes: { __aff_click: "clk_1" },
  });
}

test("tags are words between commas, each once", () => {
  expect(readTags(" wool , new,,wool")).toEqual(["wool", "new"]);
});

test("a product changes its tags and collections, a customer their tags", () => {
  const { ctx, domain, shop, product } = fixture;
  const [winter, gifts] = shop.collections ?? [];
  const { id } = product("Wool blanket");
  expect(winter?.productIds).toContain(id);
  changeProduct(ctx, domain, id, { tags: ["sale"], collectionIds: [gifts?.id ?? 0] });
  expect(product("Wool blanket").tags).toEqual(["sale"]);
  expect(winter?.productIds).not.toContain(id);
  expect(gifts?.productIds).toContain(id);
  tagCustomer(ctx, domain, shop.customers[1]?.id ?? 0, ["press"]);
  expect(shop.customers[1]?.tags).toEqual(["press"]);
  expect(fixture.takeTopics()).toEqual(["products/update", "customers/update"]);
});

test("an order forgets a deleted product, and is not updated for it", () => {
  const { ctx, domain, shop, product } = fixture;
  const order = place("Wool blanket");
  fixture.takeTopics();
  deleteProduct(ctx, domain, product("Wool blanket").id);
  expect(order.line_items[0]).toMatchObject({
    product_id: null,
    variant_id: null,
    product_exists: false,
    title: "Wool blanket",
  });
  expect(fixture.takeTopics()).toEqual(["products/delete"]);
  expect(shop.products.some((each) => each.title === "Wool blanket")).toBe(false);
});

test("a line is bought by a plan of its product, and only that line is renewed", () => {
  const first = subscribed();
  expect(first.line_items.map((line) => typeof line.selling_plan_id)).toEqual(["number", "object"]);
  const next = renewOrder(fixture.ctx, fixture.domain, first.id);
  expect(next.source_name).toBe("subscription_contract_checkout_one");
  expect(next.line_items.map((line) => [line.title, line.quantity])).toEqual([["House coffee", 2]]);
  expect([next.landing_site, next.note_attributes]).toEqual([null, []]);
  expect(next.customer?.id).toBe(first.customer?.id);
  const mug = place("Stoneware mug");
  expect(() => renewOrder(fixture.ctx, fixture.domain, mug.id)).toThrow("no subscription");
  const wrong = { variantId: fixture.variant("Stoneware mug"), quantity: 1, sellingPlanId: 5 };
  expect(() => place("Stoneware mug", { lines: [wrong] })).toThrow("not sold by that subscription");
});

test("a sale at the till has neither customer nor address nor shipping", () => {
  const order = place("Stoneware mug", { customer: null, shipping: null, sourceName: "pos" });
  expect(order).toMatchObject({
    customer: null,
    email: null,
    shipping_address: null,
    billing_address: null,
    shipping_lines: [],
    source_name: "pos",
  });
});

test("a refund in the shopper's currency is converted by the rate of its own day", () => {
  const { ctx, domain } = fixture;
  fixture.price("Wool blanket", "100.00");
  const order = place("Wool blanket", { presentmentCurrency: "JPY", shipping: null });
  const [line] = order.line_items;
  expect(line?.price_set).toEqual({
    shop_money: { amount: "100.00", currency_code: "USD" },
    presentment_money: { amount: "14950", currency_code: "JPY" },
  });
  changeRate(ctx, domain, "JPY", "150");
  const refund = refundOrder(ctx, domain, order.id, {
    lines: [{ lineItemId: line?.id ?? 0, quantity: 1 }],
  });
  // 100.00 net and 8.00 tax at 150 yen for a dollar.
  expect(refund.transactions[0]).toMatchObject({ amount: "16200", currency: "JPY" });
  expect(refund.refund_line_items[0]?.subtotal_set.presentment_money.amount).toBe("15000");
  expect(() => changeRate(ctx, domain, "JPY", "0")).toThrow("above zero");
  expect(() => changeRate(ctx, domain, "CHF", "1")).toThrow("does not sell in CHF");
});
