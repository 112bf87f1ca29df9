import { sql } from "drizzle-orm";
import { idPrefixes, type PayoutSectionId, type PayoutRequestId, type ShopId } from "#app/domain/ids.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { insertRequests, sealContent } from "#app/store/payout-requests.ts";
import { currentPaypalAccount } from "#app/store/payout-details.ts";
import type { PaypalWorld } from "./paypal-world.ts";

type Of = { readonly shopId: ShopId; readonly sectionId: PayoutSectionId; readonly paymentId: string };

/** Has PayPal offer a payment that is unclaimed here to somebody who has no account there, unless it did already. */
export async function offerThere(world: PaypalWorld, { shopId, sectionId, paymentId }: Of): Promise<void> {
  const now = world.paypal.ctx.now();
  const senderId = `${shopId}:${paymentId}`;
  const find = () => Object.values(world.paypal.ctx.state.items).find((one) => one.senderItemId === senderId);
  const requestId = newId<PayoutRequestId>(idPrefixes.payoutRequest, now);
  if (!find()) {
    const amount = { value: "10.00", currency: "USD" };
    const receiver = "nobody+unclaimed@example.com";
    const payments = [{ recipient_type: "EMAIL", amount, receiver, sender_item_id: senderId }];
    const header = { sender_batch_id: `${shopId}:${requestId}`, email_subject: "Paid" };
    await createPayout(world.account, JSON.stringify({ sender_batch_header: header, items: payments }));
    world.paypal.advance(86_400_000);
  }
  const there = find();
  if (!there) throw new Error("PayPal has no such payment.");
  const frozen = {
    status: "accepted" as const,
    ordinal: 1,
    paymentCount: 1,
    totalMinor: 1000n,
    createdAt: now,
  };
  const accountId = (await currentPaypalAccount(db(), shopId))?.accountId;
  const row = { shopId, requestId, sectionId, accountId, ...frozen, ...sealContent(shopId, requestId, "{}") };
  await inTransaction((tx) => insertRequests(tx, [{ ...row, providerId: there.batchId }]));
  await db().execute(sql`update payout_payments set request_id = ${requestId}, provider_item_id = ${there.id}
    where shop_id = ${shopId} and payment_id = ${paymentId}`);
}
