/** The REST-shaped order and refund, exactly as webhooks carry them: snake case, amounts as strings. */
import type {
  Address,
  DiscountApplication,
  LineItem,
  MoneySet,
  NameValue,
  OrderDiscountCode,
  ShippingLine,
  TaxLine,
} from "./types.ts";

export type FinancialStatus =
  "pending" | "authorized" | "paid" | "partially_paid" | "partially_refunded" | "refunded" | "voided";

export interface OrderCustomer {
  id: number;
  email: string | null;
  created_at: string;
  updated_at: string;
  first_name: string | null;
  last_name: string | null;
  state: string;
  note: string | null;
  verified_email: boolean;
  multipass_identifier: string | null;
  tax_exempt: boolean;
  phone: string | null;
  email_marketing_consent: {
    state: string;
    opt_in_level: string | null;
    consent_updated_at: string | null;
  } | null;
  sms_marketing_consent: {
    state: string;
    opt_in_level: string;
    consent_updated_at: string | null;
    consent_collected_from: string;
  } | null;
  tags: string;
  currency: string;
  tax_exemptions: string[];
  admin_graphql_api_id: string;
  default_address: CustomerAddress;
}

export interface CustomerAddress extends Omit<Address, "latitude" | "longitude"> {
  id: number;
  customer_id: number;
  country_name: string;
  default: boolean;
}

export type TransactionStatus = "success" | "pending" | "failure";

export interface OrderTransaction {
  id: number;
  admin_graphql_api_id: string;
  amount: string;
  amount_rounding: string | null;
  authorization: string | null;
  created_at: string;
  /** The presentment currency: refunds are paid in what the shopper paid with. */
  currency: string;
  device_id: number | null;
  error_code: string | null;
  gateway: string;
  kind: "sale" | "refund" | "void";
  location_id: number | null;
  manual_payment_gateway: boolean;
  message: string | null;
  order_id: number;
  parent_id: number | null;
  payment_id: string;
  processed_at: string;
  receipt: Record<string, unknown>;
  source_name: string;
  status: TransactionStatus;
  test: boolean;
  total_unsettled_set: { presentment_money: UnsettledMoney; shop_money: UnsettledMoney };
  user_id: number | null;
}

/** The one money shape of the platform whose currency is called `currency`. */
export interface UnsettledMoney {
  amount: string;
  currency: string;
}

export type RestockType = "no_restock" | "cancel" | "return";

export interface RefundLineItem {
  id: number;
  line_item_id: number;
  location_id: number | null;
  quantity: number;
  restock_type: RestockType;
  /** A JSON number, as the platform sends it; the exact amount is in `subtotal_set`. */
  subtotal: number;
  subtotal_set: MoneySet;
  total_tax: number;
  total_tax_set: MoneySet;
  line_item: LineItem;
}

export interface RefundShippingLine {
  id: number;
  shipping_line_id: number;
  subtotal_amount_set: MoneySet;
  tax_amount_set: MoneySet;
  shipping_line: ShippingLine;
}

export interface OrderAdjustment {
  id: number;
  order_id: number;
  refund_id: number;
  kind: "shipping_refund" | "refund_discrepancy";
  reason: string;
  /** Negative: money that went to the shopper beyond the refunded lines; positive: money kept back. */
  amount: string;
  amount_set: MoneySet;
  tax_amount: string;
  tax_amount_set: MoneySet;
}

export interface Refund {
  id: number;
  admin_graphql_api_id: string;
  order_id: number;
  created_at: string;
  processed_at: string;
  note: string | null;
  restock: boolean;
  user_id: number | null;
  /** The return with which the goods came back, where they were exchanged. */
  return: { id: number; admin_graphql_api_id: string } | null;
  duties: unknown[];
  total_duties_set: MoneySet;
  additional_fees: unknown[];
  total_additional_fees_set: MoneySet;
  refund_line_items: RefundLineItem[];
  refund_shipping_lines: RefundShippingLine[];
  order_adjustments: OrderAdjustment[];
  transactions: OrderTransaction[];
}

