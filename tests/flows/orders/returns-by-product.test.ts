import { expect, it } from "vitest";
import { countDimensions, countOrder, orderValues } from "#app/flows/settlement/count-order.ts";
import { credited, evaluated, lineOf, orderOf, percentOf, refundOf } from "../../domain/order-of.ts";

const piece = (lineId: string, subtotalMinor: bigint) => ({
  lineId,
  quantity: 1,
  subtotalMinor,
  taxMinor: 0n,
});

it("a product's refunds are counted on the days on which it came back, whatever came back of others", () => {
  const terms = percentOf(10);
  const facts = orderOf({
    lines: [
      lineOf("1", 3000n, { productId: "mug", quantity: 2, currentQuantity: 1 }),
      lineOf("2", 7000n, { productId: "lamp", currentQuantity: 0 }),
    ],
    refunds: [
      refundOf("1", { createdAt: "2026-11-15T09:00:00Z", lines: [piece("1", 3000n)] }),
      refundOf("2", { createdAt: "2026-11-19T09:00:00Z", lines: [piece("2", 7000n)] }),
    ],
  });
  const evaluation = evaluated(terms, facts);
  const decided = { facts, attribution: credited(terms), evaluation, isDenied: false };
  const counted = countOrder(decided, "UTC");
  const values = orderValues(decided);
  const { products = [] } = countDimensions(decided, { counted, values, timeZone: "UTC" }) ?? {};
  expect(products.map((one) => [one.value, one.day, one.revenueMinor, one.refundsMinor])).toEqual([
    ["mug", "2026-11-10", 6000n, 0n],
    ["lamp", "2026-11-10", 7000n, 0n],
    ["mug", "2026-11-15", -3000n, 3000n],
    ["lamp", "2026-11-19", -7000n, 7000n],
  ]);
});
