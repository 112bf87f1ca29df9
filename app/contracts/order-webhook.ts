import { z } from "zod";
import { type AddressParts, tracesOf } from "#app/domain/fraud/traces.ts";
import { parseDecimal } from "#app/domain/money.ts";
import {
  enteredCodes,
  isRenewal,
  type LineFacts,
  type OrderFacts,
  paidAtOf,
  readFinancialStatus,
  sentOf,
  type ShippingFacts,
} from "#app/domain/order.ts";
import { wordsOf } from "#app/domain/referral-code.ts";
import type { RefundAdjustmentFacts, RefundFacts, RefundStatus } from "#app/domain/refund-facts.ts";

/** Fields are read leniently: samples, old API versions and partial payloads leave many out. */
const idText = z.union([z.number().int().nonnegative(), z.string().regex(/^\d+$/)]).transform(String);
const optionalText = z.string().nullish();
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
const allocationBody = z.object({ amount, amount_set: moneySet });

const lineItem = z.object({
  id: idText,
  title: optionalText,
  name: optionalText,
  quantity: z.number().int().nonnegative(),
  current_quantity: z.number().int().nullish(),
  price: amount,
  price_set: moneySet,
  gift_card: z.boolean().nullish(),
  tip: z.unknown().optional(),
  product_id: idText.nullish(),
  variant_id: idText.nullish(),
  sku: optionalText,
  vendor: optionalText,
  /** Since 2026-10; before it, some bodies held the allocation. Null for a line that no selling plan sold. */
  selling_plan_id: z.unknown().optional(),
  selling_plan_allocation: z.unknown().optional(),
  discount_allocations: list(allocationBody),
  tax_lines: list(taxLine),
});

const shippingLine = z.object({
  id: idText.nullish(),
  title: optionalText,
  price: amount,
  price_set: moneySet,
  discounted_price: amount,
  discounted_price_set: moneySet,
  is_removed: z.boolean().nullish(),
  tax_lines: list(taxLine),
});

const refundBody = z.object({
  id: idText,
  created_at: optionalText,
  processed_at: optionalText,
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
    z.object({
      kind: optionalText,
      amount,
      amount_set: moneySet,
      tax_amount: amount,
      tax_amount_set: moneySet,
    }),
  ),
  transactions: list(z.object({ kind: optionalText, status: optionalText, amount, currency: optionalText })),
});
type RefundBody = z.output<typeof refundBody>;

/** Body of `refunds/create`: which refund of which order. It names no shop, so its amounts are not read. */
export const refundWebhook = z.object({ id: idText, order_id: idText });

const addressBody = z
  .object({ country_code: optionalText, last_name: optionalText, address1: optionalText, zip: optionalText })
  .nullish();

/** The two fields of a line that may name its selling plan, where their values are as the platform documents them. */
const sellingPlanId = idText;
const sellingPlanAllocation = z.object({ selling_plan: z.object({ id: idText }) });

/** Body of the `orders/*` topics that carry the order. Source: the platform's REST-shaped order, 2026-10. */
export const orderWebhook = z.object({
  id: idText,
  name: optionalText,
  currency: optionalText,
  presentment_currency: optionalText,
  created_at: optionalText,
  updated_at: optionalText,
  cancelled_at: optionalText,
  test: z.boolean().nullish(),
  financial_status: optionalText,
  fulfillment_status: optionalText,
  fulfillments: list(z.object({ created_at: optionalText, status: optionalText })),
  shipping_address: addressBody,
  billing_address: addressBody,
  source_name: optionalText,
  tags: optionalText,
  note: optionalText,
  order_status_url: optionalText,
  taxes_included: z.boolean().nullish(),
  landing_site: optionalText,
  referring_site: optionalText,
  checkout_token: optionalText,
  note_attributes: list(z.object({ name: optionalText, value: z.unknown().optional() })),
  discount_codes: list(z.object({ code: optionalText })),
  discount_applications: list(z.object({ type: z.string(), code: optionalText })),
  line_items: z.array(lineItem).nullish(),
  shipping_lines: list(shippingLine),
  refunds: list(refundBody),
  email: optionalText,
  contact_email: optionalText,
  customer: z.object({ id: idText.nullish(), email: optionalText }).nullish(),
  total_tip_received: amount,
  total_line_items_price: amount,
  total_line_items_price_set: moneySet,
  original_total_duties_set: moneySet,
});
export type OrderBody = z.output<typeof orderWebhook>;

/** Body of `orders/delete`: nothing but an id, so that an order's body does not delete it under this topic. */
export const orderDeletedWebhook = z.strictObject({ id: idText, admin_graphql_api_id: optionalText });

/** Body of `orders/missed`, as far as it is read: which order. */
export const orderNumberedWebhook = z.object({ id: idText });

/** Body of `orders/edited`: what was edited, not the order. */
export const orderEditedWebhook = z.object({ order_edit: z.object({ order_id: idText }) });

/** Bodies of the compliance topics. */
export const customerRequestWebhook = z.object({
  customer: z.object({ id: idText.nullish(), email: optionalText }).nullish(),
  orders_requested: list(idText),
  orders_to_redact: list(idText),
  data_request: z.object({ id: idText.nullish() }).nullish(),
});

