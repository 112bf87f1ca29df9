import type { PaymentId, ShopId } from "#app/domain/ids.ts";
import { lookAgainMs, resolvedWithinMs } from "#app/domain/payouts/request.ts";
import { reasonAsText, refuse, type Refusal } from "#app/domain/refusal.ts";
import {
  findSender,
  type PaypalBatch,
  type PaypalItem,
  readBatch,
  senderId,
} from "#app/gateways/paypal/payouts.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { changeRequest, lockRequest, type PayoutRequest } from "#app/store/payout-requests.ts";
import { accountForAsking } from "#app/store/payout-details.ts";
import { hasOpenPayments, paymentsOfRequest, type PaymentRow } from "#app/store/payout-payments.ts";
import {
  type ClaimedRequest,
  markNeedsAttention,
  movePaymentsOfRequest,
  type PayoutClock,
} from "./claim-request.ts";
import type { PaymentMove } from "./move-payments.ts";

/** Asks PayPal for the state of a request's payments and records the answer. */
export async function watchPayout(
  { request, until }: ClaimedRequest,
  { now, chance }: PayoutClock,
): Promise<void> {
  const { shopId, requestId } = request;
  const read = await readRequest(request);
  const at = { now: now(), chance: chance() };
  await inTransaction(async (tx) => {
    const locked = await lockRequest(tx, shopId, requestId);
    if (!locked) return;
    // A webhook that came while PayPal answered may be newer than the answer, so PayPal is asked again at once.
    const wasHastened = locked.nextAt !== null && locked.nextAt < until;
    const later = new Date(at.now.getTime() + lookAgainMs(ageOf(locked, at.now), at.chance));
    const nextAt = wasHastened ? (locked.nextAt ?? later) : later;
    const problem = problemText(locked, read);
    if (problem !== null) return await recordProblem(tx, locked, { problem, now: at.now, nextAt });
    if (read && "items" in read) await applyProviderAnswer(tx, locked, { batch: read, now: at.now, nextAt });
    if (wasHastened) await changeRequest(tx, shopId, requestId, { nextAt });
  });
}

/**
 * Asks PayPal about a request's payments before a person decides about one, and records the answer. Returns
 * PayPal's data by payment, empty if PayPal no longer knows the batch. Refuses if PayPal gives no answer now.
 */
export async function askPaypal(
  request: PayoutRequest,
  now: Date,
): Promise<ReadonlyMap<PaymentId, PaypalItem> | Refusal> {
  const { shopId, requestId } = request;
  const read = await readRequest(request);
  if (read === null) return new Map();
  return await inTransaction(async (tx) => {
    const locked = await lockRequest(tx, shopId, requestId);
    const problem = locked ? problemText(locked, read) : unknownBatch;
    if (!locked || problem !== null || !("items" in read)) {
      return refuse("unavailable", { code: "paypal_silent" });
    }
    await applyProviderAnswer(tx, locked, { batch: read, now, nextAt: locked.nextAt ?? now });
    return reportedPayments(shopId, read);
  });
}

/** Asks the account that sent it, unless its secret was erased. */
async function readRequest({ shopId, accountId, providerId }: PayoutRequest) {
  const account = await accountForAsking(db(), shopId, accountId);
  return account ? await readBatch(account, providerId) : ({ kind: "nobody", message: nobodyToAsk } as const);
}

const nobodyToAsk = reasonAsText({ code: "paypal_batch", what: "disconnected" });
const unknownBatch = reasonAsText({ code: "paypal_batch", what: "unknown" });

const ageOf = ({ firstTriedAt }: PayoutRequest, now: Date) =>
  now.getTime() - (firstTriedAt?.getTime() ?? now.getTime());

/** Why the answer says nothing about this request, or null. */
function problemText(
  { shopId, requestId }: PayoutRequest,
  read: Awaited<ReturnType<typeof readRequest>>,
): string | null {
  if (read === null) return unknownBatch;
  if (!("items" in read)) return read.message;
  return read.senderBatchId === senderId(shopId, requestId)
    ? null
    : reasonAsText({ code: "paypal_batch", what: "other" });
}

