import {
  type LinkPlaces,
  readStoreTarget,
  slugStem,
  suggestSlug,
  targetFaultReason,
} from "#app/domain/affiliate-link.ts";
import type { AffiliateId, LinkId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { type AffiliateRefusal, refuse } from "#app/domain/refusal.ts";
import { reachable } from "#app/gateways/shopify/addresses.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { appAddress } from "#app/platform/app-address.server.ts";
import { listMemberships, takenCodes } from "#app/store/affiliates.ts";
import { listCodes } from "#app/store/codes.ts";
import { assignSlug } from "#app/store/links.ts";

export type LinkShop = {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly storefrontUrl: string | null;
};

export const noSuchLink = refuse("not-found", { code: "not_found", what: "link" });

/** The store's address for targets of links, and the addresses by which links are reached. */
export function linkPlacesOf(shop: LinkShop): LinkPlaces {
  const root = shop.storefrontUrl ?? reachable(`https://${shop.domain}/`);
  const storeRoot = root.endsWith("/") ? root : `${root}/`;
  return { appUrl: appAddress(), shopDomain: shop.domain, storeRoot };
}

/** The path of the store in a text, or a refusal at `target`. */
export function linkTarget(shop: LinkShop, text: string): string | AffiliateRefusal {
  const read = readStoreTarget(text, { root: linkPlacesOf(shop).storeRoot, domain: shop.domain });
  return "path" in read ? read.path : refuse("invalid", targetFaultReason(read.fault), "target");
}

type LinkOwnerKey = { readonly shopId: ShopId; readonly affiliateId: AffiliateId };

/** A program that the affiliate is in, or a refusal at `programId`. */
export async function linkProgram(
  tx: Tx,
  { shopId, affiliateId }: LinkOwnerKey,
  programId: string | null,
): Promise<ProgramId | null | AffiliateRefusal> {
  if (programId === null) return null;
  const memberships = await listMemberships(tx, shopId, [affiliateId]);
  const own = memberships.find((one) => one.programId === programId);
  return own?.programId ?? refuse("invalid", { code: "not_found", what: "program" }, "programId");
}

/** The affiliate's discount code in its stored spelling, or a refusal at `discountCode`. */
export async function linkDiscount(
  tx: Tx,
  { shopId, affiliateId }: LinkOwnerKey,
  code: string | null,
): Promise<string | null | AffiliateRefusal> {
  if (code === null) return null;
  const codes = await listCodes(tx, shopId, [affiliateId]);
  const own = codes.find((one) => one.codeKey === code.toLowerCase());
  return own?.code ?? refuse("invalid", { code: "not_found", what: "code" }, "discountCode");
}

/** Reserves this slug for the link. If it is taken, the refusal proposes a free one. */
export async function reserveSlug(
  tx: Tx,
  link: LinkOwnerKey & { readonly linkId: LinkId },
  { slug, at }: { readonly slug: string; readonly at: Date },
): Promise<AffiliateRefusal | null> {
  if (await assignSlug(tx, { ...link, slug, at })) return null;
  const free = await freeSlug(tx, link.shopId, slug);
  return refuse("conflict", { code: "slug_taken", free }, "slug");
}

/** A slug made from words that no link has or had. */
export async function freeSlug(tx: Tx, shopId: ShopId, words: string): Promise<string> {
  const latinWords = latinLetters(words);
  const taken = await takenCodes(tx, shopId, [slugStem(latinWords)]);
  return suggestSlug(latinWords, (key) => taken.has(key));
}
