import { systemActor } from "#app/domain/actor.ts";
import type { AdjustmentId, AffiliateId, PayoutDetailsId, ShopId, StaffId } from "#app/domain/ids.ts";
import { adjustmentEntry } from "#app/domain/ledger/entries.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { saveStaffMember, staffActor } from "#app/flows/shops/save-staff.ts";
import { planSection } from "#app/flows/payouts/plan-section.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertAdjustment } from "#app/store/decisions.ts";
import { postEntries } from "#app/store/ledger.ts";
import { findSection } from "#app/store/payout-requests.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { addPaypalAccount } from "./paypal-account.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingOptions } from "./selling-shop.ts";

/** Adds to an affiliate's available balance, as an adjustment does. Minor units; below zero subtracts. */
export async function givePayable(
  shopId: ShopId,
  affiliateId: AffiliateId,
  amountMinor: bigint,
  { currency = "USD", at = longAgo }: { currency?: string; at?: Date } = {},
): Promise<void> {
  const adjustmentId = newId<AdjustmentId>("adj", at);
  const row = { shopId, adjustmentId, affiliateId, commissionId: null, currency, amountMinor, note: "", at };
  await inTransaction(async (tx) => {
    await insertAdjustment(tx, { ...row, actor: systemActor });
    await postEntries(tx, shopId, [{ ...adjustmentEntry(row), happenedAt: at }], at);
  });
}

/** Details that hold since long ago; nobody opens what is sealed here. */
export async function giveDetails(
  shopId: ShopId,
  affiliateId: AffiliateId,
  method: Exclude<PayoutMethod, "manual"> = "paypal",
  effectiveAt: Date | null = longAgo,
): Promise<PayoutDetailsId> {
  const detailsId = newId<PayoutDetailsId>("pod", longAgo);
  await db()
    .insert(payoutDetails)
    .values({
      shopId,
      detailsId,
      affiliateId,
      method,
      sealed: "sealed",
      masked: "m…@example.com",
      createdAt: longAgo,
      confirmedAt: effectiveAt && longAgo,
      effectiveAt,
    });
  return detailsId;
}

/** Affiliates with details and this available balance each, in minor units. */
export async function addPayees(
  shop: Parameters<typeof addAffiliate>[0],
  amounts: readonly bigint[],
  { currency = "USD", method = "paypal" as const } = {},
): Promise<AffiliateId[]> {
  const made: AffiliateId[] = [];
  for (const amountMinor of amounts) {
    const { affiliateId } = await addAffiliate(shop);
    await giveDetails(shop.shopId, affiliateId, method);
    if (amountMinor !== 0n) await givePayable(shop.shopId, affiliateId, amountMinor, { currency });
    made.push(affiliateId);
  }
  return made.toSorted((a, b) => (a < b ? -1 : 1));
}

/** A shop with such affiliates and two members of staff, of whom the first creates the payouts. */
export async function makePayingShop(amounts: readonly bigint[], options: SellingOptions = {}) {
  const shop = await makeSellingShop(options);
  await addPaypalAccount(shop.shopId);
  const people = await addPayees(shop, amounts, { currency: options.currency ?? "USD" });
  const [ada, bob] = await Promise.all([member(shop.shopId, "7", "Ada"), member(shop.shopId, "8", "Bob")]);
  return { ...shop, people, ada, bob };
}

export async function member(shopId: ShopId, id: string, name: string) {
  const user = {
    id: Number(id),
    first_name: name,
    last_name: "Staff",
    email: `${name.toLowerCase()}@shop.test`,
    account_owner: false,
  };
  const row = await saveStaffMember(shopId, user, longAgo);
  return staffActor({ ...row, staffId: id as StaffId });
}

/** Does what the job does, and answers the section afterwards. */
export async function runPlan(shopId: ShopId, sectionId: string, clock: () => Date = () => new Date()) {
  await planSection({ shopId, sectionId }, clock);
  const batch = await findSection(db(), shopId, sectionId);
  if (!batch) throw new Error("The batch is not there.");
  return batch;
}
