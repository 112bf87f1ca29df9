import { expect, test } from "vitest";
import { refundOrder } from "../../local-shopify/commerce/change-order.ts";
import { placeOrder } from "../../local-shopify/commerce/place-order.ts";
import { commerceFixture } from "./commerce-context.ts";

/** Keys of the platform's documented order resource and of the parts it is made of. */
const ORDER_KEYS = `admin_graphql_api_id app_id billing_address browser_ip buyer_accepts_marketing cancel_reason
cancelled_at cart_token checkout_id checkout_token client_details closed_at company confirmation_number confirmed
contact_email created_at currency current_shipping_price_set current_subtotal_price current_subtotal_price_set
current_total_additional_fees_set current_total_discounts current_total_discounts_set current_total_duties_set
current_total_price current_total_price_set current_total_tax current_total_tax_set customer customer_locale
device_id discount_applications discount_codes duties_included email estimated_taxes financial_status
fulfillment_status fulfillments id landing_site landing_site_ref line_items location_id
merchant_business_entity_id merchant_of_record_app_id name note note_attributes number order_number
order_status_url original_total_additional_fees_set original_total_duties_set payment_gateway_names payment_terms
phone po_number presentment_currency processed_at reference referring_site refunds shipping_address
shipping_lines source_identifier source_name source_url subtotal_price subtotal_price_set tags tax_exempt
tax_lines taxes_included test token total_cash_rounding_payment_adjustment_set
total_cash_rounding_refund_adjustment_set total_discounts total_discounts_set total_line_items_price
total_line_items_price_set total_outstanding total_price total_price_set total_shipping_price_set total_tax
total_tax_set total_tip_received total_weight updated_at user_id`;

const LINE_KEYS = `admin_graphql_api_id attributed_staffs current_quantity discount_allocations duties
fulfillable_quantity fulfillment_service fulfillment_status gift_card grams id name price price_set product_exists
product_id properties quantity requires_shipping sales_line_item_group_id selling_plan_id sku tax_lines taxable title
total_discount total_discount_set variant_id variant_inventory_management variant_title vendor`;

const SHIPPING_KEYS = `carrier_identifier code current_discounted_price_set discount_allocations discounted_price
discounted_price_set id is_removed phone price price_set requested_fulfillment_service_id source tax_lines title`;

const CUSTOMER_KEYS = `admin_graphql_api_id created_at currency default_address email email_marketing_consent
first_name id last_name multipass_identifier note phone sms_marketing_consent state tags tax_exempt
tax_exemptions updated_at verified_email`;

const REFUND_KEYS = `additional_fees admin_graphql_api_id created_at duties id note order_adjustments order_id
processed_at refund_line_items refund_shipping_lines restock return total_additional_fees_set total_duties_set
transactions user_id`;

const REFUND_LINE_KEYS = `id line_item line_item_id location_id quantity restock_type subtotal subtotal_set
total_tax total_tax_set`;

const TRANSACTION_KEYS = `admin_graphql_api_id amount amount_rounding authorization created_at currency device_id
error_code gateway id kind location_id manual_payment_gateway message order_id parent_id payment_id processed_at
receipt source_name status test total_unsettled_set user_id`;

function keysOf(value: unknown): string[] {
  return Object.keys(Object(JSON.parse(JSON.stringify(value)))).toSorted();
}

function documented(keys: string): string[] {
  return keys.split(/\s+/).toSorted();
}

test("an order, its lines and its refunds have every documented key, and no other", () => {
  const { ctx, domain, variant } = commerceFixture();
  const order = placeOrder(ctx, domain, {
    lines: [{ variantId: variant("Wool blanket"), quantity: 1 }],
    customer: { email: "robin.hale@shopper.example" },
  });
  refundOrder(ctx, domain, order.id, { lines: "all", shipping: "all" });
  const [refund] = order.refunds;
  expect(keysOf(order)).toEqual(documented(ORDER_KEYS));
  expect(keysOf(order.line_items[0])).toEqual(documented(LINE_KEYS));
  expect(keysOf(order.shipping_lines[0])).toEqual(documented(SHIPPING_KEYS));
  expect(keysOf(order.customer)).toEqual(documented(CUSTOMER_KEYS));
  expect(keysOf(refund)).toEqual(documented(REFUND_KEYS));
  expect(keysOf(refund?.refund_line_items[0])).toEqual(documented(REFUND_LINE_KEYS));
  expect(keysOf(refund?.transactions[0])).toEqual(documented(TRANSACTION_KEYS));
});
