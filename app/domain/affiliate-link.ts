import { referralKey } from "./referral-code.ts";
import { shopHandle } from "./shop-domain.ts";

/**
 * The link that the app hands out, as a path of the app: the code, and the shop it belongs to, because another shop
 * may have an affiliate with the same code. `to` is a path of the storefront.
 */
export function affiliateLinkPath(code: string, shopDomain: string, to?: string): string {
  const target = to && to !== "/" ? `&to=${encodeURIComponent(to)}` : "";
  return `/r/${encodeURIComponent(code)}?s=${encodeURIComponent(shopHandle(shopDomain))}${target}`;
}

/** True for a path of the same store: no host, no scheme, no trick with slashes and dots, and not endless. */
export function isStorePath(text: string): boolean {
  if (text.length > longestPath || !/^\/(?![/\\])/.test(text) || /[\p{Cc}\\]/u.test(text)) return false;
  // `/.//evil` is a path here, and the address of a host once its dots are gone.
  const url = URL.parse(text, nowhere);
  return url !== null && url.origin === nowhere && !url.pathname.startsWith("//");
}

const longestPath = 1000;
const nowhere = "https://store.invalid";

/** Fields of UTM that a link may carry, without their prefix. */
export const utmFields = ["source", "medium", "campaign", "term", "content"] as const;
export type Utm = { readonly [Field in (typeof utmFields)[number]]?: string | undefined };

/** Those fields that say something. */
export function saidUtm(utm: Utm): Readonly<Record<string, string>> {
  return Object.fromEntries(
    utmFields.flatMap((field) => {
      const value = utm[field] ?? "";
      return value === "" ? [] : [[field, value]];
    }),
  );
}

type LinkParts = {
  /** What the address names: an affiliate's code, or a link's own. */
  readonly slug: string;
  /** Path and query on the store. */
  readonly target: string;
  readonly utm: Readonly<Record<string, string>>;
  /** The code that the link puts into the cart; null for none. */
  readonly discountCode: string | null;
};

export type LinkPlaces = {
  readonly appUrl: string;
  readonly shopDomain: string;
  /** Root of the store, with its slash. */
  readonly storeRoot: string;
};

export type LinkForms = {
  /** Passes the app, which counts the click and knows where the link leads. */
  readonly short: string;
  /** Leads to the page itself. */
  readonly direct: string;
  /** Leads there through the store's door that puts the discount code into the cart. */
  readonly discount: string | null;
};

/** The ways in which a link can be written; each finds the same affiliate. */
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
  // The store reads the path from its own root; the platform says of an order where the visit began, which is the door.
  door.searchParams.set(
    "redirect",
    `/${page.pathname.slice(root.pathname.length)}${page.search}${page.hash}`,
  );
  door.searchParams.set("ref", slug);
  return door.href;
}

const longest = 32;

/**
 * Proposes the last part of a link's address from words ("Summer sale", "Größe M") in small letters and hyphens, with
 * the first free number from 2 behind it while `isTaken` (asked with the key) says so.
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

/** Words from which a proposal grows: what the codes beside it begin with, so that few have to be looked up. */
export function slugStem(words: string): string {
  return referralKey(suggestSlug(words, () => false));
}
