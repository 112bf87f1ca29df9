import type { AffiliateId, PayoutDetailsId, ShopId, StaffId } from "#app/domain/ids.ts";
import { affiliateAccount, shopAccount } from "#app/domain/ledger/account.ts";
import { checkedTransfer, idempotencyKey } from "#app/domain/ledger/transfer.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { knowStaff, staffActor } from "#app/flows/shops/know-staff.ts";
import { planBatch } from "#app/flows/payouts/plan-batch.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { postTransfers } from "#app/store/ledger.ts";
import { findBatch } from "#app/store/payout-batches.ts";
import { payoutDetails } from "#app/store/schema/payouts.ts";
import { addAffiliate, longAgo, makeSellingShop, type SellingOptions } from "./selling-shop.ts";

/** Gives an affiliate so much payable, as an adjustment does. Minor units; below zero takes it. */
export async function givePayable(
  shopId: ShopId,
  affiliateId: AffiliateId,
  amountMinor: bigint,
  { currency = "USD", at = longAgo }: { currency?: string; at?: Date } = {},
): Promise<void> {
  const id = newId("adj", at);
  const [payable, expense] = [affiliateAccount("payable", affiliateId), shopAccount("expense")];
  const [debit, credit] = amountMinor > 0n ? [expense, payable] : [payable, expense];
  const subject = { kind: "adjustment", id } as const;
  const draft = checkedTransfer({
    code: "adjusted",
    debit,
    credit,
    amountMinor: amountMinor < 0n ? -amountMinor : amountMinor,
    currency,
    subject,
    revision: 1,
    idempotencyKey: idempotencyKey({ subject, revision: 1, code: "adjusted", debit }),
  });
  await inTransaction((tx) => postTransfers(tx, shopId, [{ ...draft, happenedAt: at }], at));
}

/** Details that hold since long ago; nobody opens what is sealed here. */
export async function giveDetails(
  shopId: ShopId,
  affiliateId: AffiliateId,
  method: Exclude<PayoutMethod, "outside"> = "paypal",
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

/** Affiliates who have details and so much payable each, in minor units. */
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

/** A shop with such affiliates and two members of staff, of whom the first makes the batches. */
export async function makePayingShop(amounts: readonly bigint[], options: SellingOptions = {}) {
  const shop = await makeSellingShop(options);
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
  const row = await knowStaff(shopId, user, longAgo);
  return staffActor({ ...row, staffId: id as StaffId });
}

/** Does what the job does, and answers the batch as it stands then. */
export async function runPlan(shopId: ShopId, batchId: string, clock: () => Date = () => new Date()) {
  await planBatch({ shopId, batchId }, clock);
  const batch = await findBatch(db(), shopId, batchId);
  if (!batch) throw new Error("The batch is not there.");
  return batch;
}
