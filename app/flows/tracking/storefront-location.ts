import { isStorePath } from "#app/domain/affiliate-link.ts";
import { env } from "#app/platform/env.server.ts";

const ours = new Set(["to", "s", "sub", "ref", "aff_click"]);
const longestQuery = 1000;

/** The root of a store: what the platform said, or the shop's own domain until it has. */
export function storefrontRoot(shop: { domain: string; storefrontUrl: string | null }): string {
  if (shop.storefrontUrl) return shop.storefrontUrl;
  const local = env().SHOPIFY_LOCAL_URL;
  return local ? `${local}/shops/${shop.domain}/` : `https://${shop.domain}/`;
}

/**
 * Where a click leads: a path of the same store and nowhere else, with what the visitor's link carried beside, and
 * with what attribution needs. A target that is no path of the store leads to its home page.
 */
export function storefrontLocation(
  root: string,
  link: {
    readonly to: string | null;
    readonly query: URLSearchParams;
    readonly carried: Readonly<Record<string, string>>;
  },
): URL {
  const home = new URL(root);
  const base = home.pathname.endsWith("/") ? home.pathname : `${home.pathname}/`;
  const wanted =
    link.to && isStorePath(link.to) ? URL.parse(`${home.origin}${base}${link.to.slice(1)}`) : null;
  const stays = wanted !== null && wanted.origin === home.origin && wanted.pathname.startsWith(base);
  const location = stays ? wanted : new URL(`${home.origin}${base}`);
  for (const [name, value] of link.query) {
    if (ours.has(name) || location.search.length > longestQuery) continue;
    location.searchParams.append(name, value.slice(0, 200));
  }
  for (const name of ["ref", "aff_click"]) location.searchParams.delete(name);
  for (const [name, value] of Object.entries(link.carried)) location.searchParams.set(name, value);
  return location;
}
