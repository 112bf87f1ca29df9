import { isRefusal } from "#app/domain/refusal.ts";
import { shopHandle } from "#app/domain/shop-domain.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliateSession, revokeAffiliateSession } from "#app/store/sessions.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { findShop, type Shop } from "#app/store/shops.ts";
import { readToken } from "./portal-token.ts";
import { isOpen, openLink, openSession, type LinkRefusal, type SignedIn } from "./redeem-link.ts";

/** Exchanges the link of an email for a session. */
export async function signIn(token: string, now: Date): Promise<SignedIn | LinkRefusal> {
  return await inTransaction(async (tx) => {
    const opened = await openLink(tx, { token, purpose: "sign-in", now });
    return isRefusal(opened) ? opened : await openSession(tx, opened.affiliate, now);
  });
}

/**
 * The affiliate of a session token. Null if the token is unknown, expired or ended, or if the shop is closed.
 */
export async function identifyAffiliate(
  token: string,
  now: Date,
): Promise<{ shop: Shop; affiliate: Affiliate } | null> {
  const named = readToken(token);
  const found = named && (await findAffiliateSession(db(), named.shopId, named.hash));
  if (!found || found.session.revokedAt !== null || found.session.expiresAt <= now) return null;
  return isOpen(found.shop) ? { shop: found.shop, affiliate: found.affiliate } : null;
}

/**
 * Ends the session of a token on the server and returns the handle of its shop, for the link back to the
 * sign-in form.
 */
export async function signOut(token: string, now: Date): Promise<string | null> {
  const named = readToken(token);
  if (!named) return null;
  await revokeAffiliateSession(db(), named.shopId, { tokenHash: named.hash, now });
  return await handleOfToken(token);
}

/** The handle of the shop in a token, even if the token no longer works. */
export async function handleOfToken(token: string): Promise<string | null> {
  const named = readToken(token);
  const shop = named && (await findShop(db(), named.shopId));
  return shop ? shopHandle(shop.domain) : null;
}
