import { env } from "../../platform/env.server.ts";
import { appBridgeUrl, reachable } from "./addresses.ts";

const cdnAppBridge = "https://cdn.shopify.com/shopifycloud/app-bridge.js";

/**
 * Completes the library's headers: a document of no shop may stand in no frame, a local platform may hold what
 * Shopify's admin may, and the preloaded script is the one that will be loaded.
 */
export function placeInFrame(headers: Headers, scriptUrl: string): void {
  const policy = headers.get("Content-Security-Policy");
  headers.set("Content-Security-Policy", policy ? allowLocal(policy) : "frame-ancestors 'none';");
  const link = headers.get("Link");
  if (link) headers.set("Link", link.replaceAll(cdnAppBridge, scriptUrl));
}

function allowLocal(policy: string): string {
  const local = env().SHOPIFY_LOCAL_URL;
  return local ? policy.replace(/frame-ancestors /, `frame-ancestors ${new URL(local).origin} `) : policy;
}

/** A response that the library threw, with its addresses turned to the local platform where one stands in. */
export async function mapPlatformResponse(response: Response): Promise<Response> {
  if (!env().SHOPIFY_LOCAL_URL) return response;
  const headers = new Headers(response.headers);
  const location = headers.get("Location");
  if (location) headers.set("Location", reachable(location));
  const policy = headers.get("Content-Security-Policy");
  if (policy) headers.set("Content-Security-Policy", allowLocal(policy));
  const isPage = headers.get("Content-Type")?.startsWith("text/html") ?? false;
  const body = isPage ? (await response.text()).replaceAll(cdnAppBridge, appBridgeUrl()) : response.body;
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}
