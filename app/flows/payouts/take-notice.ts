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

/** No notice comes near. */
export const maxNoticeBytes = 200_000;

/** The account whose notices come to an address: one of a shop, or the server's. */
export type NoticeAddress = { readonly shopId: string; readonly accountId: string } | "server";

type Receipt = { readonly status: 200 | 401 | 503; readonly message: string };

/**
 * Takes a notice of PayPal's. Its signature is looked at before anything else, and nothing is kept of one that does not
 * hold. What it says is only a hint: the request it is about is looked at soon, once for each notice. Whoever owns an
 * account can have PayPal sign any name for a payment, so a notice counts for payments of its own account alone.
 */
export async function takeNotice(address: NoticeAddress, given: SignedNotice): Promise<Receipt> {
  const account = await accountAt(address);
  const isSigned = account !== null && (await verifyNotice(account, given));
  if (isSigned === "unknown") return { status: 503, message: "The signature cannot be checked now" };
  if (!isSigned) return { status: 401, message: "The signature does not hold" };
  const notice = readNotice(given.rawBody);
  const about = notice && (await aboutOf(notice, address));
  // Another account's payment, or one that the app did not send.
  if (!notice || !about) return { status: 200, message: "Not of this app" };
  await inTransaction(async (tx) => {
    const { shopId, requestId } = about.request;
    const { paymentId } = about;
    const { noticeId, kind, batchId } = notice;
    const row = { shopId, noticeId, kind, requestId, paymentId: paymentId ?? "", receivedAt: given.now };
    if (!(await keepNotice(tx, row))) return;
    await checkNow(tx, shopId, requestId, { now: given.now, providerId: batchId });
  });
  nudgePayouts();
  return { status: 200, message: "Taken" };
}

/** Null where nobody is asked at this address any more. */
async function accountAt(address: NoticeAddress): Promise<PaypalAccount | null> {
  if (address === "server") return serverAccount();
  const { shopId, accountId } = address;
  if (!isIdOf("shop", shopId) || !isIdOf("paypalAccount", accountId)) return null;
  const row = await findPaypalAccount(db(), shopId as ShopId, accountId as PaypalAccountId);
  return row?.source === "store" ? openPaypalAccount(row) : null;
}

type About = { readonly request: PayoutRequest; readonly paymentId: PaymentId | null };

async function aboutOf(notice: PaypalNotice, address: NoticeAddress): Promise<About | null> {
  const named = await namedBy(notice);
  return named && (await isSentFrom(named.request, address)) ? named : null;
}

async function namedBy({ senderBatchId, senderItemId }: PaypalNotice): Promise<About | null> {
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
