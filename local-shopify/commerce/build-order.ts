import { randomBytes } from "node:crypto";
import {
  buildLineItem,
  buildShippingLines,
  discountApplication,
  orderDiscountCode,
  orderTaxLines,
  type LineContext,
} from "./build-lines.ts";
import { formatAmount, moneySet } from "./money.ts";
import { orderAddress, orderCustomer } from "./order-customer.ts";
import type { Order } from "./order-types.ts";
import type { PricedPart } from "./order-maths.ts";
import type { Quote } from "./quote.ts";
import { timestamp } from "./timestamp.ts";
import type { Customer, NameValue, PostalAddress } from "./types.ts";

/** Parts of an order besides its price. */
export interface OrderFacts {
  orderNumber: number;
  /** Null for somebody at the till who leaves no name. */
  customer: Customer | null;
  shippingAddress: PostalAddress | null;
  noteAttributes: NameValue[];
  note: string | null;
  landingSite: string | null;
  referringSite: string | null;
  sourceName: string;
  cartToken: string | null;
  paid: boolean;
  test: boolean;
  buyerAcceptsMarketing: boolean;
  client: ShopperClient;
  /** Root address of the shop's storefront, without a slash at the end. */
  storefrontUrl: string;
  now: Date;
}

export interface ShopperClient {
  ip: string | null;
  userAgent: string | null;
  acceptLanguage: string | null;
}

const NOTHING: PricedPart = { grossMinor: 0n, allocations: [], netMinor: 0n, taxMinor: 0n };

/** The order as the platform's webhooks carry it. Pure but for its random tokens. */
export function buildOrder(quote: Quote, facts: OrderFacts, context: LineContext): Order {
  const id = context.nextId();
  const token = randomBytes(16).toString("hex");
  const lines = quote.lines.map((line, index) =>
    buildLineItem(line, quote.priced.lines[index] ?? NOTHING, context),
  );
  const shippingLines = buildShippingLines(quote, context);
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    ...identity(facts, token),
    ...people(facts, context),
    ...circumstances(facts, context),
    ...amounts(quote, facts, context),
    discount_applications: quote.discounts.map((each) => discountApplication(each, context.tender.currency)),
    discount_codes: quote.discounts.map((each, index) =>
      orderDiscountCode(each, quote.priced.discountMinor[index] ?? 0n, context.tender.currency),
    ),
    line_items: lines,
    shipping_lines: shippingLines,
    tax_lines: orderTaxLines([...lines, ...shippingLines], context),
    total_weight: lines.reduce((grams, line) => grams + line.grams * line.quantity, 0),
    fulfillments: [],
    refunds: [],
  };
}

function identity(facts: OrderFacts, token: string) {
  return {
    name: `#${facts.orderNumber}`,
    number: facts.orderNumber - 1000,
    order_number: facts.orderNumber,
    order_status_url: `${facts.storefrontUrl}/orders/${token}`,
    token,
    confirmation_number: randomBytes(5).toString("hex").toUpperCase().slice(0, 9),
    merchant_business_entity_id: "MTA5MDAwMDAwMQ",
    merchant_of_record_app_id: null,
    app_id: 580111,
    device_id: null,
    location_id: null,
    user_id: null,
    reference: null,
    source_identifier: null,
    source_name: facts.sourceName,
    source_url: null,
    po_number: null,
    company: null,
  };
}

function people(facts: OrderFacts, { settings }: LineContext) {
  const { customer } = facts;
  return {
    email: customer?.email ?? null,
    contact_email: customer?.email ?? null,
    phone: customer?.phone ?? null,
    customer: customer ? orderCustomer(customer, settings.currency, facts.buyerAcceptsMarketing) : null,
    customer_locale: "en",
    buyer_accepts_marketing: facts.buyerAcceptsMarketing,
    ...addresses(facts),
  };
}

