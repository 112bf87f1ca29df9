import type { Person } from "./people.ts";
import { callAs } from "./shop-data.ts";

const dollars = (amount: string) => ({ amount, currencyCode: "USD" });
const percentage = (percent: string) => ({ type: "percentage", percent });

async function productId(merchant: Person, title: string): Promise<string> {
  const path = `/goods?kind=product&search=${encodeURIComponent(title)}`;
  const { goods } = await callAs<{ goods: { id: string }[] }>(merchant, path);
  const [found] = goods;
  if (!found) throw new Error(`The store sells no ${title}.`);
  return found.id;
}

/** Terms with something of everything: groups inside groups, tiers, limits, and bonuses of which one is soon reached. */
export async function richTerms(merchant: Person): Promise<unknown> {
  const giftCard = await productId(merchant, "Gift card");
  const blanket = await productId(merchant, "Wool blanket");
  return {
    rules: [
      {
        name: "Gift cards pay nothing",
        when: { type: "product", op: "any-of", values: [giftCard] },
        pay: { type: "none" },
      },
      {
        name: "Winter goods for new customers or large orders",
        when: {
          type: "all",
          of: [
            { type: "vendor", op: "any-of", values: ["Highmoor Weavers"] },
            {
              type: "any",
              of: [
                { type: "customer", is: "new" },
                {
                  type: "all",
                  of: [
                    { type: "order-value", op: "at-least", amount: dollars("250.00") },
                    { type: "country", op: "any-of", values: ["US", "CA"] },
                  ],
                },
              ],
            },
          ],
        },
        pay: percentage("20"),
      },
      {
        name: "Blankets by the piece",
        when: { type: "product", op: "any-of", values: [blanket] },
        pay: { type: "per-item", amount: dollars("6.50") },
      },
    ],
    commission: {
      type: "tiered",
      period: { type: "rolling", days: 30 },
      below: percentage("8"),
      steps: [
        { atLeast: { measure: "orders", count: 10 }, pay: percentage("10") },
        { atLeast: { measure: "orders", count: 50 }, pay: percentage("12.5") },
      ],
    },
    base: { shipping: true },
    caps: {
      perOrder: dollars("75.00"),
      perAffiliate: { amount: dollars("1500.00"), period: { type: "calendar", unit: "month" } },
    },
    bonuses: [
      { name: "First sale", atLeast: { measure: "orders", count: 1 }, amount: dollars("10.00") },
      {
        name: "Every $1,000",
        atLeast: { measure: "sales", amount: dollars("1000.00") },
        repeats: true,
        amount: dollars("50.00"),
      },
    ],
    approvalFrom: "fulfilment",
  };
}
