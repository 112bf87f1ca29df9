import { env } from "../../platform/env.server.ts";

/**
 * Maps an address of Shopify to the local platform (SHOPIFY_LOCAL_URL), if there is one. All other code uses
 * Shopify's addresses.
 */
export function reachable(address: string): string {
  const local = env().SHOPIFY_LOCAL_URL;
  if (!local || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.protocol !== "https:") return address;
  if (url.hostname === "admin.shopify.com") return `${local}${url.pathname}${url.search}${url.hash}`;
  if (!url.hostname.endsWith(".myshopify.com")) return address;
  return `${local}/shops/${url.hostname}${url.pathname}${url.search}${url.hash}`;
}

/** `fetch` for every call to Shopify, including the library's. */
export const platformFetch: typeof fetch = (input, init) => {
  if (input instanceof Request) {
    const address = reachable(input.url);
    return fetch(address === input.url ? input : new Request(address, input), init);
  }
  return fetch(reachable(String(input)), init);
};

/** Script that connects an embedded page with the admin around it. */
export function appBridgeUrl(): string {
  const { APP_BRIDGE_URL, SHOPIFY_LOCAL_URL } = env();
  if (APP_BRIDGE_URL) return APP_BRIDGE_URL;
  return SHOPIFY_LOCAL_URL
    ? `${SHOPIFY_LOCAL_URL}/app-bridge.js`
    : "https://cdn.shopify.com/shopifycloud/app-bridge.js";
}