/**
 * The shop's keyed hash of an email address, by which its customers are recognized without storing the address.
 */
export type OrderReading = { readonly hashEmail: (email: string) => string };

/**
 * Reads an order's webhook payload as facts, in shop money (M6), without personal data. Null when the payload
 * lacks required fields, as partial payloads do: the order has to be fetched then.
 * @throws MoneyFormatError, UnknownCurrencyError for invalid amounts
 */
export function readOrder(body: OrderBody, reading: OrderReading): OrderFacts | null {
  const { currency, line_items: items } = body;
  if (!currency || !body.created_at || !body.updated_at || !items) return null;
  const updatedAt = instantText(body.updated_at);
  const renewal = isRenewal(body.source_name);
  const lines = items.map((item) => readLine(item, { currency, renewal }));
  return {
    id: body.id,
    name: body.name ?? `#${body.id}`,
    currency,
    presentmentCurrency: body.presentment_currency ?? currency,
    createdAt: instantText(body.created_at),
    updatedAt,
    deleted: false,
    ...readState(body, updatedAt),
    lines,
    linesAddedLater: [],
    shipping: readShipping(body.shipping_lines, currency),
    tipMinor: readTip(body.total_tip_received, lines, currency),
    dutiesMinor: amountOf(body.original_total_duties_set, null, currency),
    discountCodes: enteredCodes(
      body.discount_codes.flatMap((one) => (one.code ? [one.code] : [])),
      body.discount_applications,
    ),
    ...readTyped(body),
    ...readVisit(body),
    ...readCustomer(body, reading),
    customerOrderIndex: null,
    countryCode: body.shipping_address?.country_code || body.billing_address?.country_code || null,
    catalog: null,
    refunds: body.refunds.map((refund) => readRefund(refund, { currency, asOf: updatedAt })),
  };
}

function readState(body: OrderBody, updatedAt: string) {
  const financialStatus = readFinancialStatus(body.financial_status);
  return {
    cancelledAt: body.cancelled_at ? instantText(body.cancelled_at) : null,
    paidAt: paidAtOf(financialStatus, updatedAt),
    ...sentOf(
      body.fulfillment_status,
      body.fulfillments.map((one) => ({
        createdAt: instantText(one.created_at ?? updatedAt),
        status: one.status,
      })),
      updatedAt,
    ),
    test: body.test ?? false,
    financialStatus,
    dispute: "none",
    sourceName: body.source_name ?? null,
    taxesIncluded: body.taxes_included ?? false,
  } as const;
}

function readTyped({ tags, note }: OrderBody): Pick<OrderFacts, "typedCodes"> {
  const words = wordsOf([tags, note]);
  return words.length === 0 ? {} : { typedCodes: words };
}

function readVisit(body: OrderBody) {
  return {
    clickAttribute: readClick(body.note_attributes),
    checkoutToken: body.checkout_token || null,
    landingSite: body.landing_site ?? null,
  };
}

function readCustomer(body: OrderBody, { hashEmail }: OrderReading) {
  const email = body.email || body.contact_email || body.customer?.email || null;
  const addresses = [body.shipping_address, body.billing_address].map(partsOf);
  return {
    customerId: body.customer?.id ?? null,
    customerHash: email ? hashEmail(email) : null,
    traces: tracesOf({ email, addresses, referrer: body.referring_site ?? null }, hashEmail),
  };
}

function partsOf(address: OrderBody["shipping_address"]): AddressParts | null {
  if (!address) return null;
  const { last_name: lastName, address1, zip, country_code: country } = address;
  return { lastName, address1, zip, country };
}

type Sale = { readonly currency: string; readonly renewal: boolean };

type LineBody = NonNullable<OrderBody["line_items"]>[number];

function readLine(item: LineBody, { currency, renewal }: Sale): LineFacts {
  const sellingPlan = readSellingPlan(item);
  return {
    id: item.id,
    title: item.title ?? item.name ?? "",
    quantity: item.quantity,
    currentQuantity: item.current_quantity ?? null,
    priceMinor: amountOf(item.price_set, item.price, currency),
    discountMinor: sum(item.discount_allocations, (one) => amountOf(one.amount_set, one.amount, currency)),
    taxMinor: taxOf(item.tax_lines, currency),
    giftCard: item.gift_card ?? false,
    tip: isPresent(item.tip),
    productId: item.product_id ?? null,
    variantId: item.variant_id ?? null,
    sku: item.sku ?? null,
    vendor: item.vendor ?? null,
    subscription: renewal || isPresent(item.selling_plan_id) || isPresent(item.selling_plan_allocation),
    ...(sellingPlan !== undefined && { sellingPlanId: sellingPlan }),
  };
}

