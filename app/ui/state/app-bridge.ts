import type { ShopifyGlobal } from "@shopify/app-bridge-react";

/** The platform's App Bridge, where its script has run: inside the admin's frame. */
export function findAppBridge(): ShopifyGlobal | null {
  return typeof window !== "undefined" && "shopify" in window ? window.shopify : null;
}
