/** Events of a checkout for web pixels, with the fields that pixels commonly read. */
import type { Order } from "../commerce/order-types.ts";
import type { Cart } from "../commerce/types.ts";

export interface PixelEvent {
  name: string;
  data: { checkout: Record<string, unknown> };
}

/** Private attributes (`__`) stay between the storefront and the order: no script of the store reads them. */
function attributesOf(named: readonly { name: string; value: string }[]): { key: string; value: string }[] {
  return named.filter(({ name }) => !name.startsWith("__")).map(({ name, value }) => ({ key: name, value }));
}

export function checkoutStarted(cart: Cart): PixelEvent {
  const named = Object.entries(cart.attributes).map(([name, value]) => ({ name, value }));
  const checkout = { token: cart.token, order: null, attributes: attributesOf(named), lineItems: [] };
  return { name: "checkout_started", data: { checkout } };
}

export function checkoutCompleted(order: Order): PixelEvent {
  const { customer, currency } = order;
  const amount = (text: string) => ({ amount: Number(text), currencyCode: currency });
  const checkout = {
    token: order.checkout_token,
    order: {
      id: String(order.id),
      customer: customer && { id: String(customer.id), isFirstOrder: null },
    },
    attributes: attributesOf(order.note_attributes),
    currencyCode: currency,
    email: order.email,
    subtotalPrice: amount(order.subtotal_price),
    totalPrice: amount(order.total_price),
    totalTax: amount(order.total_tax),
    discountApplications: order.discount_codes.map(({ code }) => ({ type: "DISCOUNT_CODE", title: code })),
    lineItems: order.line_items.map((line) => ({
      id: String(line.id),
      title: line.title,
      quantity: line.quantity,
      finalLinePrice: amount(line.price),
    })),
  };
  return { name: "checkout_completed", data: { checkout } };
}
