import { pick, shopNumberNames } from "#app/domain/shop-settings.ts";
import type { ShopContext } from "./require-shop.server.ts";

/** A shop as its merchant and its affiliates see it. */
export function shopInfoOf(shop: ShopContext["shop"]) {
  return {
    domain: shop.domain,
    name: shop.displayName ?? shop.storeName ?? shop.domain,
    logo: shop.logoUrl,
    contactEmail: shop.contactEmail,
    language: shop.language,
    ...pick(shop, shopNumberNames),
    currencyCode: shop.currency,
    timeZone: shop.timeZone,
    storefrontUrl: shop.storefrontUrl,
    installedAt: shop.installedAt,
    updatedAt: shop.settingsUpdatedAt,
  };
}
