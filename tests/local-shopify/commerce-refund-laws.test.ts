import { expect, test } from "vitest";
import { refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { parseAmount, sum } from "../../local-shopify/commerce/money.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { fc } from "../support/properties.ts";
import { commerceFixture } from "./commerce-context.ts";

const line = fc.record({ product: fc.nat({ max: 8 }), quantity: fc.integer({ min: 1, max: 7 }) });
const step = fc.record({ line: fc.nat({ max: 3 }), quantity: fc.integer({ min: 1, max: 3 }) });

test("whatever was refunded in parts before, the rest makes it the whole order", () => {
  const codes = fc.constantFrom<string[]>(
    [],
    ["WELCOME10"],
    ["TAKE5"],
    ["FREESHIP"],
    ["WELCOME10", "FREESHIP"],
  );
  const domains = fc.constantFrom("demo-store.myshopify.com", "second-store.myshopify.com");
  const lines = fc.array(line, { minLength: 1, maxLength: 4 });
  const steps = fc.array(step, { maxLength: 6 });
  fc.assert(
    fc.property(domains, codes, lines, steps, (domain, discountCodes, wanted, refunds) => {
      const { ctx, shop } = commerceFixture(domain);
      const order = placeOrder(ctx, domain, {
        lines: wanted.map(({ product, quantity }) => ({
          variantId: shop.products[product]?.variants[0]?.id ?? 0,
          quantity,
        })),
        discountCodes,
        customer: { email: "robin.hale@shopper.example" },
      });
      for (const each of refunds) {
        const item = order.line_items[each.line];
        if (!item || item.current_quantity < each.quantity) continue;
        refundOrder(ctx, domain, order.id, { lines: [{ lineItemId: item.id, quantity: each.quantity }] });
      }
      const back = sum(
        order.refunds
          .flatMap((refund) => refund.transactions)
          .map((each) => parseAmount(each.amount, each.currency)),
      );
      const total = parseAmount(order.total_price, order.currency);
      expect(parseAmount(order.current_total_price, order.currency)).toBe(total - back);
      if (back < total) refundOrder(ctx, domain, order.id, { lines: "all", shipping: "all", amount: "all" });
      expect(order.financial_status).toBe("refunded");
      expect(parseAmount(order.current_total_price, order.currency)).toBe(0n);
      expect(parseAmount(order.current_subtotal_price, order.currency)).toBe(0n);
      expect(parseAmount(order.current_total_tax, order.currency)).toBe(0n);
      const lastAdjustments = order.refunds.at(-1)?.order_adjustments;
      expect(lastAdjustments).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