/**
 * Schedules the next attempt, or leaves the payments to a person if nothing could be learned for too long. A
 * request whose payments have all ended is only checked for returns, which stops even if PayPal no longer knows
 * the batch.
 */
async function recordProblem(
  tx: Tx,
  request: PayoutRequest,
  { problem, now, nextAt }: { readonly problem: string; readonly now: Date; readonly nextAt: Date },
): Promise<void> {
  const { shopId, requestId, sectionId } = request;
  if (!(await hasOpenPayments(tx, shopId, { sectionId, requestId }))) {
    return await movePaymentsOfRequest(tx, request, [], { now, change: {} });
  }
  // Counts from PayPal's last answer, not from sending, because payments may stay open for longer than PayPal
  // is silent.
  const silenceMs = now.getTime() - (request.lastTriedAt?.getTime() ?? now.getTime());
  if (silenceMs > resolvedWithinMs) await markNeedsAttention(tx, request, { now, reason: problem });
  else await changeRequest(tx, shopId, requestId, { nextAt, error: problem });
}

type ProviderNews = { readonly batch: PaypalBatch; readonly now: Date; readonly nextAt: Date };

async function applyProviderAnswer(
  tx: Tx,
  request: PayoutRequest,
  { batch, now, nextAt }: ProviderNews,
): Promise<void> {
  const payments = await paymentsOfRequest(tx, request.shopId, request.requestId);
  const told = reportedPayments(request.shopId, batch);
  const isOver = batch.status === "SUCCESS" || batch.status === "DENIED" || batch.status === "CANCELED";
  const moves = payments.flatMap(
    (payment) => moveReported(payment, told.get(payment.paymentId), isOver) ?? [],
  );
  const change = { status: "accepted", error: "", nextAt, lastTriedAt: now } as const;
  await movePaymentsOfRequest(tx, request, moves, { now, change });
}

function reportedPayments(shopId: ShopId, batch: PaypalBatch): Map<PaymentId, PaypalItem> {
  const told = new Map<PaymentId, PaypalItem>();
  for (const one of batch.items) {
    const sender = findSender("payment", one.senderItemId);
    if (sender?.shopId === shopId) told.set(sender.id, one);
  }
  return told;
}

/**
 * The move of a payment after PayPal's answer. A person checks it if PayPal paid another amount or lost it.
 * Null if nothing is new.
 */
function moveReported(
  payment: PaymentRow,
  told: PaypalItem | undefined,
  isOver: boolean,
): PaymentMove | null {
  const { paymentId } = payment;
  const person = { said: "app", to: "needs_attention" } as const;
  if (told) return moveFromItem(payment, told);
  const reason = reasonAsText({ code: "paypal_batch", what: "unlisted" });
  return isOver ? { paymentId, move: person, reason } : null;
}

/** The move that PayPal's data about one payment means. */
export function moveFromItem(payment: PaymentRow, told: PaypalItem): PaymentMove | null {
  const { paymentId } = payment;
  if (told.outcome === null) return null;
  if (told.amountMinor !== payment.amountMinor || told.currency !== payment.currency) {
    const move = { said: "app", to: "needs_attention" } as const;
    return {
      paymentId,
      move,
      reason: reasonAsText({ code: "paypal_batch", what: "other_amount" }),
      providerStatus: told.status,
    };
  }
  return {
    paymentId,
    move: { said: "provider", to: told.outcome },
    happenedAt: told.processedAt ?? undefined,
    providerItemId: told.paymentId || undefined,
    providerTransactionId: told.transactionId || undefined,
    providerStatus: told.status,
    feeMinor: told.feeMinor ?? undefined,
    reason: told.error || otherFeeOf(told),
  };
}

/** A payment's books hold its own currency only. A fee in another currency is shown with the payment. */
function otherFeeOf({ otherFee }: PaypalItem): string {
  return otherFee === "" ? "" : reasonAsText({ code: "paypal_other_fee", fee: otherFee });
}
