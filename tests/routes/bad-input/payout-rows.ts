import { systemActor } from "#app/domain/actor.ts";
import type { PayoutSectionId, PayoutRequestId, PaymentId, ShopId } from "#app/domain/ids.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertSection, insertRequests } from "#app/store/payout-requests.ts";
import { insertPayments } from "#app/store/payout-plan.ts";
import { insertEmptyPayout } from "../../support/section.ts";
import { longAgo } from "../../support/selling-shop.ts";
import type { Merchant } from "./form.ts";

/** A payout of one affiliate that waits for a yes: what forms and calls of payouts are about. */
export async function makePayoutRow({ shopId, affiliateId }: Merchant): Promise<string> {
  return (await payoutRows(shopId, affiliateId)).payoutId;
}

/** The id of such a payout's only section. */
export async function makeSectionRow({ shopId, affiliateId }: Merchant): Promise<string> {
  return (await payoutRows(shopId, affiliateId)).sectionId;
}

/** The id of such a payout's only payment. */
export async function makePaymentRow({ shopId, affiliateId }: Merchant): Promise<string> {
  return (await payoutRows(shopId, affiliateId)).paymentId;
}

/** The id of a refused part of such a payout. */
export async function makePayoutRequestRow(merchant: Merchant): Promise<string> {
  const { sectionId } = await payoutRows(merchant.shopId, merchant.affiliateId);
  const requestId = newId<PayoutRequestId>("poc", longAgo);
  const { shopId } = merchant;
  await inTransaction((tx) =>
    insertRequests(tx, [
      {
        shopId,
        sectionId,
        requestId,
        ordinal: 1,
        status: "refused",
        sealedContent: "sealed",
        contentHash: "hash",
        paymentCount: 1,
        totalMinor: 500n,
        createdAt: longAgo,
      },
    ]),
  );
  return requestId;
}

async function payoutRows(shopId: ShopId, affiliateId: Merchant["affiliateId"]) {
  const sectionId = newId<PayoutSectionId>("pob", longAgo);
  const paymentId = newId<PaymentId>("pit", longAgo);
  const of = { shopId, sectionId, method: "paypal", currency: "USD" } as const;
  const payoutId = await inTransaction(async (tx) => {
    const created = { createdBy: systemActor, createdAt: longAgo };
    const id = await insertEmptyPayout(tx, shopId, created);
    await insertSection(tx, {
      ...of,
      payoutId: id,
      status: "planned",
      paymentCount: 1,
      totalMinor: 500n,
      createdBy: systemActor,
      createdAt: longAgo,
    });
    await insertPayments(tx, [
      {
        ...of,
        paymentId,
        affiliateId,
        amountMinor: 500n,
        status: "planned",
        revision: 1,
        plannedAt: longAgo,
      },
    ]);
    return id;
  });
  return { payoutId, sectionId, paymentId };
}
