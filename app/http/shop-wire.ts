import type { ShopInfoWire } from "#app/contracts/shop.ts";
import { pick } from "#app/domain/pick.ts";
import { shopNumberNames } from "#app/domain/shop-settings.ts";
import type { ShopContext } from "./require-shop.server.ts";

/** The shop for the API and the settings page. */
export function shopInfoOf(shop: ShopContext["shop"]): ShopInfoWire {
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
    installedAt: shop.installedAt?.toISOString() ?? null,
    updatedAt: shop.settingsUpdatedAt?.toISOString() ?? null,
  };
}
