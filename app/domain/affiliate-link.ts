import type { AffiliateReason } from "./refusal-codes.ts";
import { referralKey } from "./referral-code.ts";
import { shopHandle } from "./shop-domain.ts";

/**
 * Path of a short link in the app. It names the shop because codes are unique only within a shop. `to` is a
 * path of the storefront.
 */
export function affiliateLinkPath(code: string, shopDomain: string, to?: string): string {
  const target = to && to !== "/" ? `&to=${encodeURIComponent(to)}` : "";
  return `/r/${encodeURIComponent(code)}?s=${encodeURIComponent(shopHandle(shopDomain))}${target}`;
}

/**
 * True for a path of the same store: no host, no scheme, no backslashes or control characters, at most 1,000
 * characters.
 */
export function isStorePath(text: string): boolean {
  if (text.length > longestPath || !/^\/(?![/\\])/.test(text) || /[\p{Cc}\\]/u.test(text)) return false;
  // `/.//evil` starts with one slash here, but resolves to `//evil`, which is the address of another host.
  const url = URL.parse(text, nowhere);
  return url !== null && url.origin === nowhere && !url.pathname.startsWith("//");
}

const longestPath = 1000;
const nowhere = "https://store.invalid";

/** UTM fields that a link may carry, without the `utm_` prefix. */
export const utmFields = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = { readonly [Field in (typeof utmFields)[number]]?: string | undefined };

/** The fields that have a value. */
export function givenUtm(utm: Utm): Readonly<Record<string, string>> {
  return Object.fromEntries(
    utmFields.flatMap((field) => {
      const value = utm[field] ?? "";
      return value === "" ? [] : [[field, value]];
    }),
  );
}

type LinkParts = {
  /** The affiliate's referral code, or the link's own. */
  readonly slug: string;
  /** Path and query on the storefront. */
  readonly target: string;
  readonly utm: Readonly<Record<string, string>>;
  /** Discount code that the link adds to the cart, or null. */
  readonly discountCode: string | null;
};

export type LinkPlaces = {
  readonly appUrl: string;
  readonly shopDomain: string;
  /** Address of the storefront's root, ending in a slash. */
  readonly storeRoot: string;
};

export type LinkForms = {
  /** Goes through the app, which counts the click and looks up the target. */
  readonly short: string;
  /** Goes straight to the page. */
  readonly direct: string;
  /**
   * Goes through the store's `/discount/` URL, which adds the code to the cart. Null without a discount code.
   */
  readonly discount: string | null;
};

/** All forms of a link. Each credits the same affiliate. */
export function linkForms({ slug, target, utm, discountCode }: LinkParts, places: LinkPlaces): LinkForms {
  const root = new URL(places.storeRoot);
  const page = URL.parse(`${root.href}${target.slice(1)}`) ?? root;
  for (const field of utmFields) {
    const value = utm[field];
    if (value !== undefined && value !== "") page.searchParams.set(`utm_${field}`, value);
  }
  page.searchParams.set("ref", slug);
  return {
    short: `${places.appUrl}${affiliateLinkPath(slug, places.shopDomain)}`,
    direct: page.href,
    discount: discountCode === null ? null : throughDiscount(root, page, { code: discountCode, slug }),
  };
}

function throughDiscount(root: URL, page: URL, { code, slug }: { code: string; slug: string }): string {
  const door = new URL(`${root.href}discount/${encodeURIComponent(code)}`);
  // `redirect` is relative to the store's root. `ref` is added here too, because the order's landing page is
  // this URL.
  door.searchParams.set(
    "redirect",
    `/${page.pathname.slice(root.pathname.length)}${page.search}${page.hash}`,
  );
  door.searchParams.set("ref", slug);
  return door.href;
}

const longest = 32;

/**
 * Suggests the last part of a link's address from words ("Summer sale", "Größe M"), in lower-case letters and
 * hyphens. Appends the first free number from 2 while `isTaken` returns true for the key.
 */
export function suggestSlug(words: string, isTaken: (key: string) => boolean): string {
  const letters = words
    .normalize("NFD")
    .replaceAll(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll(/[^a-z0-9_]+/g, "-")
    .replaceAll(/^[-_]+|-+$/g, "")
    .slice(0, longest - 6)
    .replace(/-+$/, "");
  const stem = letters.length >= 2 ? letters : "link";
  let slug = stem;
  for (let number = 2; isTaken(referralKey(slug)); number += 1) slug = `${stem}-${number}`;
  return slug;
}

/** The words that a suggestion begins with, so that only codes with this beginning have to be looked up. */
export function slugStem(words: string): string {
  return referralKey(suggestSlug(words, () => false));
}

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
  return url ? internalTarget(url, "/") : { fault: "not-an-address" };
}

function ofAddress(given: string, store: StorePlace): StoreTarget {
  const isWhole = hasScheme(given);
  if (isWhole && !/^https?:\/\//i.test(given)) return { fault: "not-an-address" };
  const url = URL.parse(isWhole ? given : `https://${given}`);
  if (!url || url.username !== "" || url.password !== "") return { fault: "not-an-address" };
  const base = baseOf(url, store);
  if (base !== null) return internalTarget(url, base);
  return { fault: isWhole || /^[^/?#]+\.[^/?#]/.test(given) ? "another-store" : "not-an-address" };
}

/** People and address bars omit the scheme. `localhost:4000/x` has none either. */
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

function internalTarget(url: URL, base: string): StoreTarget {
  // `delete` rewrites the query even if the parameter is absent.
  for (const name of ours) if (url.searchParams.has(name)) url.searchParams.delete(name);
  const path = `/${url.pathname.slice(base.length)}${url.search}${url.hash}`;
  if (path.length > 1000) return { fault: "too-long" };
  return isStorePath(path) ? { path } : { fault: "another-store" };
}

/** Error message for the field. */
export function targetFaultReason(fault: TargetFault): AffiliateReason {
  if (fault === "another-store") return { code: "page_elsewhere" };
  if (fault === "too-long") return { code: "too_long", most: 1000 };
  return { code: "value_invalid", what: "page" };
}
