import { logoPath } from "#app/domain/logo-image.ts";
import { pick, shopNumberNames } from "#app/domain/shop-settings.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
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

type LogoShop = {
  readonly shopId: string;
  readonly logoHash: string | null;
  readonly logoUrl: string | null;
};

/** The address of a store's logo: the one that it uploaded, else the one that it named; null where it has none. */
export function logoAddressOf({ shopId, logoHash, logoUrl }: LogoShop): string | null {
  return logoHash === null ? logoUrl : appAddress(logoPath(shopId, logoHash));
}
