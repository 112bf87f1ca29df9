import { getOrder } from "./change-order.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import type { Order } from "./order-types.ts";
import { placeOrder } from "./place-order.ts";
import { findVariant, type WantedLine } from "./quote.ts";
import { CommerceRefusal } from "./refusal.ts";
import type { LineItem } from "./types.ts";

/**
 * The next order of a subscription: what was bought by selling plans, again, for the same customer and at today's
 * prices. Nobody visits the storefront for it, so it has neither landing page nor cart attributes. Sends what a placed
 * order sends.
 */
export function renewOrder(ctx: CommerceContext, shopDomain: string, orderId: number): Order {
  const order = getOrder(ctx, shopDomain, orderId);
  const commerce = getCommerce(ctx, shopDomain);
  const lines = order.line_items.flatMap(renewed).filter((line) => findVariant(commerce, line.variantId));
  if (lines.length === 0 || !order.customer) {
    throw new CommerceRefusal(`${order.name} has no subscription to renew.`);
  }
  return placeOrder(ctx, shopDomain, {
    lines,
    customer: order.customer.id,
    presentmentCurrency: order.presentment_currency,
    sourceName: "subscription_contract_checkout_one",
    test: order.test,
  });
}

/** True if the order has a subscription. */
export function hasSubscription(order: Order): boolean {
  return order.line_items.some((line) => renewed(line).length > 0);
}

function renewed(line: LineItem): WantedLine[] {
  const { selling_plan_id: sellingPlanId, variant_id: variantId, quantity } = line;
  if (!sellingPlanId || variantId === null) return [];
  return [{ variantId, quantity, sellingPlanId }];
}