/** Pieces that were sent together. */
export interface Fulfillment {
  id: number;
  admin_graphql_api_id: string;
  created_at: string;
  location_id: number;
  name: string;
  order_id: number;
  origin_address: Record<string, unknown>;
  receipt: Record<string, unknown>;
  service: string;
  shipment_status: string | null;
  status: "success" | "cancelled";
  tracking_company: string | null;
  tracking_number: string | null;
  tracking_numbers: string[];
  tracking_url: string | null;
  tracking_urls: string[];
  updated_at: string;
  /** Each with the quantity that was sent. */
  line_items: LineItem[];
}

export interface ClientDetails {
  accept_language: string | null;
  browser_height: number | null;
  browser_ip: string | null;
  browser_width: number | null;
  session_hash: string | null;
  user_agent: string | null;
}

export interface Order {
  id: number;
  admin_graphql_api_id: string;
  app_id: number | null;
  billing_address: Address | null;
  browser_ip: string | null;
  buyer_accepts_marketing: boolean;
  cancel_reason: string | null;
  cancelled_at: string | null;
  cart_token: string | null;
  checkout_id: number | null;
  checkout_token: string | null;
  client_details: ClientDetails | null;
  closed_at: string | null;
  company: null;
  confirmation_number: string | null;
  confirmed: boolean;
  contact_email: string | null;
  created_at: string;
  currency: string;
  current_shipping_price_set: MoneySet;
  current_subtotal_price: string;
  current_subtotal_price_set: MoneySet;
  current_total_additional_fees_set: MoneySet | null;
  current_total_discounts: string;
  current_total_discounts_set: MoneySet;
  current_total_duties_set: MoneySet | null;
  current_total_price: string;
  current_total_price_set: MoneySet;
  current_total_tax: string;
  current_total_tax_set: MoneySet;
  customer: OrderCustomer | null;
  customer_locale: string | null;
  device_id: number | null;
  discount_applications: DiscountApplication[];
  discount_codes: OrderDiscountCode[];
  duties_included: boolean;
  email: string | null;
  estimated_taxes: boolean;
  financial_status: FinancialStatus;
  fulfillment_status: "partial" | "fulfilled" | null;
  fulfillments: Fulfillment[];
  landing_site: string | null;
  landing_site_ref: string | null;
  line_items: LineItem[];
  location_id: number | null;
  merchant_business_entity_id: string;
  merchant_of_record_app_id: number | null;
  name: string;
  note: string | null;
  note_attributes: NameValue[];
  number: number;
  order_number: number;
  order_status_url: string;
  original_total_additional_fees_set: MoneySet | null;
  original_total_duties_set: MoneySet | null;
  payment_gateway_names: string[];
  payment_terms: null;
  phone: string | null;
  po_number: string | null;
  presentment_currency: string;
  processed_at: string;
  reference: string | null;
  referring_site: string | null;
  refunds: Refund[];
  shipping_address: Address | null;
  shipping_lines: ShippingLine[];
  source_identifier: string | null;
  source_name: string;
  source_url: string | null;
  subtotal_price: string;
  subtotal_price_set: MoneySet;
  tags: string;
  tax_exempt: boolean;
  tax_lines: TaxLine[];
  taxes_included: boolean;
  test: boolean;
  token: string;
  total_cash_rounding_payment_adjustment_set: MoneySet;
  total_cash_rounding_refund_adjustment_set: MoneySet;
  total_discounts: string;
  total_discounts_set: MoneySet;
  total_line_items_price: string;
  total_line_items_price_set: MoneySet;
  total_outstanding: string;
  total_price: string;
  total_price_set: MoneySet;
  total_shipping_price_set: MoneySet;
  total_tax: string;
  total_tax_set: MoneySet;
  total_tip_received: string;
  total_weight: number;
  updated_at: string;
  user_id: number | null;
}
