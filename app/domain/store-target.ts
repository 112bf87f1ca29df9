import { isStorePath } from "./affiliate-link.ts";

/** Addresses of a store. */
export type StorePlace = {
  /** Root of the storefront, ending in a slash. */
  readonly root: string;
  /** The shop's domain at the platform, which leads to the storefront too. */
  readonly domain: string;
};

export type TargetFault = "not-an-address" | "another-store" | "too-long";

export type StoreTarget = { readonly path: string } | { readonly fault: TargetFault };

/** Parameters that attribution sets itself. A pasted address may carry another affiliate's. */
const ours = ["ref", "aff_click"];

/**
 * Reads the target of a link: a path of the store, or the address of a page as a browser shows it. Rejects
 * everything that a browser would resolve to another place (`//host`, `https:host`, `javascript:`,
 * backslashes).
 */
export function readStoreTarget(text: string, store: StorePlace): StoreTarget {
  const given = text.trim();
  if (given === "") return { path: "/" };
  if (/[\p{Cc}\\]/u.test(given)) return { fault: "not-an-address" };
  return given.startsWith("/") ? ofPath(given) : ofAddress(given, store);
}

function ofPath(given: string): StoreTarget {
  if (given.startsWith("//")) return { fault: "another-store" };
  const url = URL.parse(given, "https://store.invalid");
  return url ? kept(url, "/") : { fault: "not-an-address" };
}

function ofAddress(given: string, store: StorePlace): StoreTarget {
  const isWhole = hasScheme(given);
  if (isWhole && !/^https?:\/\//i.test(given)) return { fault: "not-an-address" };
  const url = URL.parse(isWhole ? given : `https://${given}`);
  if (!url || url.username !== "" || url.password !== "") return { fault: "not-an-address" };
  const base = baseOf(url, store);
  if (base !== null) return kept(url, base);
  return { fault: isWhole || /^[^/?#]+\.[^/?#]/.test(given) ? "another-store" : "not-an-address" };
}

/** People and browsers' address bars omit the scheme. `localhost:4000/x` has none either. */
function hasScheme(given: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(given) && !/^[^/?#]*:\d+(?:[/?#]|$)/.test(given);
}

/** Base path of the store at this address, or null when the address is not the store's. */
function baseOf(url: URL, { root: rootUrl, domain }: StorePlace): string | null {
  const root = new URL(rootUrl);
  if (url.host === root.host && `${url.pathname}/`.startsWith(root.pathname)) return root.pathname;
  const isOwn =
    url.host === domain || (root.pathname === "/" && withoutWww(url.host) === withoutWww(root.host));
  return isOwn ? "/" : null;
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, "");
}

function kept(url: URL, base: string): StoreTarget {
  // `delete` rewrites the query even if the parameter is absent.
  for (const name of ours) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const path = `/${url.pathname.slice(base.length)}${url.search}${url.hash}`;
  if (path.length > 1000) return { fault: "too-long" };
  return isStorePath(path) ? { path } : { fault: "another-store" };
}

/** Error message for the field. */
export function targetFaultText(fault: TargetFault): string {
  if (fault === "another-store") return "Is not a page of this store";
  if (fault === "too-long") return "Must be at most 1000 characters";
  return "Enter a path such as /products/mug, or the address of a page of this store";
}
