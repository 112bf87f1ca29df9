import { env } from "./env.server.ts";

/**
 * Absolute address of a path of the app, as Shopify and browsers reach it. The address in a request is no substitute:
 * behind a proxy it has another scheme, and its host is whatever the sender wrote.
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
 * True when a browser's `Origin` is the app's. Hosts are compared without their scheme, because a proxy in front may
 * speak another one; the request's own host counts too, for whoever calls the app directly.
 */
export function isAppOrigin(origin: string, request: Request): boolean {
  const host = URL.parse(origin)?.host;
  return host === new URL(appAddress()).host || host === new URL(request.url).host;
}
