import { type AddressParts, tracesOf } from "#app/domain/fraud/traces.ts";
import { parseDecimal } from "#app/domain/money.ts";
import {
  enteredCodes,
  type LineFacts,
  type OrderFacts,
  readFinancialStatus,
  type ShippingFacts,
} from "#app/domain/order.ts";
import { isRenewal, paidAtOf, sentOf } from "#app/domain/order-reading.ts";
import { wordsOf } from "#app/domain/typed-codes.ts";
import { type OrderBody, sellingPlanAllocation, sellingPlanId } from "./order-webhook.ts";
import { amountOf, type AmountSet, instantText } from "./read-amount.ts";
import { readRefund } from "./read-refund.ts";

/** What a reader needs beside the body: how this shop's customers are recognised without being known. */
export type OrderReading = { readonly hashEmail: (email: string) => string };

/**
 * Reads an order as facts, in shop money (M6), without personal data. Null when the body leaves out what facts
 * need, as partial payloads do: then the platform has to be asked.
 * @throws MoneyFormatError, UnknownCurrencyError for amounts that are none.
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

/** A shipping line that an edit removed is charged no more. */
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

/** The platform counts a tip in the total even where a line shows it. */
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
