import type { PayoutSectionId, PaypalAccountId, ShopId } from "#app/domain/ids.ts";
import {
  type RequestNeed,
  leaseMs,
  lookBackMs,
  resolvedWithinMs,
  retryAfterMs,
} from "#app/domain/payouts/request.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import {
  changeSection,
  changeRequest,
  type RequestChange,
  type DueRequest,
  endedRequest,
  lockSection,
  lockRequest,
  type PayoutRequest,
} from "#app/store/payout-requests.ts";
import { hasOpenPayments, paymentsOfRequest, newestPayment } from "#app/store/payout-payments.ts";
import { lockPaypalFor } from "#app/store/payout-details.ts";
import { columnsOf } from "./bank-files.ts";
import { type PaymentMove, movePayments, stopBarred } from "./move-payments.ts";

export type PayoutClock = {
  readonly now: () => Date;
  /** From 0 to 1. Spreads retries that would otherwise come at the same moment. */
  readonly chance: () => number;
};

/**
 * A request leased to this worker. `send`: it must be sent, and `attempt` is the number of the attempt. `watch`: the
 * provider has it and must be asked.
 */
export type ClaimedRequest = {
  readonly request: PayoutRequest;
  readonly does: "send" | "watch";
  readonly attempt: number;
  /** End of the lease. A different instant in the request's row means that it should be checked sooner. */
  readonly until: Date;
};

/**
 * Claims a due request in its own transaction. Null if there is nothing to do. An attempt that began and has no
 * recorded end counts as a doubt. A doubt that lasts too long is left to a person.
 */
export async function claimRequest(
  { shopId, requestId, method }: DueRequest,
  now: Date,
): Promise<ClaimedRequest | null> {
  return await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request || request.nextAt === null || request.nextAt > now) return null;
    const nextAt = new Date(now.getTime() + leaseMs);
    if (request.providerId !== "") {
      await changeRequest(tx, shopId, requestId, { nextAt });
      return { request, does: "watch", attempt: request.attempts, until: nextAt };
    }
    // If the worker died while it only looked for the credit, there was no attempt.
    const wasInDoubt = request.wasInDoubt || (request.status === "sending" && request.lastTriedAt !== null);
    if (await endIfNothingToSend(tx, request, { wasInDoubt, now })) return null;
    const accountId = method === "paypal" ? await claimAccount(tx, request, { wasInDoubt, now }) : null;
    if (accountId === "none") return null;
    if (await stopBarred(tx, request, now)) return null;
    const tried = { attempts: request.attempts + 1, firstTriedAt: request.firstTriedAt ?? now };
    // A credit is looked up first, and records its attempt itself.
    const lastTriedAt = method === "paypal" ? now : request.lastTriedAt;
    const change = { ...tried, lastTriedAt, status: "sending", wasInDoubt, nextAt, waitsFor: "" } as const;
    await changeRequest(tx, shopId, requestId, change);
    return {
      request: { ...request, wasInDoubt, accountId },
      does: "send",
      attempt: tried.attempts,
      until: nextAt,
    };
  });
}

/** Ends a request that can't be sent automatically any more. True if it was ended. */
async function endIfNothingToSend(
  tx: Tx,
  request: PayoutRequest,
  { wasInDoubt, now }: { readonly wasInDoubt: boolean; readonly now: Date },
): Promise<boolean> {
  if (!isSendable(request)) {
    await changeRequest(tx, request.shopId, request.requestId, { nextAt: null });
    return true;
  }
  if (wasInDoubt && isPastProviderMemory(request, now)) {
    await markNeedsAttention(tx, request, {
      now,
      reason: reasonAsText({ code: "outcome_unknown" }),
    });
    return true;
  }
  return false;
}

/**
 * The PayPal account that sends a request, the same from the first attempt on. "none" if no account may send it: the
 * shop has none, or replaced the one that tried. The request's row then says so. The caller has locked it.
 */
