import { reachable } from "./addresses.ts";
import { adminGraphql } from "./admin-client.server.ts";

const shopDocument = `#graphql
  query ShopInfo {
    shop {
      id
      name
      currencyCode
      ianaTimezone
      contactEmail
      primaryDomain { url }
    }
  }
`;

export type ShopInfo = {
  platformShopId: string;
  storeName: string;
  /** Root of the storefront, without a final slash. */
  storefrontUrl: string;
  /** ISO 4217 code of the shop's own currency. */
  currency: string;
  /** IANA name. */
  timeZone: string;
  contactEmail: string | null;
};

/** @throws PlatformError. Source: Admin API, `shop`. */
export async function readShopInfo(shopDomain: string): Promise<ShopInfo> {
  const { shop } = await adminGraphql(shopDomain, shopDocument, {});
  return {
    platformShopId: shop.id,
    storeName: shop.name,
    storefrontUrl: reachable(shop.primaryDomain.url).replace(/\/$/, ""),
    currency: shop.currencyCode,
    timeZone: shop.ianaTimezone,
    contactEmail: shop.contactEmail,
  };
}

const document = `#graphql
  query GrantedScopes {
    currentAppInstallation {
      accessScopes { handle }
    }
  }
`;

/**
 * Scopes that the merchant has granted. @throws PlatformError. Source: Admin API, `currentAppInstallation`.
 */
export async function readGrantedScopes(shopDomain: string): Promise<string[]> {
  const { currentAppInstallation } = await adminGraphql(shopDomain, document, {});
  return currentAppInstallation.accessScopes.map(({ handle }) => handle);
}
