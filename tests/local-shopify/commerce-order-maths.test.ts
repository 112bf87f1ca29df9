import { describe, expect, test } from "vitest";
import { allocate, formatAmount, parseAmount, scale } from "../../local-shopify/commerce/money.ts";
import { priceOrder, type LineToPrice, type OrderToPrice } from "../../local-shopify/commerce/order-maths.ts";

function line(
  productId: number,
  priceMinor: bigint,
  quantity = 1,
  more: Partial<LineToPrice> = {},
): LineToPrice {
  return { productId, priceMinor, quantity, taxable: true, giftCard: false, ...more };
}

function order(more: Partial<OrderToPrice>): OrderToPrice {
  return {
    lines: [],
    discounts: [],
    shippingMinor: 0n,
    tipMinor: 0n,
    tax: { included: false, rateBps: 800, onShipping: false },
    ...more,
  };
}

const offTen = { kind: "percentage", percentageBps: 1000, productIds: null } as const;

describe("money", () => {
  test("has the decimals of its currency", () => {
    expect(parseAmount("12.5", "USD")).toBe(1250n);
    expect(parseAmount("20", "JPY")).toBe(20n);
    expect(parseAmount("1.250", "KWD")).toBe(1250n);
    expect(formatAmount(-5n, "USD")).toBe("-0.05");
    expect(formatAmount(20n, "JPY")).toBe("20");
    expect(() => parseAmount("20.5", "JPY")).toThrow("not an amount in JPY");
    expect(() => parseAmount("1e3", "USD")).toThrow("not an amount in USD");
  });

  test("rounds half away from zero, and gives the odd cent to the largest remainder", () => {
    expect(scale(25n, 1n, 10n)).toBe(3n);
    expect(scale(-25n, 1n, 10n)).toBe(-3n);
    expect(scale(24n, 1n, 10n)).toBe(2n);
    expect(allocate(100n, [1n, 1n, 1n])).toEqual([34n, 33n, 33n]);
    expect(allocate(376n, [3000n, 755n])).toEqual([300n, 76n]);
    expect(allocate(5n, [0n, 0n])).toEqual([0n, 0n]);
  });
});

describe("an order with tax added", () => {
  test("spreads a percentage over all lines and taxes what is left of each", () => {
    // 30.00 + 7.55 = 37.55; a tenth is 3.755, so 3.76: 3.00 and 0.76. Tax 8 % of 27.00 and of 6.79.
    const priced = priceOrder(
      order({ lines: [line(1, 1000n, 3), line(2, 755n)], discounts: [offTen], shippingMinor: 500n }),
    );
    expect(priced.lines.map((each) => each.allocations)).toEqual([
      [{ discount: 0, minor: 300n }],
      [{ discount: 0, minor: 76n }],
    ]);
    expect(priced.lines.map((each) => each.taxMinor)).toEqual([216n, 54n]);
    expect(priced.lineItemsMinor).toBe(3755n);
    expect(priced.discountsMinor).toBe(376n);
    expect(priced.subtotalMinor).toBe(3379n);
    expect(priced.taxMinor).toBe(270n);
    expect(priced.totalMinor).toBe(4149n);
  });

  test("takes an entitled code off its own product only, before a code for everything", () => {
    // Scarf 45.00 less 20 % = 36.00; then 10 % of 36.00 + 24.00 = 6.00: 3.60 and 2.40.
    const priced = priceOrder(
      order({
        lines: [line(1, 2400n), line(2, 4500n)],
        discounts: [offTen, { kind: "percentage", percentageBps: 2000, productIds: [2] }],
      }),
    );
    expect(priced.lines[0]?.allocations).toEqual([{ discount: 0, minor: 240n }]);
    expect(priced.lines[1]?.allocations).toEqual([
      { discount: 0, minor: 360n },
      { discount: 1, minor: 900n },
    ]);
    expect(priced.discountMinor).toEqual([600n, 900n]);
    expect(priced.subtotalMinor).toBe(5400n);
  });

  test("caps a fixed amount at what it applies to, and can take it off each item", () => {
    const fixed = { kind: "fixed_amount", amountMinor: 500n, productIds: null } as const;
    const across = priceOrder(order({ lines: [line(1, 300n)], discounts: [{ ...fixed, eachItem: false }] }));
    expect(across.subtotalMinor).toBe(0n);
    const each = priceOrder(order({ lines: [line(1, 1200n, 2)], discounts: [{ ...fixed, eachItem: true }] }));
    expect(each.discountsMinor).toBe(1000n);
  });

  test("never discounts or taxes a gift card, and adds the tip to the total alone", () => {
    const card = line(9, 5000n, 1, { giftCard: true, taxable: false });
    const priced = priceOrder(order({ lines: [card, line(1, 1000n)], discounts: [offTen], tipMinor: 250n }));
    expect(priced.lines[0]).toEqual({ grossMinor: 5000n, allocations: [], netMinor: 5000n, taxMinor: 0n });
    expect(priced.subtotalMinor).toBe(5900n);
    expect(priced.taxMinor).toBe(72n);
    expect(priced.totalMinor).toBe(6222n);
  });
});

describe("an order with tax included", () => {
  const tax = { included: true, rateBps: 2000, onShipping: true };

  test("finds the tax inside prices and shipping and does not add it", () => {
    // 26.00 ÷ 6 = 4.333…, 4.90 ÷ 6 = 0.8166…
    const priced = priceOrder(order({ lines: [line(1, 2600n)], shippingMinor: 490n, tax }));
    expect(priced.lines[0]?.taxMinor).toBe(433n);
    expect(priced.shipping.taxMinor).toBe(82n);
    expect(priced.subtotalMinor).toBe(2600n);
    expect(priced.totalMinor).toBe(3090n);
  });

  test("free shipping is a discount of the shipping line, whose tax goes with it", () => {
    const priced = priceOrder(
      order({ lines: [line(1, 2600n)], discounts: [{ kind: "free_shipping" }], shippingMinor: 490n, tax }),
    );
    expect(priced.shipping).toEqual({
      grossMinor: 490n,
      allocations: [{ discount: 0, minor: 490n }],
      netMinor: 0n,
      taxMinor: 0n,
    });
    expect(priced.discountsMinor).toBe(490n);
    expect(priced.totalMinor).toBe(2600n);
  });
});

test("yen have no decimals: a tenth of 1,995 is 200", () => {
  const priced = priceOrder(order({ lines: [line(1, 1995n)], discounts: [offTen] }));
  expect(priced.discountsMinor).toBe(200n);
  expect(priced.taxMinor).toBe(144n);
  expect(priced.totalMinor).toBe(1939n);
});
