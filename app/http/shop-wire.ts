import type { ShopInfoWire } from "#app/contracts/shop.ts";
import type { ShopContext } from "./require-shop.server.ts";

/** The shop as the API and the settings page say it. */
export function shopInfoOf(shop: ShopContext["shop"]): ShopInfoWire {
  return {
    domain: shop.domain,
    name: shop.displayName ?? shop.storeName ?? shop.domain,
    logo: shop.logoUrl,
    contactEmail: shop.contactEmail,
    language: shop.language,
    defaultAttributionDays: shop.defaultAttributionDays,
    defaultHoldDays: shop.defaultHoldDays,
    clickMonths: shop.clickMonths,
    bodyDays: shop.bodyDays,
    pixelDays: shop.pixelDays,
    traceMonths: shop.traceMonths,
    currencyCode: shop.currency,
    timeZone: shop.timeZone,
    storefrontUrl: shop.storefrontUrl,
    installedAt: shop.installedAt?.toISOString() ?? null,
    updatedAt: shop.settingsUpdatedAt?.toISOString() ?? null,
  };
}
