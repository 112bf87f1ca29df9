import { buildOrder, type ShopperClient } from "./build-order.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import type { Tender } from "./money.ts";
import type { Order } from "./order-types.ts";
import { quoteCart, type WantedLine } from "./quote.ts";
import { countUse } from "./redeem-codes.ts";
import { CommerceRefusal } from "./refusal.ts";
import { timestamp } from "./timestamp.ts";
import type { ShopCommerce } from "./shop-commerce.ts";
import type { CommerceSettings, Customer, PostalAddress } from "./types.ts";

export interface Shopper {
  email: string;
  firstName?: string;
  lastName?: string;
  address?: PostalAddress;
}

export interface OrderRequest {
  lines: WantedLine[];
  discountCodes?: string[];
  /** Cart attributes, private ones too; they become the order's note attributes. */
  attributes?: Record<string, string>;
  note?: string;
  /**
   * A customer's id, or a guest, who becomes a customer of the shop by their email; null for somebody at the till who
   * leaves no name.
   */
  customer: number | Shopper | null;
  /** Code of a shipping option; the first one when left out, and null where nothing is sent. */
  shipping?: string | null;
  /** Decimal amount in shop currency. */
  tip?: string;
  /** Path and query of the first page of the visit. */
  landingSite?: string | null;
  referringSite?: string | null;
  presentmentCurrency?: string;
  /** False leaves the order pending, to be marked as paid later. */
  paid?: boolean;
  test?: boolean;
  cartToken?: string | null;
  buyerAcceptsMarketing?: boolean;
  sourceName?: string;
  client?: ShopperClient;
}

/**
 * Places an order and sends orders/create, and orders/paid where it is paid at once. Throws a refusal, and
 * changes nothing, for an empty cart, unknown goods or a discount code that does not hold.
 */
export function placeOrder(ctx: CommerceContext, shopDomain: string, request: OrderRequest): Order {
  const commerce = getCommerce(ctx, shopDomain);
  const { settings } = commerce;
  const now = ctx.now();
  if (request.lines.length === 0) throw new CommerceRefusal("The cart is empty.");
  const tender = tenderOf(settings, request.presentmentCurrency ?? settings.currency);
  const { known, shopper } = whoBuys(commerce, request.customer);
  const quote = quoteCart(commerce, {
    lines: request.lines,
    codes: request.discountCodes ?? [],
    shipping: request.shipping,
    tip: request.tip,
    email: shopper?.email ?? null,
    now,
  });
  const refused = quote.refused[0];
  if (refused) throw new CommerceRefusal(refused.reason);
  const order = ctx.mutate(() => {
    const customer = known ?? (shopper === null ? null : guest(commerce, shopper, ctx));
    const shippingAddress = quote.shipping ? (shopper?.address ?? customer?.address ?? null) : null;
    const facts = {
      ...orderFacts(commerce, request),
      customer,
      shippingAddress,
      storefrontUrl: `${ctx.url}/shops/${shopDomain}`,
      now,
    };
    const made = buildOrder(quote, facts, { settings, tender, nextId: () => ctx.nextId() });
    commerce.nextOrderNumber += 1;
    commerce.orders.push(made);
    for (const { of, code } of quote.discounts) countUse(of, code, customer?.email ?? null);
    return made;
  });
  const eventId = crypto.randomUUID();
  ctx.emit(shopDomain, "orders/create", order, { eventId });
  if (order.financial_status === "paid") ctx.emit(shopDomain, "orders/paid", order, { eventId });
  return order;
}

function orderFacts(commerce: ShopCommerce, request: OrderRequest) {
  return {
    orderNumber: commerce.nextOrderNumber,
    noteAttributes: Object.entries(request.attributes ?? {}).map(([name, value]) => ({ name, value })),
    note: request.note || null,
    landingSite: request.landingSite ?? null,
    referringSite: request.referringSite ?? null,
    sourceName: request.sourceName ?? "web",
    cartToken: request.cartToken ?? null,
    paid: request.paid ?? true,
    test: request.test ?? commerce.settings.testOrders,
    buyerAcceptsMarketing: request.buyerAcceptsMarketing ?? false,
    client: request.client ?? { ip: null, userAgent: null, acceptLanguage: null },
  };
}

/** The currencies of an order; throws a refusal for a currency the shop does not sell in. */
export function tenderOf(settings: CommerceSettings, presentmentCurrency: string): Tender {
  const { currency } = settings;
  if (presentmentCurrency === currency) return { currency, presentmentCurrency, rate: "1" };
  const market = settings.presentment.find((each) => each.currency === presentmentCurrency);
  if (!market) throw new CommerceRefusal(`This shop does not sell in ${presentmentCurrency}.`);
  return { currency, presentmentCurrency, rate: market.rate };
}

function whoBuys(
  commerce: ShopCommerce,
  wanted: number | Shopper | null,
): { known: Customer | null; shopper: Shopper | null } {
  if (typeof wanted !== "number") return { known: null, shopper: wanted };
  const known = commerce.customers.find((each) => each.id === wanted);
  if (!known) throw new CommerceRefusal(`There is no customer ${wanted}.`);
  return { known, shopper: known };
}

/** A guest who leaves a known email is the same customer, as on the platform. */
function guest(commerce: ShopCommerce, shopper: Shopper, ctx: CommerceContext): Customer {
  const email = shopper.email.trim().toLowerCase();
  const known = commerce.customers.find((each) => each.email.toLowerCase() === email);
  if (known) return known;
  const at = timestamp(ctx.now(), commerce.settings.ianaTimezone);
  const firstName = shopper.firstName ?? shopper.address?.firstName ?? "";
  const lastName = shopper.lastName ?? shopper.address?.lastName ?? "";
  const customer: Customer = {
    id: ctx.nextId(),
    email,
    firstName,
    lastName,
    phone: null,
    tags: [],
    address: shopper.address ?? {
      firstName,
      lastName,
      address1: "1 Example Street",
      city: "Example",
      zip: "00001",
      province: null,
      provinceCode: null,
      country: commerce.settings.countryCode,
      countryCode: commerce.settings.countryCode,
    },
    createdAt: at,
    updatedAt: at,
  };
  commerce.customers.push(customer);
  return customer;
}
