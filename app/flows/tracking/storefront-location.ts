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

export type LeadingLink = {
  /** The pages of the store it may lead to, first the wanted one: what is no path of the store is passed over. */
  readonly to: readonly (string | null)[];
  /** What the visitor's link carried beside. */
  readonly query: URLSearchParams;
  /** What the link itself says, unless the visitor's says it otherwise. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** What attribution needs; nothing replaces it. */
  readonly carried: Readonly<Record<string, string>>;
};

/**
 * Where a click leads: a path of the same store and nowhere else, with what the visitor's link carried beside, and
 * with what attribution needs. Without any path of the store it leads to its home page.
 */
export function storefrontLocation(root: string, link: LeadingLink): URL {
  const home = new URL(root);
  const base = baseOf(home);
  const location = pageOf(home, base, link.to);
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
 * The same through the store's door for discount codes, which puts the code into the cart and leads on to the page.
 * What attribution needs stands outside too, because that is the address where the platform says the visit began.
 */
export function throughDiscount(
  root: string,
  to: { readonly location: URL; readonly code: string; readonly carried: Readonly<Record<string, string>> },
): URL {
  const home = new URL(root);
  const base = baseOf(home);
  const { location, code, carried } = to;
  const door = new URL(`${home.origin}${base}discount/${encodeURIComponent(code)}`);
  // The store reads the path from its own root.
  const path = `/${location.pathname.slice(base.length)}`;
  door.searchParams.set("redirect", `${path}${location.search}${location.hash}`);
  for (const [name, value] of Object.entries(carried)) door.searchParams.set(name, value);
  return door;
}

function baseOf(home: URL): string {
  return home.pathname.endsWith("/") ? home.pathname : `${home.pathname}/`;
}

function pageOf(home: URL, base: string, to: readonly (string | null)[]): URL {
  for (const path of to) {
    if (path === null || !isStorePath(path)) continue;
    const wanted = URL.parse(`${home.origin}${base}${path.slice(1)}`);
    if (wanted && wanted.origin === home.origin && wanted.pathname.startsWith(base)) return wanted;
  }
  return new URL(`${home.origin}${base}`);
}
