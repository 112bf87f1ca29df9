import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import { detailsByStage } from "#app/domain/payouts/details.ts";
import { type AffiliateRefusal, refuse } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { type Affiliate, lockAffiliate } from "#app/store/affiliates.ts";
import { endEmailLinks } from "#app/store/email-links.ts";
import { dropDetails, endDetails, listAliveDetails } from "#app/store/payout-details.ts";
import { auditDetails } from "./enter-details.ts";

/** Withdraws details that are not in use yet. The current details stay in use. */
export async function withdrawDetails(
  { shopId, affiliateId }: Pick<Affiliate, "shopId" | "affiliateId">,
  detailsId: string,
  now: Date,
): Promise<AffiliateRefusal | null> {
  return await inTransaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, shopId, affiliateId);
    if (!affiliate) return noSuchAffiliate;
    const standing = detailsByStage(await listAliveDetails(tx, shopId, affiliateId, now), now);
    const { current, next, unconfirmed } = standing;
    const withdrawn = [next, unconfirmed].find((one) => one?.detailsId === detailsId);
    if (!withdrawn) {
      return refuse("conflict", { code: "details_not_waiting" });
    }
    await dropDetails(tx, withdrawn, now);
    if (withdrawn === next && current) await endDetails(tx, current, null);
    if (withdrawn === unconfirmed) {
      await endEmailLinks(tx, shopId, { affiliateId, purpose: "payout-details", now });
    }
    await auditDetails(tx, withdrawn, { action: "payout-details-withdrawn", affiliate, now });
    return null;
  });
}
