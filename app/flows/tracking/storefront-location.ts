import { isStorePath } from "#app/domain/affiliate-link.ts";
import { env } from "#app/platform/env.server.ts";

const ours = new Set(["to", "s", "sub", "ref", "aff_click"]);
const longestQuery = 1000;

/** The root of a store: Shopify's answer, or the shop's own domain until there is one. */
export function storefrontRoot(shop: { domain: string; storefrontUrl: string | null }): string {
  if (shop.storefrontUrl) return shop.storefrontUrl;
  const local = env().SHOPIFY_LOCAL_URL;
  return local ? `${local}/shops/${shop.domain}/` : `https://${shop.domain}/`;
}

export type LeadingLink = {
  /**
   * Pages of the store to lead to, the preferred one first. Anything that is no path of the store is skipped.
   */
  readonly to: readonly (string | null)[];
  /** The query of the visitor's link. */
  readonly query: URLSearchParams;
  /** The link's own parameters, unless the visitor's query overrides them. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Parameters for attribution. Nothing overrides them. */
  readonly carried: Readonly<Record<string, string>>;
};

/**
 * The target of a click: always a path of the same store, with the visitor's parameters and those for
 * attribution. The home page if no path is given.
 */
export function storefrontLocation(root: string, link: LeadingLink): URL {
  const home = new URL(root);
  const base = basePath(home);
  const location = pageUrl(home, base, link.to);
  for (const [name, value] of link.query) {
    if (ours.has(name) || location.search.length > longestQuery) continue;
    location.searchParams.append(name, value.slice(0, 200));
  }
  for (const [name, value] of Object.entries(link.defaults ?? {})) {
    if (!location.searchParams.has(name)) location.searchParams.set(name, value);
  }
  for (const name of ["ref", "aff_click"]) location.searchParams.delete(name);
  for (const [name, value] of Object.entries(link.carried)) location.searchParams.set(name, value);
  return location;
}

/**
 * Goes through the store's discount path, which puts the code into the cart and redirects to the page. The
 * parameters for attribution are on the outer address too, because Shopify reports that one as the landing
 * page.
 */
export function throughDiscount(
  root: string,
  to: { readonly location: URL; readonly code: string; readonly carried: Readonly<Record<string, string>> },
): URL {
  const home = new URL(root);
  const base = basePath(home);
  const { location, code, carried } = to;
  const door = new URL(`${home.origin}${base}discount/${encodeURIComponent(code)}`);
  // The store reads the path from its own root.
  const path = `/${location.pathname.slice(base.length)}`;
  door.searchParams.set("redirect", `${path}${location.search}${location.hash}`);
  for (const [name, value] of Object.entries(carried)) door.searchParams.set(name, value);
  return door;
}

function basePath(home: URL): string {
  return home.pathname.endsWith("/") ? home.pathname : `${home.pathname}/`;
}

function pageUrl(home: URL, base: string, to: readonly (string | null)[]): URL {
  for (const path of to) {
    if (path === null || !isStorePath(path)) continue;
    const wanted = URL.parse(`${home.origin}${base}${path.slice(1)}`);
    if (wanted && wanted.origin === home.origin && wanted.pathname.startsWith(base)) return wanted;
  }
  return new URL(`${home.origin}${base}`);
}
