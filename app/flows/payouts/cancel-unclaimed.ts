import type { Acting, Ctx } from "#app/domain/context.ts";
import { isIdOf, type PaymentId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { cancelUnclaimed } from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findRequest, checkNow, lockRequest } from "#app/store/payout-requests.ts";
import { accountForAsking } from "#app/store/payout-details.ts";
import { findPayment, type PaymentRow } from "#app/store/payout-payments.ts";
import { endSection, movePaymentsOfRequest } from "./claim-request.ts";
import { moveFromItem } from "./watch-payout.ts";

/**
 * Cancels an unclaimed payment at PayPal, outside any transaction. If the answer is lost, the payment is checked soon
 * and shows the result.
 */
export async function cancelUnclaimedPayment(ctx: Ctx, paymentId: string): Promise<Refusal | null> {
  const { shopId } = ctx.shop;
  const payment = isIdOf("payment", paymentId)
    ? await findPayment(db(), shopId, paymentId as PaymentId)
    : null;
  if (!payment) return refuse("not-found", { code: "not_found", what: "payment" });
  if (payment.method !== "paypal" || payment.status !== "unclaimed" || payment.requestId === null) {
    return refuse("conflict", { code: "not_unclaimed" });
  }
  const request = await findRequest(db(), shopId, payment.requestId);
  const account = await accountForAsking(db(), shopId, request?.accountId ?? null);
  if (!account) return refuse("not-possible", { code: "paypal_account_gone" });
  const result = await cancelUnclaimed(account, payment.providerItemId);
  if ("kind" in result) {
    await checkNow(db(), shopId, payment.requestId, { now: ctx.now, providerId: "" });
    return refuse("unavailable", { code: "paypal_unconfirmed", message: result.message });
  }
  await applyCancellation(payment, result, ctx);
  await endSection(shopId, payment.sectionId, ctx.now);
  return null;
}

async function applyCancellation(
  payment: PaymentRow,
  told: Parameters<typeof moveFromItem>[1],
  { actor, now }: Acting,
): Promise<void> {
  const { shopId, requestId, paymentId } = payment;
  await inTransaction(async (tx) => {
    const request = requestId === null ? null : await lockRequest(tx, shopId, requestId);
    const move = moveFromItem(payment, told);
    if (!request || !move) return;
    await movePaymentsOfRequest(tx, request, [move], { now, change: { error: "" } });
    await recordAudit(tx, shopId, {
      subjectKind: "payment",
      subjectId: paymentId,
      action: "taken back",
      actor,
      now,
    });
  });
}
