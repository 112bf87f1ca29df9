import { idPrefixes } from "#app/domain/ids.ts";
import { isRefusal, refuse, type AffiliateRefusal } from "#app/domain/refusal.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertAffiliateSession } from "#app/store/sessions.ts";
import { lockAffiliate, type Affiliate } from "#app/store/affiliates.ts";
import {
  lockEmailLink,
  markLinkUsed,
  type EmailLink,
  type EmailLinkPurpose,
} from "#app/store/email-links.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { makeToken, readToken } from "./portal-token.ts";

/** How long an affiliate stays signed in. */
const sessionMs = 30 * 86_400_000;

export type SignedIn = { readonly token: string; readonly expiresAt: Date };

/** The reason why a link does not work, and the shop with the sign-in form to use instead. */
export type LinkRefusal = AffiliateRefusal & { readonly shopHandle: string | null };

export type OpenedLink = {
  readonly shop: Shop;
  readonly affiliate: Affiliate;
  /** Set only for links that confirm a new address. */
  readonly newEmail: string | null;
};

export function isOpen(shop: Pick<Shop, "installedAt" | "uninstalledAt"> | null): boolean {
  return shop !== null && shop.installedAt !== null && shop.uninstalledAt === null;
}

type EmailLinkToken = { readonly token: string; readonly purpose: EmailLinkPurpose; readonly now: Date };

/** Uses an email's link, or refuses with the reason. */
export async function openLink(tx: Tx, given: EmailLinkToken): Promise<OpenedLink | LinkRefusal> {
  const found = await findLink(tx, given);
  if (isRefusal(found)) return found;
  const { link, ...opened } = found;
  await markLinkUsed(tx, link, given.now);
  return opened;
}

/** Finds the shop and affiliate of an email's link, or refuses with the reason. The link stays unused. */
export async function findLink(
  tx: Tx,
  given: EmailLinkToken,
): Promise<(OpenedLink & { readonly link: EmailLink }) | LinkRefusal> {
  const named = readToken(given.token.trim());
  const link = named && (await lockEmailLink(tx, named.shopId, named.hash));
  const shop = link && (await findShop(tx, link.shopId));
  const affiliate = link && (await lockAffiliate(tx, link.shopId, link.affiliateId));
  if (!link || !shop || !affiliate || link.purpose !== given.purpose) {
    return refuseLink("link_incomplete", null);
  }
  const problem = linkFault(link, given.now);
  if (problem) return refuseLink(problem, shopHandle(shop.domain));
  if (!isOpen(shop)) return refuseLink("program_closed", null);
  return { shop, affiliate, newEmail: link.newEmail, link };
}

type LinkFault =
  | "details_withdrawn"
  | "email_taken"
  | "invitation_withdrawn"
  | "link_expired"
  | "link_incomplete"
  | "link_used"
  | "program_closed";

export function refuseLink(code: LinkFault, handle: string | null): LinkRefusal {
  return { ...refuse("forbidden", { code }), shopHandle: handle };
}

function linkFault(link: EmailLink, now: Date): LinkFault | null {
  if (link.usedAt !== null) return "link_used";
  return link.expiresAt <= now ? "link_expired" : null;
}

/** Signs an affiliate in. The token goes to their browser; only its hash is stored. */
export async function openSession(tx: Tx, affiliate: Affiliate, now: Date): Promise<SignedIn> {
  const { shopId, affiliateId } = affiliate;
  const { token, hash } = makeToken(shopId);
  const expiresAt = new Date(now.getTime() + sessionMs);
  await insertAffiliateSession(tx, {
    shopId,
    sessionId: newId(idPrefixes.session, now),
    affiliateId,
    tokenHash: hash,
    createdAt: now,
    expiresAt,
  });
  return { token, expiresAt };
}
