import { noSuchAffiliate } from "#app/domain/affiliate.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import {
  type DetailsMethod,
  detailsMethods,
  detailsByStage,
  type DetailsByStage,
} from "#app/domain/payouts/details.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { listAliveDetails, type PayoutDetails, paypalFor } from "#app/store/payout-details.ts";
import { saveReminderWish } from "#app/store/payout-reminders.ts";
import { payoutSettingsOf } from "#app/store/payout-settings.ts";

/** Payout details without the sealed account. */
type DetailsView = ReturnType<typeof detailsView>;

function detailsView(details: PayoutDetails) {
  const { detailsId: id, method, masked: account, createdAt: enteredAt, confirmedAt, effectiveAt } = details;
  const { endedAt: endsAt, customerMissingAt } = details;
  return { id, method, account, enteredAt, confirmedAt, effectiveAt, endsAt, customerMissingAt };
}

/** The payout methods that the shop chose and can use, in their usual order. */
export async function offeredMethods(shopId: ShopId): Promise<DetailsMethod[]> {
  const { methods } = await payoutSettingsOf(db(), shopId);
  const isPaypalConnected = (await paypalFor(db(), shopId)) !== null;
  return detailsMethods.filter((one) => methods.includes(one) && (one !== "paypal" || isPaypalConnected));
}

/**
 * An affiliate's current payout details, the ones that take effect next, and the unconfirmed ones. Accounts are
 * masked.
 */
export async function readDetails(
  shopId: ShopId,
  affiliateId: AffiliateId,
  now: Date,
): Promise<DetailsByStage<DetailsView>> {
  const rows = await listAliveDetails(db(), shopId, affiliateId, now);
  const { current, next, unconfirmed } = detailsByStage(rows, now);
  return {
    current: current && detailsView(current),
    next: next && detailsView(next),
    unconfirmed: unconfirmed && detailsView(unconfirmed),
  };
}

/** An affiliate's payout details for the merchant, or a refusal if the shop has no such affiliate. */
export async function readDetailsOf(
  shopId: ShopId,
  affiliateId: string,
  now: Date,
): Promise<DetailsByStage<DetailsView> | Refusal> {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  return affiliate ? await readDetails(shopId, affiliate.affiliateId, now) : noSuchAffiliate;
}

/** Saves an affiliate's choice about these reminders. */
export async function chooseReminders(
  { shopId, affiliateId }: { readonly shopId: ShopId; readonly affiliateId: AffiliateId },
  { wanted, now }: { readonly wanted: boolean; readonly now: Date },
): Promise<void> {
  await inTransaction((tx) => saveReminderWish(tx, { shopId, affiliateId, stoppedAt: wanted ? null : now }));
}
