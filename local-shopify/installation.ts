/** The app arriving on a shop and leaving it again, with what the platform tells the app about that. */
import { randomUUID } from "node:crypto";
import { timestamp } from "./commerce/timestamp.ts";
import type { LocalContext } from "./context.ts";
import { revokeTokens } from "./oauth/tokens.ts";
import type { ShopState } from "./state.ts";

/** Puts the app on the shop with these scopes, or gives an installed one more of them. */
export function installApp(ctx: LocalContext, shop: ShopState, scopes: string[]): void {
  const former = shop.installation;
  if (former === null) {
    const installation = { id: ctx.nextId(), scopes, installedAt: ctx.now().toISOString(), webPixel: null };
    ctx.mutate(() => {
      shop.installation = installation;
      shop.uninstalledAt = null;
    });
    return;
  }
  const current = [...new Set([...former.scopes, ...scopes])];
  if (current.length === former.scopes.length) return;
  ctx.mutate(() => {
    shop.installation = { ...former, scopes: current };
  });
  tellScopes(ctx, shop, { id: former.id, previous: former.scopes, current });
}

/** Takes optional scopes from the app again; it is told as it is of new ones. Answers those it held. */
export function revokeScopes(ctx: LocalContext, shop: ShopState, scopes: string[]): string[] {
  const { installation } = shop;
  const revoked = installation?.scopes.filter((scope) => scopes.includes(scope)) ?? [];
  if (installation === null || revoked.length === 0) return [];
  const current = installation.scopes.filter((scope) => !revoked.includes(scope));
  ctx.mutate(() => {
    shop.installation = { ...installation, scopes: current };
  });
  tellScopes(ctx, shop, { id: installation.id, previous: installation.scopes, current });
  return revoked;
}

function tellScopes(
  ctx: LocalContext,
  shop: ShopState,
  change: { id: number; previous: string[]; current: string[] },
): void {
  const payload = { ...change, updated_at: timestamp(ctx.now(), shop.settings.ianaTimezone) };
  ctx.emit(shop.domain, "app/scopes_update", payload, { eventId: randomUUID() });
}

/** Takes the app off the shop: its tokens end at once, and it is told by `app/uninstalled`. */
export function uninstallApp(ctx: LocalContext, shop: ShopState): void {
  if (shop.installation === null) return;
  ctx.emit(shop.domain, "app/uninstalled", shopPayload(ctx, shop), { eventId: randomUUID() });
  ctx.mutate((state) => {
    revokeTokens(state, shop.domain);
    shop.installation = null;
    shop.uninstalledAt = ctx.now().toISOString();
  });
}

/** The three requests the law knows; `shop/redact` follows an uninstall by 48 hours on the platform. */
export type ComplianceTopic = "customers/data_request" | "customers/redact" | "shop/redact";

/** Sends a compliance request; the customer's need one of the shop's customers. Throws for an unknown one. */
export function requestCompliance(
  ctx: LocalContext,
  shop: ShopState,
  request: { topic: ComplianceTopic; customerId: number | null },
): void {
  const base = { shop_id: shop.id, shop_domain: shop.domain };
  const payload = request.topic === "shop/redact" ? base : { ...base, ...customerPart(ctx, shop, request) };
  ctx.emit(shop.domain, request.topic, payload, { eventId: randomUUID() });
}

function customerPart(
  ctx: LocalContext,
  shop: ShopState,
  request: { topic: ComplianceTopic; customerId: number | null },
): object {
  const customer = shop.customers.find((entry) => entry.id === request.customerId);
  if (customer === undefined) throw new Error(`${shop.domain} has no customer ${request.customerId}.`);
  const orders = shop.orders.filter((order) => order.customer?.id === customer.id).map((order) => order.id);
  const who = { id: customer.id, email: customer.email, phone: customer.phone };
  return request.topic === "customers/redact"
    ? { customer: who, orders_to_redact: orders }
    : { customer: who, orders_requested: orders, data_request: { id: ctx.nextId() } };
}

/** The shop as `app/uninstalled` and `shop/update` carry it. */
export function shopPayload(ctx: LocalContext, shop: ShopState): object {
  const { settings } = shop;
  const owner = shop.staff.find((member) => member.accountOwner);
  const at = timestamp(ctx.now(), settings.ianaTimezone);
  return {
    id: shop.id,
    name: settings.name,
    email: settings.email,
    domain: shop.domain,
    province: null,
    country: settings.countryCode,
    address1: null,
    zip: null,
    city: null,
    source: null,
    phone: null,
    latitude: null,
    longitude: null,
    primary_locale: "en",
    address2: null,
    created_at: at,
    updated_at: at,
    country_code: settings.countryCode,
    country_name: settings.countryCode,
    currency: settings.currency,
    customer_email: settings.email,
    timezone: settings.ianaTimezone,
    iana_timezone: settings.ianaTimezone,
    shop_owner: owner === undefined ? settings.name : `${owner.firstName} ${owner.lastName}`,
    money_format: "${{amount}}",
    money_with_currency_format: `\${{amount}} ${settings.currency}`,
    weight_unit: "kg",
    province_code: null,
    taxes_included: settings.taxesIncluded,
    auto_configure_tax_inclusivity: null,
    tax_shipping: settings.taxShipping,
    county_taxes: true,
    plan_display_name: "Development",
    plan_name: "partner_test",
    has_discounts: shop.discounts.length > 0,
    has_gift_cards: shop.products.some((product) => product.giftCard),
    myshopify_domain: shop.domain,
    google_apps_domain: null,
    google_apps_login_enabled: null,
    money_in_emails_format: "${{amount}}",
    money_with_currency_in_emails_format: `\${{amount}} ${settings.currency}`,
    eligible_for_payments: false,
    requires_extra_payments_agreement: false,
    password_enabled: false,
    has_storefront: true,
    finances: true,
    primary_location_id: null,
    checkout_api_supported: false,
    multi_location_enabled: false,
    setup_required: false,
    pre_launch_enabled: false,
    enabled_presentment_currencies: [
      settings.currency,
      ...settings.presentment.map((other) => other.currency),
    ],
    marketing_sms_consent_enabled_at_checkout: false,
    transactional_sms_disabled: false,
  };
}
