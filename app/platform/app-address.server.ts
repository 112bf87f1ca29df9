import { env } from "./env.server.ts";

/**
 * Absolute address of a path, as Shopify and browsers reach the app. A request's address is no substitute: behind a
 * proxy its scheme differs, and its host is whatever the sender wrote.
 */
export function appAddress(path = ""): string {
  return `${env().SHOPIFY_APP_URL}${path}`;
}

/** True for an http(s) address of the app, also for a path alone. */
export function isAppAddress(address: string): boolean {
  const url = URL.parse(address, appAddress("/"));
  return url !== null && url.origin === new URL(appAddress()).origin;
}

/**
 * True if a browser's `Origin` is the app's. Schemes are not compared, because a proxy may use another one. The
 * request's own host counts too, for calls that bypass the proxy.
 */
export function isAppOrigin(origin: string, request: Request): boolean {
  const host = URL.parse(origin)?.host;
  return host === new URL(appAddress()).host || host === new URL(request.url).host;
}
