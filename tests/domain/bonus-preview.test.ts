import { expect, it } from "vitest";
import { bonusesOfBasket, affiliatesReaching } from "#app/domain/bonus-preview.ts";
import type { Basket } from "#app/domain/sample-order.ts";
import type { Bonus } from "#app/domain/terms/terms.ts";

const usd = (minor: bigint) => ({ minor, currency: "USD" });

const first: Bonus = {
  id: "first",
  name: "First sale",
  atLeast: { measure: "orders", count: 1 },
  repeats: false,
  amount: usd(500n),
};
/** 3.00 for each 40.00 sold. */
const forty: Bonus = {
  id: "forty",
  name: "Each forty",
  atLeast: { measure: "sales", amount: usd(4000n) },
  repeats: true,
  amount: usd(300n),
};

/** Two pieces of 50.00, 10.00 off: net sales of 90.00. */
function basket(reached: Basket["reached"], priceMinor = 5000n): Basket {
  return {
    lines: [
      {
        title: "Mug",
        priceMinor,
        quantity: 2,
        discountMinor: priceMinor / 5n,
        taxMinor: 0n,
        productId: null,
        variantId: null,
        sku: null,
        vendor: null,
        tags: [],
        collectionIds: [],
        subscription: false,
        giftCard: false,
      },
    ],
    shippingMinor: 700n,
    tipMinor: 0n,
    dutiesMinor: 0n,
    taxesIncluded: false,
    discountCodes: [],
    customerTags: [],
    affiliateTags: [],
    country: null,
    channel: null,
    subId: null,
    customerOrder: 1,
    monthsSinceFirst: 0,
    reached,
  };
}

const timesIn = (of: Basket, bonuses: readonly Bonus[]) =>
  bonusesOfBasket(of, bonuses, "USD").map(({ bonus, times }) => [bonus.id, times]);

it("an imagined order reaches bonuses from what the affiliate had before it (T11)", () => {
  // 90.00 is two times 40.00; after 35.00 before it, 125.00 is three times.
  expect(timesIn(basket({ orders: 0, salesMinor: 0n }), [first, forty])).toEqual([
    ["first", 1],
    ["forty", 2],
  ]);
  expect(timesIn(basket({ orders: 1, salesMinor: 3500n }), [first, forty])).toEqual([["forty", 3]]);
});

it("an order of nothing reaches nothing, nor does one in another currency (M18)", () => {
  expect(timesIn(basket({ orders: 0, salesMinor: 0n }, 0n), [first, forty])).toEqual([]);
  const foreign = { ...first, amount: { minor: 500n, currency: "EUR" } };
  expect(timesIn(basket({ orders: 0, salesMinor: 0n }), [foreign])).toEqual([]);
});

it("a bonus that would be reached too often is named, without a number", () => {
  const slip = { ...forty, atLeast: { measure: "sales", amount: usd(1n) } } as const;
  expect(timesIn(basket({ orders: 0, salesMinor: 0n }, 500_000_00n), [slip])).toEqual([["forty", null]]);
});

it("who reached a bonus by today's counts, and how often", () => {
  const all = [
    { name: "Ada", orders: 3, salesMinor: 12_000n },
    { name: "Bob", orders: 1, salesMinor: 3_999n },
    { name: "Eve", orders: 0, salesMinor: 0n },
  ];
  const names = (bonus: Bonus) =>
    affiliatesReaching(bonus, all, "USD").map(({ who, times }) => [who.name, times]);
  expect(names(first)).toEqual([
    ["Ada", 1],
    ["Bob", 1],
  ]);
  expect(names(forty)).toEqual([["Ada", 3]]);
});

it("counts nobody as having reached a lowered threshold whom the next order pays", () => {
  const [before, lowered] = [10, 5].map((count) => ({
    ...first,
    atLeast: { measure: "orders", count } as const,
  }));
  const [maya, ben] = [
    { name: "Maya", orders: 7, salesMinor: 0n },
    { name: "Ben", orders: 12, salesMinor: 0n },
  ];
  if (!before || !lowered) throw new Error("Both have a threshold.");
  expect(affiliatesReaching(lowered, [maya, ben], "USD", [before])).toEqual([{ who: ben, times: 1 }]);
  expect(bonusesOfBasket(basket(maya), [lowered], "USD", [before])).toEqual([{ bonus: lowered, times: 1 }]);
});
