import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { revokeSessionsOfAffiliate } from "#app/store/sessions.ts";
import { endEmailLinks } from "#app/store/email-links.ts";

/** Ends every session of an affiliate, and sign-in links that were not used yet. */
export async function signOutEverywhere(
  { shopId, affiliateId }: { readonly shopId: ShopId; readonly affiliateId: AffiliateId },
  now: Date,
): Promise<void> {
  await inTransaction(async (tx) => {
    await endEmailLinks(tx, shopId, { affiliateId, purpose: "sign-in", now });
    await revokeSessionsOfAffiliate(tx, shopId, { affiliateId, now });
  });
}
