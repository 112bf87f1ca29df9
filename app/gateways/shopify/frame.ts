import { env } from "../../platform/env.server.ts";
import { appBridgeUrl, reachable } from "./addresses.ts";

const cdnAppBridge = "https://cdn.shopify.com/shopifycloud/app-bridge.js";

/**
 * Completes the library's headers. Only Shopify's admin may frame a page, and nobody without a shop. A local
 * platform may do what the admin may, and the preloaded script is the one that will be loaded. The install
 * form and the portal are never framed: anybody can write an address with their own `shop`, and a shop could
 * then frame pages of others. The not-found page can be framed, because wrong paths of the admin lead to it
 * and it has no actions.
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

/** A response that the library threw, with addresses mapped to the local platform, if there is one. */
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
 * The library answers 410 to anything that looks like a bot, including API clients. Here state cookie,
 * session token and signature decide, so the library gets the request with a browser's user agent, and
 * without its body, which it does not read.
 */
export function asBrowser(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set("User-Agent", browser);
  return new Request(request.url, { method: request.method, headers });
}
