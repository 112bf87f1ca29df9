import { describe, expect, it } from "vitest";
import { mergeFacts } from "#app/domain/order-merge.ts";
import { getOrder, markPaid, refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { deleteProduct } from "../../local-shopify/commerce/change-product.ts";
import { changeRate } from "../../local-shopify/commerce/change-rate.ts";
import { cancelFulfilment, fulfilOrder } from "../../local-shopify/commerce/fulfil-order.ts";
import type { Order } from "../../local-shopify/commerce/order-types.ts";
import { type OrderRequest, placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { renewOrder } from "../../local-shopify/commerce/renew-order.ts";
import type { ShopState } from "../../local-shopify/state.ts";
import { twoReaders, type TwoReaders } from "../support/two-readers.ts";
import { usePlatform } from "../support/use-platform.ts";

/** A clock that only a test moves: two changes at different instants have different stamps. */
let at = new Date("2026-11-10T12:00:00Z");
const wait = (minutes: number): Date => (at = new Date(at.getTime() + minutes * 60_000));

const platform = usePlatform(() => at);

function productOf(shop: ShopState, title: string) {
  const product = shop.products.find((each) => each.title === title);
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new Error(`The demo shop sells no ${title}.`);
  return { product, variant };
}

/** A shop of the test's own, and how to sell there. */
function sellingShop() {
  const readers: TwoReaders = twoReaders(platform);
  const { shop } = readers;
  const sell = (titles: readonly string[], request: Partial<OrderRequest> = {}): Order =>
    placeOrder(platform.ctx, shop.domain, {
      lines: titles.map((title) => ({ variantId: productOf(shop, title).variant.id, quantity: 2 })),
      customer: { email: "ada@customer.example" },
      ...request,
    });
  const price = (title: string, amount: string): void => {
    productOf(shop, title).variant.price = amount;
  };
  return { ...readers, sell, price, domain: shop.domain };
}

const lineIdOf = (order: Order, index = 0): number => order.line_items[index]?.id ?? 0;

describe("payment and sending", () => {
  it("an order is paid from the reading that first tells it, and stays so when it is refunded", async () => {
    const { sell, expectSame, domain } = sellingShop();
    const { id } = sell(["Desk lamp"], { paid: false });
    const unpaid = await expectSame(id);
    expect(unpaid.paidAt).toBeNull();
    wait(5);
    markPaid(platform.ctx, domain, id);
    const paid = await expectSame(id);
    expect(paid.paidAt).toBe(paid.updatedAt);
    wait(5);
    refundOrder(platform.ctx, domain, id, { amount: "1.00" });
    const refunded = await expectSame(id);
    expect(refunded).toMatchObject({ financialStatus: "partially_refunded", paidAt: refunded.updatedAt });
    expect(mergeFacts(mergeFacts(refunded, paid).facts, unpaid).facts.paidAt).toBe(paid.updatedAt);
  });

  it("an order is fulfilled when its last piece is sent, and no longer when that is undone", async () => {
    const { sell, expectSame, domain } = sellingShop();
    const order = sell(["Desk lamp", "Canvas tote"]);
    fulfilOrder(platform.ctx, domain, order.id, [{ lineItemId: lineIdOf(order), quantity: 2 }]);
    expect((await expectSame(order.id)).fulfilledAt).toBeNull();
    const wrong = (wait(5), fulfilOrder(platform.ctx, domain, order.id, "all"));
    expect((await expectSame(order.id)).fulfilledAt).toBe(at.toISOString());
    wait(5);
    cancelFulfilment(platform.ctx, domain, order.id, wrong.id);
    expect((await expectSame(order.id)).fulfilledAt).toBeNull();
    wait(5);
    fulfilOrder(platform.ctx, domain, order.id, "all");
    const sent = at.toISOString();
    wait(5);
    refundOrder(platform.ctx, domain, order.id, { amount: "1.00" });
    expect((await expectSame(order.id)).fulfilledAt).toBe(sent);
  });

  it("an order is sent in more parts than one answer holds", async () => {
    const { sell, expectSame, questions, shop, domain } = sellingShop();
    const variantId = productOf(shop, "Desk lamp").variant.id;
    const order = sell([], { lines: [{ variantId, quantity: 11 }] });
    for (let piece = 0; piece < 11; piece += 1) {
      wait(1);
      fulfilOrder(platform.ctx, domain, order.id, [{ lineItemId: lineIdOf(order), quantity: 1 }]);
    }
    expect((await expectSame(order.id)).fulfilledAt).toBe(at.toISOString());
    expect(questions()).toEqual(["OrderAsFacts", "OrderFulfillments"]);
  });
});

describe("who buys, where, and how often", () => {
  it("a line of a selling plan is a subscription, and so is everything that a renewal holds", async () => {
    const { sell, expectSame, shop, domain } = sellingShop();
    const sellingPlanId = shop.sellingPlans?.[0]?.id ?? 0;
    const [coffee, lamp] = [
      productOf(shop, "House coffee").variant.id,
      productOf(shop, "Desk lamp").variant.id,
    ];
    const { id } = sell([], {
      lines: [
        { variantId: coffee, quantity: 1, sellingPlanId },
        { variantId: coffee, quantity: 1 },
        { variantId: lamp, quantity: 1 },
      ],
    });
    const { lines } = await expectSame(id);
    expect(lines.map((line) => line.subscription)).toEqual([true, false, false]);
    expect(lines.map((line) => line.sellingPlanId)).toEqual([String(sellingPlanId), undefined, undefined]);
    const renewal = renewOrder(platform.ctx, domain, id);
    expect((await expectSame(renewal.id)).lines.map((line) => line.subscription)).toEqual([true]);
    for (const line of getOrder(platform.ctx, domain, renewal.id).line_items) line.selling_plan_id = null;
    expect((await expectSame(renewal.id)).lines.map((line) => line.subscription)).toEqual([true]);
  });

  it("an order's tags and note are read word by word, each once", async () => {
    const { sell, expectSame } = sellingShop();
    const order = sell(["Desk lamp"]);
    expect(await expectSame(order.id)).not.toHaveProperty("typedCodes");
    order.tags = "pos, ref:ADA10";
    order.note = "Ada10 sent me!\nThanks, Łukasz";
    const { typedCodes } = await expectSame(order.id);
    expect(typedCodes).toEqual(["pos", "ref", "ADA10", "sent", "me", "Thanks", "Łukasz"]);
  });

  it("an order has the country that it goes to, or else is billed to, or none", async () => {
    const { sell, expectSame } = sellingShop();
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
    const customer = { email: "nelson@customer.example", address };
    expect((await expectSame(sell(["Desk lamp"], { customer }).id)).countryCode).toBe("NZ");
    const card = sell(["Gift card"], { customer });
    expect(card.shipping_address).toBeNull();
    expect((await expectSame(card.id)).countryCode).toBe("NZ");
    const till = sell(["Desk lamp"], { customer: null, shipping: null, sourceName: "pos" });
    expect(await expectSame(till.id)).toMatchObject({
      countryCode: null,
      customerId: null,
      customerHash: null,
      sourceName: "pos",
    });
  });
});

describe("currencies", () => {
  it("a refund in the shopper's money, at another rate, is read in the shop's", async () => {
    const { sell, price, expectSame, domain } = sellingShop();
    price("Desk lamp", "50.00");
    const order = sell(["Desk lamp"], { presentmentCurrency: "JPY", shipping: "Pickup" });
    expect(await expectSame(order.id)).toMatchObject({
      currency: "USD",
      presentmentCurrency: "JPY",
      lines: [{ priceMinor: 5000n, taxMinor: 800n }],
    });
    changeRate(platform.ctx, domain, "JPY", "160");
    wait(5);
    refundOrder(platform.ctx, domain, order.id, { lines: [{ lineItemId: lineIdOf(order), quantity: 1 }] });
    const [refund] = (await expectSame(order.id)).refunds;
    // One of two pieces: 50.00 net and 4.00 tax, given back as 8,640 yen.
    expect(order.refunds[0]?.transactions[0]).toMatchObject({ amount: "8640", currency: "JPY" });
    expect(refund?.lines).toMatchObject([{ quantity: 1, subtotalMinor: 5000n, taxMinor: 400n }]);
    // The webhook names the money in yen alone.
    expect(refund).not.toHaveProperty("paidMinor");
  });

  it("what a refund's transactions paid back is known where all of them succeeded, in the shop's money", async () => {
    const { sell, price, expectSame, domain } = sellingShop();
    price("Desk lamp", "50.00");
    const order = sell(["Desk lamp"], { shipping: "Pickup" });
    wait(5);
    refundOrder(platform.ctx, domain, order.id, { lines: [{ lineItemId: lineIdOf(order), quantity: 1 }] });
    wait(5);
    refundOrder(platform.ctx, domain, order.id, { amount: "5.00", transaction: "pending" });
    const { refunds } = await expectSame(order.id);
    expect(refunds.map((one) => one.paidMinor)).toEqual([5400n, undefined]);
  });

  it.each([
    { currency: "JPY", amount: "2400", priceMinor: 2400n, taxMinor: 384n, halfTax: 192n },
    { currency: "KWD", amount: "7.255", priceMinor: 7255n, taxMinor: 1161n, halfTax: 581n },
  ])("$currency has its own number of decimals", async ({ currency, amount, ...worth }) => {
    const { sell, price, expectSame, shop, domain } = sellingShop();
    shop.settings.currency = currency;
    shop.settings.presentment = [];
    for (const option of shop.settings.shippingOptions) option.price = "5";
    price("Desk lamp", amount);
    const order = sell(["Desk lamp"]);
    // 8 % of two pieces, rounded to the smallest unit: 384; 1160.8 → 1161. Half of it: 192; 580.5 → 581.
    expect((await expectSame(order.id)).lines).toMatchObject([
      { priceMinor: worth.priceMinor, taxMinor: worth.taxMinor },
    ]);
    wait(5);
    refundOrder(platform.ctx, domain, order.id, { lines: [{ lineItemId: lineIdOf(order), quantity: 1 }] });
    const [refund] = (await expectSame(order.id)).refunds;
    expect(refund?.lines).toMatchObject([{ subtotalMinor: worth.priceMinor, taxMinor: worth.halfTax }]);
  });
});

it("a product that was deleted is forgotten by the platform, and not by what was known (T3)", async () => {
  const { sell, ask, told, expectSame, shop, domain } = sellingShop();
  const { product, variant } = productOf(shop, "Wool blanket");
  const { id } = sell(["Wool blanket", "Desk lamp"]);
  const known = await expectSame(id);
  expect(known.lines[0]).toMatchObject({ productId: String(product.id), variantId: String(variant.id) });
  deleteProduct(platform.ctx, domain, product.id);
  const after = await expectSame(id);
  expect(after.lines[0]).toMatchObject({ productId: null, variantId: null, title: "Wool blanket" });
  const both = { facts: { ...known, catalog: null }, mustRefetch: false };
  expect(mergeFacts(known, after)).toEqual(both);
  expect(mergeFacts(told(id).facts, known)).toEqual(both);
  wait(5);
  refundOrder(platform.ctx, domain, id, { amount: "1.00" });
  expect(mergeFacts(known, await ask(id)).facts.lines).toEqual(known.lines);
});
