import { env } from "../../platform/env.server.ts";
import { appBridgeUrl, reachable } from "./addresses.ts";

const cdnAppBridge = "https://cdn.shopify.com/shopifycloud/app-bridge.js";

/**
 * Completes the library's headers: only the admin's own pages may stand in a frame, and none without a shop; a local
 * platform may hold what Shopify's admin may, and the preloaded script is the one that will be loaded. Whoever writes
 * an address chooses its `shop`, and each shop serves pages of its merchant: so install form and portal are not framed.
 * The not-found page may be: a wrong path of the admin ends there, and nothing can be done on it.
 */
export function placeInFrame(request: Request, headers: Headers, scriptUrl: string): void {
  const isFramed = /^\/(?:dashboard|not-found)(?:\/|$)/.test(new URL(request.url).pathname);
  const policy = isFramed ? headers.get("Content-Security-Policy") : null;
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

const browser =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";

/**
 * The library answers 410 to whatever it takes for a bot, API clients included. Here state cookie, session token and
 * signature decide, so the request is shown to it as a browser's, without its body, which it does not read.
 */
export function asBrowser(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("User-Agent", browser);
  return new Request(request.url, { method: request.method, headers });
}
