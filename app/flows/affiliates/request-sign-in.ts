import { isShopDomain, normaliseShopDomain } from "#app/domain/shop-domain.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { findAffiliateByEmail, lockAffiliate } from "#app/store/affiliates.ts";
import { findShopByDomain, type Shop } from "#app/store/shops.ts";
import { isOpen } from "./redeem-link.ts";
import { sendInvitation } from "./send-invitation.ts";
import { hasEmailServer, sendLink, shopName, reachedEmailLimit } from "./send-link.ts";

type PortalShop = Pick<Shop, "shopId" | "logoHash" | "logoUrl" | "language"> & { readonly name: string };

/** The shop of a handle or domain for its affiliates. Null if there is none or it does not take part. */
export async function findPortalShop(typed: string): Promise<PortalShop | null> {
  const shop = await openShop(typed);
  if (!shop) return null;
  const { shopId, logoHash, logoUrl, language } = shop;
  return { shopId, name: shopName(shop), logoHash, logoUrl, language };
}

/**
 * Emails a sign-in link if the address belongs to an affiliate of the shop. Invited affiliates get their invitation
 * again. The answer is always the same, because it would tell strangers who takes part. Does nothing without an email
 * server, so a link sent by the merchant keeps working.
 */
export async function requestSignIn(asked: { shop: string; email: string; now: Date }): Promise<void> {
  const shop = hasEmailServer() ? await openShop(asked.shop) : null;
  if (!shop) return;
  const { shopId } = shop;
  const { now } = asked;
  const found = await findAffiliateByEmail(db(), shopId, asked.email.toLowerCase());
  if (!found) return;
  const { affiliateId } = found;
  const queue = await openQueue();
  await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate || (await reachedEmailLimit(tx, affiliate, now))) return;
    if (affiliate.status === "invited") {
      await sendInvitation(tx, { shop, affiliate, now, showsLink: false, isReminder: true });
    } else await sendLink(queue, tx, { shop, affiliate, purpose: "sign-in", now });
  });
}

async function openShop(typed: string): Promise<Shop | null> {
  const domain = normaliseShopDomain(typed);
  const shop = isShopDomain(domain) ? await findShopByDomain(db(), domain) : null;
  return isOpen(shop) ? shop : null;
}
