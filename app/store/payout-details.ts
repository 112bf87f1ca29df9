import { and, asc, desc, eq, gt, isNull, lte, or } from "drizzle-orm";
import type { AffiliateId, PayoutDetailsId, ShopId } from "../domain/ids.ts";
import type { DetailsMethod, PayoutAccount } from "../domain/payouts/details.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { payoutDetails } from "./schema/payouts.ts";

export type PayoutDetails = typeof payoutDetails.$inferSelect;

/** Where an affiliate is paid at an instant: enough to plan with, and sealed what a provider is told. */
export type EffectiveDetails = {
  readonly detailsId: PayoutDetailsId;
  readonly method: DetailsMethod;
  readonly masked: string;
  readonly sealed: string;
  readonly customerMissingAt: Date | null;
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
    rows.map(({ affiliateId, detailsId, method, masked, sealed, customerMissingAt }) => [
      affiliateId,
      { detailsId, method, masked, sealed, customerMissingAt },
    ]),
  );
}

/** The details of an affiliate that are not over by then: what holds, what follows, what waits for its confirmation. */
export async function listAliveDetails(
  db: Db,
  shopId: ShopId,
  affiliateId: AffiliateId,
  at: Date,
): Promise<PayoutDetails[]> {
  return db
    .select()
    .from(payoutDetails)
    .where(
      and(
        eq(payoutDetails.shopId, shopId),
        eq(payoutDetails.affiliateId, affiliateId),
        or(isNull(payoutDetails.endedAt), gt(payoutDetails.endedAt, at)),
      ),
    )
    .orderBy(desc(payoutDetails.createdAt), desc(payoutDetails.detailsId));
}

/** @throws a unique violation of `payout_details_unconfirmed`: the caller holds the affiliate and ended the former. */
export async function insertDetails(tx: Tx, row: typeof payoutDetails.$inferInsert): Promise<void> {
  await tx.insert(payoutDetails).values(row);
}

type Named = Pick<PayoutDetails, "shopId" | "detailsId">;

const byId = ({ shopId, detailsId }: Named) =>
  and(eq(payoutDetails.shopId, shopId), eq(payoutDetails.detailsId, detailsId));

/** The affiliate said that it was them. @throws a unique violation of `payout_details_last` where others go on. */
export async function confirmDetails(
  tx: Tx,
  named: Named,
  at: { readonly confirmedAt: Date; readonly effectiveAt: Date },
): Promise<void> {
  await tx.update(payoutDetails).set(at).where(byId(named));
}

/** Ends the waiting period of confirmed details. @throws where they would start later, or before their confirmation. */
export async function startDetailsAt(tx: Tx, named: Named, effectiveAt: Date): Promise<void> {
  await tx.update(payoutDetails).set({ effectiveAt }).where(byId(named));
}

/** When details end that hold; null where they go on after all. */
export async function endDetails(tx: Tx, named: Named, endedAt: Date | null): Promise<void> {
  await tx.update(payoutDetails).set({ endedAt }).where(byId(named));
}

/** Ends details that never held. Their account is forgotten: nobody was paid to it. */
export async function dropDetails(tx: Tx, named: Named, endedAt: Date): Promise<void> {
  await tx.update(payoutDetails).set({ endedAt, sealed: "", contactEmail: "" }).where(byId(named));
}
