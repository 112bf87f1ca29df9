import { z } from "zod";

/** Fields are read leniently: samples, old API versions and partial payloads leave many out. */
const idText = z.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/)]).transform(String);
const text = z.string().nullish();
const amount = z.union([z.string(), z.number()]).transform(String).nullish();
const moneySet = z
  .object({
    shop_money: z.object({
      amount: z.union([z.string(), z.number()]).transform(String),
      currency_code: z.string(),
    }),
  })
  .nullish();
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);

const taxLine = z.object({ price: amount, price_set: moneySet });
const allocation = z.object({ amount, amount_set: moneySet });

const lineItem = z.object({
  id: idText,
  title: text,
  name: text,
  quantity: z.number().int().nonnegative(),
  current_quantity: z.number().int().nullish(),
  price: amount,
  price_set: moneySet,
  gift_card: z.boolean().nullish(),
  tip: z.unknown().optional(),
  product_id: idText.nullish(),
  variant_id: idText.nullish(),
  sku: text,
  vendor: text,
  /** Since 2026-10; before it, some bodies held the allocation. Null for a line that no selling plan sold. */
  selling_plan_id: z.unknown().optional(),
  selling_plan_allocation: z.unknown().optional(),
  discount_allocations: list(allocation),
  tax_lines: list(taxLine),
});

const shippingLine = z.object({
  id: idText.nullish(),
  title: text,
  price: amount,
  price_set: moneySet,
  discounted_price: amount,
  discounted_price_set: moneySet,
  is_removed: z.boolean().nullish(),
  tax_lines: list(taxLine),
});

const refund = z.object({
  id: idText,
  created_at: text,
  processed_at: text,
  refund_line_items: list(
    z.object({
      line_item_id: idText,
      quantity: z.number().int(),
      subtotal: amount,
      subtotal_set: moneySet,
      total_tax: amount,
      total_tax_set: moneySet,
    }),
  ),
  refund_shipping_lines: list(
    z.object({
      shipping_line_id: idText.nullish(),
      shipping_line: z.object({ id: idText.nullish() }).nullish(),
      subtotal_amount_set: moneySet,
      tax_amount_set: moneySet,
    }),
  ),
  order_adjustments: list(
    z.object({ kind: text, amount, amount_set: moneySet, tax_amount: amount, tax_amount_set: moneySet }),
  ),
  transactions: list(z.object({ kind: text, status: text, amount, currency: text })),
});
export type RefundBody = z.output<typeof refund>;

/** Body of `refunds/create`: which refund of which order. It names no shop, so its amounts are not read. */
export const refundWebhook = z.object({ id: idText, order_id: idText });

const address = z.object({ country_code: text, last_name: text, address1: text, zip: text }).nullish();

/** The two fields of a line that may name its selling plan, where their values are as the platform documents them. */
export const sellingPlanId = idText;
export const sellingPlanAllocation = z.object({ selling_plan: z.object({ id: idText }) });

/** Body of the `orders/*` topics that carry the order. Source: the platform's REST-shaped order, 2026-10. */
export const orderWebhook = z.object({
  id: idText,
  name: text,
  currency: text,
  presentment_currency: text,
  created_at: text,
  updated_at: text,
  cancelled_at: text,
  test: z.boolean().nullish(),
  financial_status: text,
  fulfillment_status: text,
  fulfillments: list(z.object({ created_at: text, status: text })),
  shipping_address: address,
  billing_address: address,
  source_name: text,
  tags: text,
  note: text,
  order_status_url: text,
  taxes_included: z.boolean().nullish(),
  landing_site: text,
  referring_site: text,
  checkout_token: text,
  note_attributes: list(z.object({ name: text, value: z.unknown().optional() })),
  discount_codes: list(z.object({ code: text })),
  discount_applications: list(z.object({ type: z.string(), code: text })),
  line_items: z.array(lineItem).nullish(),
  shipping_lines: list(shippingLine),
  refunds: list(refund),
  email: text,
  contact_email: text,
  customer: z.object({ id: idText.nullish(), email: text }).nullish(),
  total_tip_received: amount,
  total_line_items_price: amount,
  total_line_items_price_set: moneySet,
  original_total_duties_set: moneySet,
});
export type OrderBody = z.output<typeof orderWebhook>;

/** Body of `orders/delete`: nothing but an id, so that an order's body does not delete it under this topic. */
export const orderDeletedWebhook = z.strictObject({ id: idText, admin_graphql_api_id: text });

/** Body of `orders/missed`, as far as it is read: which order. */
export const orderNumberedWebhook = z.object({ id: idText });

/** Body of `orders/edited`: what was edited, not the order. */
export const orderEditedWebhook = z.object({ order_edit: z.object({ order_id: idText }) });

/** Bodies of the compliance topics. */
export const customerRequestWebhook = z.object({
  customer: z.object({ id: idText.nullish(), email: text }).nullish(),
  orders_requested: list(idText),
  orders_to_redact: list(idText),
  data_request: z.object({ id: idText.nullish() }).nullish(),
});
