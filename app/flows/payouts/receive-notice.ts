import { isIdOf, type PaypalAccountId, type PaymentId, type ShopId } from "#app/domain/ids.ts";
import type { PaypalAccount } from "#app/domain/payouts/paypal-account.ts";
import { findSender } from "#app/gateways/paypal/payouts.ts";
import {
  type PaypalNotice,
  readNotice,
  type SignedNotice,
  verifyNotice,
} from "#app/gateways/paypal/verify-notice.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { findRequest, checkNow, type PayoutRequest } from "#app/store/payout-requests.ts";
import { findPayment } from "#app/store/payout-payments.ts";
import { findPaypalAccount, openPaypalAccount, serverAccount } from "#app/store/payout-details.ts";
import { keepNotice } from "#app/store/payout-notices.ts";
import { nudgePayouts } from "#app/queue/nudge.ts";

/** Far above the size of any notice. */
export const maxNoticeBytes = 200_000;

/** The account whose notices arrive at an address: a shop's, or the server's. */
export type NoticeAddress = { readonly shopId: string; readonly accountId: string } | "server";

type NoticeReceipt = { readonly status: 200 | 401 | 503; readonly message: string };

/**
 * Receives a PayPal notice. Its signature is verified first, and an invalid one is not stored. A notice is only a
 * hint: its request is checked soon, once per notice. Whoever owns an account can have PayPal sign any payment id, so
 * a notice counts only for payments of its own account.
 */
export async function receivePaypalNotice(
  address: NoticeAddress,
  given: SignedNotice,
): Promise<NoticeReceipt> {
  const account = await accountAt(address);
  const isSigned = account !== null && (await verifyNotice(account, given));
  if (isSigned === "unknown") return { status: 503, message: "signature_unchecked" };
  if (!isSigned) return { status: 401, message: "signature_invalid" };
  const notice = readNotice(given.rawBody);
  const about = notice && (await noticeSubject(notice, address));
  // A payment of another account, or one that the app did not send.
  if (!notice || !about) return { status: 200, message: "ignored" };
  await inTransaction(async (tx) => {
    const { shopId, requestId } = about.request;
    const { paymentId } = about;
    const { noticeId, kind, batchId } = notice;
    const row = { shopId, noticeId, kind, requestId, paymentId: paymentId ?? "", receivedAt: given.now };
    if (!(await keepNotice(tx, row))) return;
    await checkNow(tx, shopId, requestId, { now: given.now, providerId: batchId });
  });
  nudgePayouts();
  return { status: 200, message: "kept" };
}

/** Null if no account uses this address any more. */
async function accountAt(address: NoticeAddress): Promise<PaypalAccount | null> {
  if (address === "server") return serverAccount();
  const { shopId, accountId } = address;
  if (!isIdOf("shop", shopId) || !isIdOf("paypalAccount", accountId)) return null;
  const row = await findPaypalAccount(db(), shopId as ShopId, accountId as PaypalAccountId);
  return row?.source === "store" ? openPaypalAccount(row) : null;
}

type NoticeSubject = { readonly request: PayoutRequest; readonly paymentId: PaymentId | null };

async function noticeSubject(notice: PaypalNotice, address: NoticeAddress): Promise<NoticeSubject | null> {
  const named = await subjectBySenderIds(notice);
  return named && (await isSentFrom(named.request, address)) ? named : null;
}

async function subjectBySenderIds({
  senderBatchId,
  senderItemId,
}: PaypalNotice): Promise<NoticeSubject | null> {
  const ofPayment = findSender("payment", senderItemId);
  if (ofPayment) {
    const payment = await findPayment(db(), ofPayment.shopId, ofPayment.id);
    const request = payment?.requestId ? await findRequest(db(), payment.shopId, payment.requestId) : null;
    return payment && request && { request, paymentId: payment.paymentId };
  }
  const ofRequest = findSender("payoutRequest", senderBatchId);
  const request = ofRequest && (await findRequest(db(), ofRequest.shopId, ofRequest.id));
  return request && { request, paymentId: null };
}

async function isSentFrom({ shopId, accountId }: PayoutRequest, address: NoticeAddress): Promise<boolean> {
  if (accountId === null) return false;
  if (address !== "server") return shopId === address.shopId && accountId === address.accountId;
  const row = await findPaypalAccount(db(), shopId, accountId);
  return row?.source === "server" && openPaypalAccount(row) !== null;
}