function readSellingPlan({ selling_plan_id: id, selling_plan_allocation: allocation }: LineBody) {
  return (
    sellingPlanId.safeParse(id).data ?? sellingPlanAllocation.safeParse(allocation).data?.selling_plan.id
  );
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** Shipping lines that an edit removed are no longer charged. */
function readShipping(lines: OrderBody["shipping_lines"], currency: string): ShippingFacts[] {
  return lines
    .filter((line) => line.is_removed !== true)
    .map((line, index) => ({
      id: line.id ?? `${index}`,
      title: line.title ?? "",
      priceMinor: amountOf(
        line.discounted_price_set ?? line.price_set,
        line.discounted_price ?? line.price,
        currency,
      ),
      taxMinor: taxOf(line.tax_lines, currency),
    }));
}

/** The platform includes a tip in the total even if it is also a line. */
function readTip(total: string | null | undefined, lines: readonly LineFacts[], currency: string): bigint {
  const received = total ? parseDecimal(total, currency).minor : 0n;
  const shown = sum(
    lines.filter((line) => line.tip),
    (line) => line.priceMinor * BigInt(line.quantity),
  );
  return received > shown ? received - shown : 0n;
}

function readClick(attributes: OrderBody["note_attributes"]): string | null {
  const found = attributes.find((one) => one.name === "__aff_click")?.value;
  return typeof found === "string" && found !== "" ? found.slice(0, 1000) : null;
}

function taxOf(
  lines: readonly { price?: string | null | undefined; price_set?: AmountSet }[],
  currency: string,
): bigint {
  return sum(lines, (line) => amountOf(line.price_set, line.price, currency));
}

function sum<Item>(items: readonly Item[], minorOf: (item: Item) => bigint): bigint {
  return items.reduce((total, item) => total + minorOf(item), 0n);
}

/** The currency of the shop, and when the platform said so. */
type Reading = { readonly currency: string; readonly asOf: string };

/** Reads one refund in shop money (M6, M9). @throws MoneyFormatError, UnknownCurrencyError */
function readRefund(refund: RefundBody, { currency, asOf }: Reading): RefundFacts {
  return {
    id: refund.id,
    createdAt: instantText(refund.created_at ?? refund.processed_at ?? asOf),
    asOf,
    status: readStatus(refund.transactions),
    lines: refund.refund_line_items.map((line) => ({
      lineId: line.line_item_id,
      quantity: line.quantity,
      subtotalMinor: amountOf(line.subtotal_set, line.subtotal, currency),
      taxMinor: amountOf(line.total_tax_set, line.total_tax, currency),
    })),
    shipping: refund.refund_shipping_lines.map((line) => ({
      shippingId: line.shipping_line_id ?? line.shipping_line?.id ?? null,
      subtotalMinor: amountOf(line.subtotal_amount_set, null, currency),
      taxMinor: amountOf(line.tax_amount_set, null, currency),
    })),
    adjustments: adjustmentsOf(refund).map((one): RefundAdjustmentFacts => ({
      kind: one.kind === "shipping_refund" ? "shipping-refund" : "discrepancy",
      amountMinor: amountOf(one.amount_set, one.amount, currency),
      taxMinor: amountOf(one.tax_amount_set, one.tax_amount, currency),
    })),
    ...readPaid(refund.transactions, currency),
  };
}

/** Older payloads tell of shipping as an adjustment, newer ones as lines, and some as both: it counts once. */
function adjustmentsOf(refund: RefundBody): RefundBody["order_adjustments"] {
  if (refund.refund_shipping_lines.length === 0) return refund.order_adjustments;
  return refund.order_adjustments.filter((one) => one.kind !== "shipping_refund");
}

/** A refund without transactions moved no money and stands as it is: removing unpaid goods, say. */
function readStatus(transactions: RefundBody["transactions"]): RefundStatus {
  const refunds = transactions.filter((one) => one.kind === "refund" || one.kind === "void");
  if (refunds.length === 0) return "success";
  if (refunds.some((one) => one.status === "success")) return "success";
  return refunds.some((one) => one.status === "pending") ? "pending" : "failed";
}

/** A transaction names its amount in the shopper's currency alone. */
function readPaid(
  transactions: RefundBody["transactions"],
  currency: string,
): Pick<RefundFacts, "paidMinor"> {
  const amounts = transactions.flatMap((one) => {
    const isPaid =
      one.kind === "refund" && one.status === "success" && (one.currency ?? currency) === currency;
    return isPaid && one.amount ? [parseDecimal(one.amount, currency).minor] : [];
  });
  if (amounts.length === 0 || amounts.length < transactions.length) return {};
  return { paidMinor: amounts.reduce((total, minor) => total + minor) };
}

/** A sum in both currencies of an order; only the shop's own is read (M6). */
type AmountSet =
  { readonly shop_money: { readonly amount: string; readonly currency_code: string } } | null | undefined;

/**
 * Minor units of shop money: from the set where there is one, else from the plain amount, which old payloads give in
 * shop money too; nothing is zero. @throws MoneyFormatError, UnknownCurrencyError
 */
export function amountOf(set: AmountSet, plain: string | null | undefined, currency: string): bigint {
  if (set) return parseDecimal(set.shop_money.amount, set.shop_money.currency_code).minor;
  return plain ? parseDecimal(plain, currency).minor : 0n;
}

/** One text for one instant, whatever offset it was told in. @throws RangeError when it is none. */
function instantText(text: string): string {
  return new Date(text).toISOString();
}
