import { expect, test } from "vitest";
import { discountWords, usualDiscountTitle } from "#app/gateways/shopify/discount-words.ts";

test("a discount is told in words", () => {
  const eachItem = { kind: "amount", amount: "5.00", eachItem: true } as const;
  expect(discountWords({ value: eachItem }, "USD")).toBe("5.00 USD off each item");
  expect(discountWords({ value: { ...eachItem, eachItem: false } }, "USD")).toBe("5.00 USD off");
  expect(discountWords({ value: { kind: "percentage", percent: "12.5" } }, "USD")).toBe("12.5% off");
  expect(discountWords({ value: { kind: "free-shipping" } }, "USD")).toBe("Free shipping");
  expect(discountWords({ value: { kind: "other" } }, "USD")).toBe("Discount created in Shopify");
});

test("the title of a discount in the store", () => {
  expect(usualDiscountTitle({ value: { kind: "percentage", percent: "10" } }, "USD")).toBe(
    "Affiliates: 10% off",
  );
});
