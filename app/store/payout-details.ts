import { and, asc, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { AffiliateId, PayoutDetailsId, ShopId } from "../domain/ids.ts";
import type { DetailsMethod, PayoutAccount } from "../domain/payouts/details.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { payoutDetails } from "./schema/payouts.ts";

export type PayoutDetails = typeof payoutDetails.$inferSelect;

/** Where an affiliate is paid at an instant: enough to plan with, and sealed what a provider is told. */
export type EffectiveDetails = {
  readonly detailsId: PayoutDetailsId;
  readonly method: DetailsMethod;
  readonly masked: string;
  readonly sealed: string;
};

const contextOf = (shopId: ShopId, detailsId: PayoutDetailsId) => `payout-details:${shopId}:${detailsId}`;

/** Seals an account for its row: moved to another row or shop it does not open. */
export function sealAccount(shopId: ShopId, detailsId: PayoutDetailsId, account: PayoutAccount): string {
  return encrypt(JSON.stringify(account), contextOf(shopId, detailsId));
}

/** Opens what `sealAccount` sealed. @throws where it was changed, or stands in another row or shop. */
export function openAccount(
  shopId: ShopId,
  { detailsId, sealed }: Pick<PayoutDetails, "detailsId" | "sealed">,
): PayoutAccount {
  return JSON.parse(decrypt(sealed, contextOf(shopId, detailsId))) as PayoutAccount;
}

/**
 * Where these affiliates are paid at an instant; who has no details that hold then is not in it. One query, through
 * payout_details_affiliate.
 */
export async function effectiveDetails(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
  at: Date,
): Promise<Map<AffiliateId, EffectiveDetails>> {
  const rows = await db
    .select()
    .from(payoutDetails)
    .where(
      and(
        eq(payoutDetails.shopId, shopId),
        isOneOf(payoutDetails.affiliateId, affiliateIds),
        lte(payoutDetails.effectiveAt, at),
        or(isNull(payoutDetails.endedAt), gt(payoutDetails.endedAt, at)),
      ),
    )
    .orderBy(asc(payoutDetails.effectiveAt), asc(payoutDetails.detailsId));
  return new Map(
    rows.map(({ affiliateId, detailsId, method, masked, sealed }) => [
      affiliateId,
      { detailsId, method, masked, sealed },
    ]),
  );
}