async function claimAccount(
  tx: Tx,
  request: PayoutRequest,
  { wasInDoubt, now }: { readonly wasInDoubt: boolean; readonly now: Date },
): Promise<PaypalAccountId | "none"> {
  const { shopId, requestId } = request;
  const current = await lockPaypalFor(tx, shopId, now);
  if (request.accountId === null && current !== null) {
    await changeRequest(tx, shopId, requestId, { accountId: current });
    return current;
  }
  if (request.accountId !== null && request.accountId === current) return current;
  if (wasInDoubt) await leaveInDoubt(tx, request, now);
  else {
    const stopped =
      request.accountId === null
        ? ({ error: paypalNotConnected, waitsFor: "paypal_account" } as const)
        : ({ error: accountReplaced, waitsFor: "merchant" } as const);
    await changeRequest(tx, shopId, requestId, { status: "refused", nextAt: null, ...stopped });
  }
  return "none";
}

const paypalNotConnected = reasonAsText({ code: "waits_for_paypal" });
export const accountReplaced = reasonAsText({ code: "paypal_account_replaced" });

/**
 * The account may have paid it and sends nothing any more. Its notice or report decides, or a person once PayPal no
 * longer remembers it.
 */
async function leaveInDoubt(tx: Tx, request: PayoutRequest, now: Date): Promise<void> {
  const { shopId, requestId } = request;
  const forgottenAt = new Date((request.firstTriedAt ?? now).getTime() + resolvedWithinMs + 1);
  await changeRequest(tx, shopId, requestId, {
    status: "checking",
    wasInDoubt: true,
    nextAt: forgottenAt,
    error: reasonAsText({ code: "paypal_replaced_while_sending" }),
  });
  const payments = await paymentsOfRequest(tx, shopId, requestId);
  const move = { said: "app", to: "checking" } as const;
  await movePayments(
    tx,
    shopId,
    payments.map(({ paymentId }) => ({ paymentId, move })),
    { now },
  );
}

function isSendable({ status }: PayoutRequest): boolean {
  return status === "ready" || status === "sending" || status === "checking" || status === "refused";
}

/** M17: the provider no longer remembers the first attempt, so another one could be a second payment. */
function isPastProviderMemory({ firstTriedAt }: PayoutRequest, now: Date): boolean {
  return firstTriedAt !== null && now.getTime() - firstTriedAt.getTime() > resolvedWithinMs;
}

/** Leaves a request to a person. The caller has locked its row. */
export async function markNeedsAttention(
  tx: Tx,
  { shopId, requestId }: PayoutRequest,
  { now, reason }: { readonly now: Date; readonly reason: string },
): Promise<void> {
  await changeRequest(tx, shopId, requestId, { status: "needs_attention", nextAt: null, error: reason });
  const payments = await paymentsOfRequest(tx, shopId, requestId);
  const move = { said: "app", to: "needs_attention" } as const;
  await movePayments(
    tx,
    shopId,
    payments.map(({ paymentId }) => ({ paymentId, move, reason })),
    { now },
  );
}

/** The error of a refused attempt and what it means for its payments. */
type RequestRefusal = {
  readonly message: string;
  readonly mends: "by-time" | "by-person";
  readonly retryAfterSeconds: number;
  /**
   * The merchant's next step if it is known. A refusal that only a person can fix waits for the merchant
   * anyway.
   */
  readonly waitsFor?: RequestNeed;
};
/** A reading of the clock. */
export type AttemptTime = { readonly now: Date; readonly chance: number };

/**
 * Records a refused attempt. If no earlier attempt is in doubt, nothing was paid: the request waits for its
 * time or for a person. After a doubt, a refusal proves nothing about earlier attempts (M17), so the same
 * content is sent again later.
 */
