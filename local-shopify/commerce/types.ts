/**
 * The shapes of a stand-in shop's commerce. Everything here is plain JSON, because the local platform keeps
 * it in a file. Amounts are decimal strings in the shape the platform sends them ("12.50", "20" in yen);
 * arithmetic happens on bigint minor units in `money.ts`.
 */

export interface Variant {
  id: number;
  title: string;
  sku: string;
  price: string;
  grams: number;
  requiresShipping: boolean;
  taxable: boolean;
}

export interface Product {
  id: number;
  handle: string;
  title: string;
  description: string;
  vendor: string;
  type: string;
  tags: string[];
  giftCard: boolean;
  /** An inline SVG drawing, so that the storefront needs no picture files and no network. */
  imageSvg: string;
  variants: Variant[];
  createdAt: string;
  updatedAt: string;
}

/** Products that a merchant has put together by hand. */
export interface Collection {
  id: number;
  handle: string;
  title: string;
  productIds: number[];
  updatedAt: string;
}

/** A subscription that some products can be bought by. */
export interface SellingPlan {
  id: number;
  name: string;
  productIds: number[];
}

export interface Customer {
  id: number;
  email: string;
  firstName: string;
  lastName: string;
  phone: string | null;
  tags: string[];
  address: PostalAddress;
  createdAt: string;
  updatedAt: string;
}

export interface PostalAddress {
  firstName: string;
  lastName: string;
  address1: string;
  city: string;
  zip: string;
  province: string | null;
  provinceCode: string | null;
  country: string;
  countryCode: string;
}

export type DiscountKind = "percentage" | "fixed_amount" | "free_shipping";

/** One of the codes by which a discount is redeemed. */
export interface RedeemCode {
  id: number;
  code: string;
  usageCount: number;
}

/** Smallest cart for a discount. An amount is decimal, in shop currency. */
export type DiscountMinimum = { subtotal: string } | { quantity: number };

export interface Discount {
  id: number;
  title: string;
  /** The first of its codes, "" where it has none left; a code is unique in its shop, whatever its letters' case. */
  code: string;
  /** All of its codes; absent while there is the one above alone. */
  codes?: RedeemCode[];
  kind: DiscountKind;
  /** Basis points of a percentage discount (1000 = 10 %); 0 for the other kinds. */
  percentageBps: number;
  /** Decimal amount in shop currency of a fixed discount; "0" for the other kinds. */
  amount: string;
  /** True: the fixed amount is taken off every entitled item, not once off the order. */
  appliesOnEachItem: boolean;
  /** Products the code is entitled to; null means everything. */
  productIds: number[] | null;
  /** Collections whose products the code is entitled to; not both these and products. */
  collectionIds?: number[] | null;
  minimum?: DiscountMinimum | null;
  tags?: string[];
  startsAt: string;
  endsAt: string | null;
  /** How often each code may be used. */
  usageLimit: number | null;
  usageCount: number;
  appliesOncePerCustomer: boolean;
  combinesWith: { orderDiscounts: boolean; productDiscounts: boolean; shippingDiscounts: boolean };
  /** Lower-case emails of customers who used it, read where it applies once per customer. */
  usedBy: string[];
  createdAt: string;
  updatedAt: string;
}

export interface CartLine {
  /** Key the storefront names a line by: variant id and a hash of its properties. */
  key: string;
  variantId: number;
  quantity: number;
  properties: Record<string, string>;
  /** The subscription that the line is bought by; absent for a line that is bought once. */
  sellingPlanId?: number;
}

export interface Cart {
  token: string;
  lines: CartLine[];
  /** Includes private attributes (`__` prefix), which /cart.js never shows. */
  attributes: Record<string, string>;
  note: string;
  discountCodes: string[];
  createdAt: string;
  updatedAt: string;
}

export interface ShippingOption {
  code: string;
  title: string;
  price: string;
}

/** A merchant's settings of the whole shop. The admin's Settings and Online store pages change them. */
export interface CommerceSettings {
  name: string;
  email: string;
  /** ISO 4217 code of the shop. */
  currency: string;
  ianaTimezone: string;
  countryCode: string;
  taxesIncluded: boolean;
  taxTitle: string;
  taxRateBps: number;
  taxShipping: boolean;
  shippingOptions: ShippingOption[];
  /** Other currencies a shopper may pay in: units of that currency for one unit of shop currency. */
  presentment: { currency: string; rate: string }[];
  /** Orders placed while this is on carry `test: true`. */
  testOrders: boolean;
  /** True if the merchant turned on the app's theme embed. Only then the storefront loads it. */
  themeEmbed: boolean;
  /** The merchant's settings of the theme embed. The block's defaults fill the rest. */
  themeEmbedSettings: Record<string, string>;
  /** True if visitors are asked before they are tracked, as the law of some countries requires. */
  consentBanner: boolean;
}

export interface Money {
  amount: string;
  currency_code: string;
}

export interface MoneySet {
  shop_money: Money;
  presentment_money: Money;
}

export interface NameValue {
  name: string;
  value: string;
}

export interface TaxLine {
  title: string;
  price: string;
  price_set: MoneySet;
  rate: number;
  channel_liable: boolean | null;
}

export interface DiscountAllocation {
  amount: string;
  amount_set: MoneySet;
  discount_application_index: number;
}

export interface DiscountApplication {
  target_type: "line_item" | "shipping_line";
  type: "discount_code" | "manual" | "automatic" | "script";
  value: string;
  value_type: "percentage" | "fixed_amount";
  allocation_method: "across" | "each" | "one";
  target_selection: "all" | "entitled" | "explicit";
  code?: string;
  title?: string;
  description?: string;
}

export interface OrderDiscountCode {
  code: string;
  amount: string;
  type: "percentage" | "fixed_amount" | "shipping";
}

export interface LineItem {
  id: number;
  admin_graphql_api_id: string;
  attributed_staffs: { id: string; quantity: number }[];
  current_quantity: number;
  fulfillable_quantity: number;
  fulfillment_service: string;
  fulfillment_status: string | null;
  gift_card: boolean;
  grams: number;
  name: string;
  price: string;
  price_set: MoneySet;
  product_exists: boolean;
  product_id: number | null;
  properties: NameValue[];
  quantity: number;
  requires_shipping: boolean;
  sales_line_item_group_id: number | null;
  /** Absent in the memory of a platform from before it knew them. */
  selling_plan_id?: number | null;
  sku: string | null;
  taxable: boolean;
  title: string;
  total_discount: string;
  total_discount_set: MoneySet;
  variant_id: number | null;
  variant_inventory_management: string | null;
  variant_title: string | null;
  vendor: string | null;
  tax_lines: TaxLine[];
  duties: unknown[];
  discount_allocations: DiscountAllocation[];
}

export interface ShippingLine {
  id: number;
  carrier_identifier: string | null;
  code: string | null;
  current_discounted_price_set: MoneySet;
  discounted_price: string;
  discounted_price_set: MoneySet;
  is_removed: boolean;
  phone: string | null;
  price: string;
  price_set: MoneySet;
  requested_fulfillment_service_id: string | null;
  source: string;
  title: string;
  tax_lines: TaxLine[];
  discount_allocations: DiscountAllocation[];
}

export interface Address {
  first_name: string | null;
  last_name: string | null;
  name: string;
  company: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  zip: string | null;
  province: string | null;
  province_code: string | null;
  country: string | null;
  country_code: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
}