function addresses({ customer, shippingAddress }: OrderFacts) {
  const phone = customer?.phone ?? null;
  const billingAddress = shippingAddress ?? customer?.address ?? null;
  return {
    billing_address: billingAddress ? orderAddress(billingAddress, phone) : null,
    shipping_address: shippingAddress ? orderAddress(shippingAddress, phone) : null,
  };
}

function circumstances(facts: OrderFacts, { settings, nextId }: LineContext) {
  const at = timestamp(facts.now, settings.ianaTimezone);
  const { ip, userAgent, acceptLanguage } = facts.client;
  return {
    created_at: at,
    processed_at: at,
    updated_at: at,
    closed_at: null,
    cancelled_at: null,
    cancel_reason: null,
    confirmed: true,
    test: facts.test,
    browser_ip: ip,
    client_details: {
      accept_language: acceptLanguage,
      browser_height: null,
      browser_ip: ip,
      browser_width: null,
      session_hash: null,
      user_agent: userAgent,
    },
    cart_token: facts.cartToken,
    checkout_id: nextId(),
    checkout_token: randomBytes(16).toString("hex"),
    landing_site: facts.landingSite,
    landing_site_ref: landingRef(facts.landingSite),
    referring_site: facts.referringSite,
    note: facts.note,
    note_attributes: facts.noteAttributes,
    tags: "",
    fulfillment_status: null,
    financial_status: facts.paid ? ("paid" as const) : ("pending" as const),
    payment_gateway_names: [facts.paid ? "bogus" : "manual"],
    payment_terms: null,
  };
}

function amounts(quote: Quote, facts: OrderFacts, { settings, tender }: LineContext) {
  const { priced } = quote;
  const text = (minor: bigint): string => formatAmount(minor, tender.currency);
  const set = (minor: bigint) => moneySet(minor, tender);
  return {
    currency: tender.currency,
    presentment_currency: tender.presentmentCurrency,
    taxes_included: settings.taxesIncluded,
    tax_exempt: false,
    estimated_taxes: false,
    duties_included: false,
    subtotal_price: text(priced.subtotalMinor),
    subtotal_price_set: set(priced.subtotalMinor),
    total_discounts: text(priced.discountsMinor),
    total_discounts_set: set(priced.discountsMinor),
    total_line_items_price: text(priced.lineItemsMinor),
    total_line_items_price_set: set(priced.lineItemsMinor),
    total_price: text(priced.totalMinor),
    total_price_set: set(priced.totalMinor),
    total_shipping_price_set: set(priced.shipping.grossMinor),
    total_tax: text(priced.taxMinor),
    total_tax_set: set(priced.taxMinor),
    total_tip_received: text(priced.tipMinor),
    total_outstanding: text(facts.paid ? 0n : priced.totalMinor),
    total_cash_rounding_payment_adjustment_set: set(0n),
    total_cash_rounding_refund_adjustment_set: set(0n),
    current_subtotal_price: text(priced.subtotalMinor),
    current_subtotal_price_set: set(priced.subtotalMinor),
    current_shipping_price_set: set(priced.shipping.netMinor),
    current_total_discounts: text(priced.discountsMinor),
    current_total_discounts_set: set(priced.discountsMinor),
    current_total_price: text(priced.totalMinor),
    current_total_price_set: set(priced.totalMinor),
    current_total_tax: text(priced.taxMinor),
    current_total_tax_set: set(priced.taxMinor),
    current_total_additional_fees_set: null,
    current_total_duties_set: null,
    original_total_additional_fees_set: null,
    original_total_duties_set: null,
  };
}

/** The platform reads one word of the landing address: its `ref`, else its `source`, else its `r`. */
function landingRef(landingSite: string | null): string | null {
  if (!landingSite || !URL.canParse(landingSite, "https://shop.invalid")) return null;
  const { searchParams } = new URL(landingSite, "https://shop.invalid");
  return searchParams.get("ref") ?? searchParams.get("source") ?? searchParams.get("r");
}