export async function recordRefusal(
  claimed: ClaimedRequest,
  refused: RequestRefusal,
  at: AttemptTime,
): Promise<void> {
  await recordAttempt(claimed, (request) => {
    const waitMs = retryAfterMs(claimed.attempt, at.chance, refused.retryAfterSeconds);
    const later = new Date(at.now.getTime() + waitMs);
    if (request.wasInDoubt) return { status: "checking", error: refused.message, nextAt: later };
    const nextAt = refused.mends === "by-time" ? later : null;
    const waitsFor = refused.waitsFor ?? (refused.mends === "by-person" ? "merchant" : "");
    return { status: "refused", error: refused.message, nextAt, intentAccount: "", waitsFor };
  });
}

/** Records an attempt with an unknown result. Its payments are in doubt until the provider answers (M17). */
export async function recordDoubt(claimed: ClaimedRequest, message: string, at: AttemptTime): Promise<void> {
  const moves: PaymentMove["move"] = { said: "app", to: "checking" };
  await recordAttempt(
    claimed,
    () => ({
      status: "checking",
      wasInDoubt: true,
      error: message,
      nextAt: new Date(at.now.getTime() + retryAfterMs(claimed.attempt, at.chance)),
    }),
    { move: moves, now: at.now },
  );
}

/** Records the end of an attempt, unless a newer attempt began or the provider answered meanwhile. */
async function recordAttempt(
  { request: { shopId, requestId }, attempt }: ClaimedRequest,
  changeOf: (request: PayoutRequest) => RequestChange,
  payments?: { readonly move: PaymentMove["move"]; readonly now: Date },
): Promise<void> {
  await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request || request.attempts !== attempt || request.status !== "sending") return;
    if (request.providerId !== "") {
      await changeRequest(tx, shopId, requestId, { nextAt: request.firstTriedAt });
      return;
    }
    await changeRequest(tx, shopId, requestId, changeOf(request));
    if (!payments) return;
    const rows = await paymentsOfRequest(tx, shopId, requestId);
    const { move, now } = payments;
    await movePayments(
      tx,
      shopId,
      rows.map(({ paymentId }) => ({ paymentId, move })),
      { now },
    );
  });
}

/** Moves payments of a locked request, and ends the request if none of them is open any more. */
export async function movePaymentsOfRequest(
  tx: Tx,
  request: PayoutRequest,
  moves: readonly PaymentMove[],
  { now, change }: { readonly now: Date; readonly change: RequestChange },
): Promise<void> {
  const { shopId, requestId } = request;
  await movePayments(tx, shopId, moves, { now });
  if (!(await endRequest(tx, request, { now, change }))) await changeRequest(tx, shopId, requestId, change);
}

/**
 * Ends a locked request without open payments: it is not tried again and its account is free for others. Returns
 * false if one is open.
 */
export async function endRequest(
  tx: Tx,
  request: PayoutRequest,
  { now, change = {} }: { readonly now: Date; readonly change?: RequestChange },
): Promise<boolean> {
  const { shopId, requestId, sectionId } = request;
  if (await hasOpenPayments(tx, shopId, { sectionId, requestId })) return false;
  const after = { ...request, ...change };
  const from = (await newestPayment(tx, shopId, requestId)) ?? request.firstTriedAt ?? now;
  // No provider can be asked about a bank file, or about a request that it gave no number.
  const isAsked = after.providerId !== "" && columnsOf(after) === null;
  const waitMs = isAsked ? lookBackMs(now.getTime() - from.getTime()) : null;
  await changeRequest(tx, shopId, requestId, { ...change, ...retryChange(waitMs, now) });
  return true;
}

/** Payments can come back after they arrived, so PayPal is asked a few more times. */
function retryChange(waitMs: number | null, now: Date): RequestChange {
  return {
    ...endedRequest,
    nextAt: waitMs === null ? null : new Date(now.getTime() + waitMs),
  };
}

/**
 * Ends a section without open payments, in its own transaction because sections are locked before their
 * requests.
 */
export async function endSection(shopId: ShopId, sectionId: PayoutSectionId, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const section = await lockSection(tx, shopId, sectionId);
    if (section?.status !== "sending" || (await hasOpenPayments(tx, shopId, { sectionId }))) return;
    await changeSection(tx, shopId, sectionId, { status: "done", finishedAt: now, error: "" });
  });
}
