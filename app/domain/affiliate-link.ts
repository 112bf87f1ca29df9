/**
 * The link that the app hands out, as a path of the app: the code, and the shop it belongs to, because another shop
 * may have an affiliate with the same code. `to` is a path of the storefront.
 */
export function affiliateLinkPath(code: string, shopDomain: string, to?: string): string {
  const handle = shopDomain.replace(/\.myshopify\.com$/, "");
  const target = to && to !== "/" ? `&to=${encodeURIComponent(to)}` : "";
  return `/r/${encodeURIComponent(code)}?s=${encodeURIComponent(handle)}${target}`;
}

/** True for a path of the same store: no host, no scheme, no trick with slashes, and not endless. */
export function isStorePath(text: string): boolean {
  return text.length <= 1000 && /^\/(?![/\\])/.test(text) && !/[\p{Cc}\\]/u.test(text);
}
