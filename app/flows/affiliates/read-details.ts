import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import {
  type DetailsMethod,
  detailsMethods,
  detailsStanding,
  type DetailsStanding,
} from "#app/domain/payouts/details.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findAffiliate } from "#app/store/affiliates.ts";
import { listAliveDetails, type PayoutDetails, paypalFor } from "#app/store/payout-details.ts";
import { saveReminderWish, wantsReminders } from "#app/store/payout-reminders.ts";
import { payoutSettingsOf } from "#app/store/payout-settings.ts";
import { noSuchAffiliate } from "./affiliate-refusals.ts";

/** Details as they are shown: without the account. */
export type ShownDetails = Omit<PayoutDetails, "sealed">;

/** The ways of the shop's choice by which it can pay, in their usual order. */
export async function offeredMethods(shopId: ShopId): Promise<DetailsMethod[]> {
  const { methods } = await payoutSettingsOf(db(), shopId);
  const isPaypalConnected = (await paypalFor(db(), shopId)) !== null;
  return detailsMethods.filter((one) => methods.includes(one) && (one !== "paypal" || isPaypalConnected));
}

/** Where an affiliate is paid now, what follows, and what waits for its confirmation; masked. */
export async function readDetails(
  shopId: ShopId,
  affiliateId: AffiliateId,
  now: Date,
): Promise<DetailsStanding<ShownDetails>> {
  const rows = await listAliveDetails(db(), shopId, affiliateId, now);
  return detailsStanding(
    rows.map(({ sealed: _account, ...shown }) => shown),
    now,
  );
}

/** The same for the merchant, who names the affiliate. */
export async function readDetailsOf(
  shopId: ShopId,
  affiliateId: string,
  now: Date,
): Promise<DetailsStanding<ShownDetails> | Refusal> {
  const affiliate = await findAffiliate(db(), shopId, affiliateId);
  return affiliate ? await readDetails(shopId, affiliate.affiliateId, now) : noSuchAffiliate;
}

/** Whether an affiliate wants to be reminded by mail that money waits for details. */
export async function readReminderWish(shopId: ShopId, affiliateId: AffiliateId): Promise<boolean> {
  return await wantsReminders(db(), shopId, affiliateId);
}

/** Keeps whether an affiliate wants to be reminded. */
export async function chooseReminders(
  { shopId, affiliateId }: { readonly shopId: ShopId; readonly affiliateId: AffiliateId },
  { wanted, now }: { readonly wanted: boolean; readonly now: Date },
): Promise<void> {
  await inTransaction((tx) => saveReminderWish(tx, { shopId, affiliateId, stoppedAt: wanted ? null : now }));
}
