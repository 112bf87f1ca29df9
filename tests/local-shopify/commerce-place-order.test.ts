import { describe, expect, test } from "vitest";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { commerceFixture } from "./commerce-context.ts";

const guest = { email: "Robin.Hale@shopper.example", firstName: "Robin", lastName: "Hale" };

describe("an order", () => {
  test("carries the visit, the cart's attributes and its money in the shop's time zone", () => {
    const { ctx, domain, price, takeTopics } = commerceFixture();
    const order = placeOrder(ctx, domain, {
      lines: [{ variantId: price("Stoneware mug", "24.00"), quantity: 2 }],
      discountCodes: ["welcome10"],
      attributes: { __aff_click: "clk_1.sig", gift: "yes" },
      customer: guest,
      landingSite: "/products/stoneware-mug?ref=MAYA&aff_click=clk_1.sig",
      referringSite: "https://blog.example/mugs",
      tip: "3.00",
    });
    expect(order).toMatchObject({
      name: "#1001",
      created_at: "2026-11-20T10:30:40-05:00",
      updated_at: "2026-11-20T10:30:40-05:00",
      source_name: "web",
      financial_status: "paid",
      note_attributes: [
        { name: "__aff_click", value: "clk_1.sig" },
        { name: "gift", value: "yes" },
      ],
      landing_site: "/products/stoneware-mug?ref=MAYA&aff_click=clk_1.sig",
      landing_site_ref: "MAYA",
      referring_site: "https://blog.example/mugs",
      total_line_items_price: "48.00",
      total_discounts: "4.80",
      subtotal_price: "43.20",
      total_tax: "3.46",
      total_tip_received: "3.00",
      total_price: "54.66",
      total_outstanding: "0.00",
      discount_codes: [{ code: "WELCOME10", amount: "4.80", type: "percentage" }],
      customer: { email: "robin.hale@shopper.example", first_name: "Robin" },
    });
    expect(order.discount_applications).toEqual([
      {
        target_type: "line_item",
        type: "discount_code",
        value: "10.0",
        value_type: "percentage",
        allocation_method: "across",
        target_selection: "all",
        code: "WELCOME10",
      },
    ]);
    expect(takeTopics()).toEqual(["orders/create", "orders/paid"]);
  });

  test("shows an entitled code at order level, with its truth on the entitled line", () => {
    const { ctx, domain, variant, price } = commerceFixture();
    const order = placeOrder(ctx, domain, {
      lines: [
        { variantId: variant("Stoneware mug"), quantity: 1 },
        { variantId: price("Ribbed scarf", "45.00"), quantity: 1 },
      ],
      discountCodes: ["WOOL20", "FREESHIP"],
      customer: guest,
    });
    expect(order.discount_codes).toEqual([
      { code: "WOOL20", amount: "9.00", type: "percentage" },
      { code: "FREESHIP", amount: "5.00", type: "shipping" },
    ]);
    expect(order.line_items[0]?.discount_allocations).toEqual([]);
    expect(order.line_items[1]?.discount_allocations).toMatchObject([
      { amount: "9.00", discount_application_index: 0 },
    ]);
    expect(order.shipping_lines[0]).toMatchObject({ price: "5.00", discounted_price: "0.00" });
  });

  test("with tax included totals what its prices say", () => {
    const { ctx, domain, price } = commerceFixture("second-store.myshopify.com");
    const order = placeOrder(ctx, domain, {
      lines: [{ variantId: price("Stoneware mug", "26.00"), quantity: 1 }],
      customer: guest,
    });
    expect(order).toMatchObject({
      currency: "EUR",
      taxes_included: true,
      subtotal_price: "26.00",
      total_tax: "5.15",
      total_price: "30.90",
      created_at: "2026-11-20T16:30:40+01:00",
    });
  });

  test("in yen has whole numbers, and its sets name both currencies", () => {
    const { ctx, domain, price } = commerceFixture();
    const order = placeOrder(ctx, domain, {
      lines: [{ variantId: price("Canvas tote", "20.00"), quantity: 1 }],
      customer: guest,
      shipping: "Pickup",
      presentmentCurrency: "JPY",
    });
    expect(order.presentment_currency).toBe("JPY");
    expect(order.total_price_set).toEqual({
      shop_money: { amount: "21.60", currency_code: "USD" },
      presentment_money: { amount: "3229", currency_code: "JPY" },
    });
  });

  test("left unpaid is pending, and sends orders/create alone", () => {
    const { ctx, domain, variant, takeTopics } = commerceFixture();
    const order = placeOrder(ctx, domain, {
      lines: [{ variantId: variant("Desk lamp"), quantity: 1 }],
      customer: guest,
      paid: false,
    });
    expect(order).toMatchObject({ financial_status: "pending", total_outstanding: order.total_price });
    expect(takeTopics()).toEqual(["orders/create"]);
  });

  test("makes one customer of one email, whatever its letters", () => {
    const { ctx, domain, variant, shop } = commerceFixture();
    const before = shop.customers.length;
    const lines = [{ variantId: variant("Desk lamp"), quantity: 1 }];
    const first = placeOrder(ctx, domain, { lines, customer: guest });
    const second = placeOrder(ctx, domain, { lines, customer: { email: "robin.hale@SHOPPER.example" } });
    expect(second.customer?.id).toBe(first.customer?.id);
    expect(shop.customers).toHaveLength(before + 1);
    expect(second.name).toBe("#1002");
  });
});

describe("an order is refused, and nothing kept, for", () => {
  const cases: [string, string][] = [
    ["NOSUCHCODE", "Enter a valid discount code"],
    ["WOOL20", "isn't valid for the items"],
    ["OLD", "has expired"],
  ];
  test.each(cases)("the code %s", (code, reason) => {
    const { ctx, domain, variant, shop, emitted } = commerceFixture();
    const [welcome] = shop.discounts;
    if (welcome) shop.discounts.push({ ...welcome, id: 1, code: "OLD", endsAt: "2026-11-20T15:30:40Z" });
    const request = {
      lines: [{ variantId: variant("Stoneware mug"), quantity: 1 }],
      discountCodes: [code],
      customer: guest,
    };
    expect(() => placeOrder(ctx, domain, request)).toThrow(reason);
    expect(shop.orders).toEqual([]);
    expect(emitted).toEqual([]);
  });

  test("two codes that do not combine", () => {
    const { ctx, domain, variant } = commerceFixture();
    const request = {
      lines: [{ variantId: variant("Stoneware mug"), quantity: 1 }],
      discountCodes: ["WELCOME10", "TAKE5"],
      customer: guest,
    };
    expect(() => placeOrder(ctx, domain, request)).toThrow("TAKE5 can't be combined with WELCOME10");
  });

  test("a code's second use by the same customer", () => {
    const { ctx, domain, variant, shop } = commerceFixture();
    const [welcome] = shop.discounts;
    if (welcome) welcome.appliesOncePerCustomer = true;
    const request = {
      lines: [{ variantId: variant("Stoneware mug"), quantity: 1 }],
      discountCodes: ["WELCOME10"],
      customer: guest,
    };
    placeOrder(ctx, domain, request);
    expect(() => placeOrder(ctx, domain, request)).toThrow("already been used by this customer");
  });
});
