import type { ShopId } from "#app/domain/ids.ts";
import { findDecimal } from "#app/domain/money.ts";
import {
  certainlyOverMs,
  type RequestNeed,
  lookAgainMs,
  mayStillCallMs,
} from "#app/domain/payouts/request.ts";
import { mayGiveStoreCredit } from "#app/domain/payouts/method.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { createPayout } from "#app/gateways/paypal/payouts.ts";
import { PlatformError } from "#app/gateways/shopify/platform-error.ts";
import { type AccountNews, giveStoreCredit, readAccountNews } from "#app/gateways/shopify/store-credit.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { db, inTransaction, isUniqueViolation } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { saveCustomerChecks } from "#app/store/customer-checks.ts";
import {
  changeRequest,
  type DueRequest,
  dueRequests,
  lockRequest,
  openContent,
  type PayoutRequest,
  sendingSections,
} from "#app/store/payout-requests.ts";
import { accountForSending } from "#app/store/payout-details.ts";
import { paymentsOfRequest } from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import {
  accountReplaced,
  claimRequest,
  type ClaimedRequest,
  endSection,
  recordDoubt,
  recordRefusal,
  markNeedsAttention,
  movePaymentsOfRequest,
  type AttemptTime,
  type PayoutClock,
} from "./claim-request.ts";
import { freezeSection } from "./freeze-section.ts";
import { creditOf, type CreditOrder } from "./request-content.ts";
import { watchPayout } from "./watch-payout.ts";

/** Provider calls that one process runs in parallel. */
const dueAtOnce = 4;

/**
 * Sends and checks the due requests of all shops. Returns true if there may be more. Any number of processes
 * may run it and crash at any time: a request belongs to the worker that claimed it until its lease ends.
 */
export async function sendDue(clock: PayoutClock): Promise<boolean> {
  const due = await dueRequests(db(), { now: clock.now(), limit: dueAtOnce });
  await Promise.all(due.map((one) => sendOrWatch(one, clock)));
  return due.length === dueAtOnce;
}

async function sendOrWatch(due: DueRequest, clock: PayoutClock): Promise<void> {
  try {
    const claimed = await claimRequest(due, clock.now());
    if (!claimed) return;
    if (claimed.does === "watch") await watchPayout(claimed, clock);
    else if (due.method === "store_credit") await sendCredit(claimed, clock);
    else await sendPayout(claimed, clock);
    await endSection(due.shopId, claimed.request.sectionId, clock.now());
  } catch (error) {
    // After its lease another worker continues. The other requests go on.
    log.error("A request of payments failed", {
      shop: due.shopId,
      request: due.requestId,
      ...describeError(error),
    });
  }
}

/** Freezes the requests of a confirmed section and starts to send them. */
export async function sendSection(
  payload: { readonly shopId: string; readonly sectionId: string },
  clock: PayoutClock,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  await freezeSection(shopId, payload.sectionId, clock.now);
  while (await sendDue(clock)) continue;
}

/** Continues sections of a worker that died between two steps: not frozen completely, or not ended. */
export async function continueSections(clock: PayoutClock): Promise<void> {
  for (const { shopId, sectionId } of await sendingSections(db())) {
    try {
      await freezeSection(shopId, sectionId, clock.now);
      await endSection(shopId, sectionId, clock.now());
    } catch (error) {
      // The next run continues with it. The other sections go on.
      log.error("A section of payments failed", {
        shop: shopId,
        section: sectionId,
        ...describeError(error),
      });
    }
  }
}

/**
 * Sends a claimed request to PayPal: always the same bytes under the same sender_batch_id, so PayPal itself prevents
 * a second payment (M17). The call is made outside any transaction, and its result recorded afterwards.
 */
async function sendPayout(claimed: ClaimedRequest, { now, chance }: PayoutClock): Promise<void> {
  const { shopId, requestId, accountId } = claimed.request;
  // The account may have been replaced since the claim.
  const account = await accountForSending(db(), shopId, accountId);
  const result = account ? await createPayout(account, openContent(claimed.request)) : replaced;
  const at = { now: now(), chance: chance() };
  if (result.kind === "refused") {
    return await recordRefusal(claimed, { ...result, ...requestNeedOf(result.code) }, at);
  }
  if (result.kind === "doubt") return await recordDoubt(claimed, result.message, at);
  if (result.batchId === "") {
    // PayPal has it already, but does not say under which id. Its notice will.
    return await recordDoubt(claimed, reasonAsText({ code: "paypal_number_missing" }), at);
  }
  await recordAccepted(shopId, { requestId, batchId: result.batchId, at });
}

const replaced = {
  kind: "refused",
  code: "account-replaced",
  message: accountReplaced,
  mends: "by-person",
  retryAfterSeconds: 0,
} as const;

/** The merchant's step that a refusal requires. */
function requestNeedOf(code: string): { readonly waitsFor?: RequestNeed } {
  return code === "INSUFFICIENT_FUNDS" ? { waitsFor: "funds" } : {};
}

async function recordAccepted(
  shopId: ShopId,
  {
    requestId,
    batchId,
    at,
  }: { requestId: PayoutRequest["requestId"]; batchId: string; at: { now: Date; chance: number } },
): Promise<void> {
  await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request || (request.providerId !== "" && request.providerId !== batchId)) return;
    if (request.status === "accepted" || request.status === "paid") return;
    const payments = await paymentsOfRequest(tx, shopId, requestId);
    const move = { said: "provider", to: "sent" } as const;
    const nextAt = new Date(at.now.getTime() + lookAgainMs(0, at.chance));
    await movePaymentsOfRequest(
      tx,
      request,
      payments.map(({ paymentId }) => ({ paymentId, move })),
      { now: at.now, change: { status: "accepted", providerId: batchId, error: "", nextAt } },
    );
  });
}

/**
 * Gives the store credit of a claimed request (M17). Shopify has no idempotency key that makes a second attempt
 * safe. So an account has one intent at a time, which stores the newest transaction seen before it. After a
 * doubt the account decides: one newer credit of that amount is this payment, several need a person, and with
 * none it is given again once the last attempt is certainly over.
 */
export async function sendCredit(claimed: ClaimedRequest, { now, chance }: PayoutClock): Promise<void> {
  const claimedAt = uptimeMs();
  const { request } = claimed;
  const order = creditOf(request);
  const shop = await findShop(db(), request.shopId);
  const at = (): AttemptTime => ({ now: now(), chance: chance() });
  if (!shop || !mayGiveStoreCredit(shop.scopes)) {
    return await recordRefusal(claimed, byPerson(notAllowed), at());
  }
  if (!(await recordIntent(claimed, order))) return await recordRefusal(claimed, accountIsBusy, at());
  const news = await fetchAccountNews(shop.domain, claimed, order);
  if (news === noSuchCustomer) await saveMissingSince(request, now());
  if (typeof news === "string") return await recordRefusal(claimed, byPerson(news), at());
  if (!news) return await recordRefusal(claimed, cannotLook, at());
  const decided = resolveDoubt(request, { news, order, now: now() });
  if (decided === "wait") return await recordDoubt(claimed, stillWaiting, at());
  if (decided === "needs_attention") return await recordSeveralCredits(request, now());
  if (decided !== "give") return await recordCredit(request, decided, now());
  // A process that paused too long may have lost its lease, while it read the account or while it recorded the
  // attempt.
  const stoodStill = () => uptimeMs() - claimedAt > mayStillCallMs;
  if (stoodStill()) return await recordRefusal(claimed, cannotLook, at());
  if (!(await recordAnswer(claimed, news, now()))) return;
  if (stoodStill()) return await recordRefusal(claimed, cannotLook, at());
  await issueCredit(shop.domain, claimed, { order, at });
}

const accountIsBusy = {
  message: reasonAsText({ code: "credit_account", what: "busy" }),
  mends: "by-time",
  retryAfterSeconds: 60,
} as const;
const cannotLook = {
  message: reasonAsText({ code: "credit_account", what: "unread" }),
  mends: "by-time",
  retryAfterSeconds: 0,
} as const;
const stillWaiting = reasonAsText({ code: "credit_account", what: "waiting" });
const notAllowed = reasonAsText({ code: "credit_not_allowed" });
const noSuchCustomer = reasonAsText({ code: "customer_gone" });
const byPerson = (message: string) => ({
  message,
  mends: "by-person" as const,
  retryAfterSeconds: 0,
  ...(message === notAllowed && { waitsFor: "credit_permission" as const }),
});

/** Reserves the account, which has one intent at a time (M17). False if it has another. */
async function recordIntent({ request, attempt }: ClaimedRequest, order: CreditOrder): Promise<boolean> {
  try {
    return await inTransaction(async (tx) => {
      const locked = await lockRequest(tx, request.shopId, request.requestId);
      if (!locked || locked.attempts !== attempt) return false;
      const intentAccount = `${order.customerId}:${order.currency}`;
      await changeRequest(tx, request.shopId, request.requestId, { intentAccount });
      return true;
    });
  } catch (error) {
    if (isUniqueViolation(error, "payout_requests_intent")) return false;
    throw error;
  }
}

/** The news of an account. A message if only a person can fix it, null if it can't be read now. */
async function fetchAccountNews(
  domain: string,
  { request }: ClaimedRequest,
  order: CreditOrder,
): Promise<AccountNews | string | null> {
  try {
    const news = await readAccountNews(domain, order, request.seenBefore ?? "");
    return news ?? noSuchCustomer;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (["unreachable", "throttled", "forbidden"].includes(error.kind)) return null;
    return error.kind === "refused" || error.kind === "denied" ? error.message : notAllowed;
  }
}

/** Records that the customer account is missing, for the next preview. */
async function saveMissingSince({ shopId, requestId }: PayoutRequest, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const payments = await paymentsOfRequest(tx, shopId, requestId);
    const missing = payments.flatMap(({ detailsId }) => (detailsId === null ? [] : [detailsId]));
    await saveCustomerChecks(tx, shopId, { checked: missing, missing, now });
  });
}

type CreditNews = { readonly news: AccountNews; readonly order: CreditOrder; readonly now: Date };

/** The transaction of the attempt in doubt, or what to do now. */
function resolveDoubt(
  request: PayoutRequest,
  { news, order, now }: CreditNews,
): "give" | "wait" | "needs_attention" | { readonly transactionId: string } {
  if (!isInDoubt(request)) return "give";
  const wanted = findDecimal(order.amount, order.currency)?.minor;
  const fitting = news.credits.filter((one) => findDecimal(one.amount, order.currency)?.minor === wanted);
  const [only] = fitting;
  if (!news.isComplete || fitting.length > 1) return "needs_attention";
  if (only) return only;
  const lastTriedAt = request.lastTriedAt?.getTime() ?? 0;
  return now.getTime() - lastTriedAt > certainlyOverMs ? "give" : "wait";
}

/** If the process died before recording the attempt, no credit was issued. */
const isInDoubt = ({ wasInDoubt, seenBefore }: PayoutRequest) => wasInDoubt && seenBefore !== null;

/**
 * Records the attempt before the credit is given, with the newest transaction on the account before the first
 * attempt. False if another worker took over meanwhile.
 */
async function recordAnswer(
  { request, attempt }: ClaimedRequest,
  news: AccountNews,
  now: Date,
): Promise<boolean> {
  return await inTransaction(async (tx) => {
    const locked = await lockRequest(tx, request.shopId, request.requestId);
    if (!locked || locked.attempts !== attempt || locked.status !== "sending") return false;
    const seenBefore = isInDoubt(request) ? request.seenBefore : news.newestId;
    await changeRequest(tx, request.shopId, request.requestId, { seenBefore, lastTriedAt: now });
    return true;
  });
}

async function issueCredit(
  domain: string,
  claimed: ClaimedRequest,
  { order, at }: { readonly order: CreditOrder; readonly at: () => AttemptTime },
): Promise<void> {
  try {
    const given = await giveStoreCredit(domain, order);
    if (given.kind === "given") await recordCredit(claimed.request, given, at().now);
    else await recordRefusal(claimed, byPerson(given.message), at());
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    // A throttled call was not executed. After any other error it may have been.
    const { kind, message } = error;
    if (kind === "throttled") await recordRefusal(claimed, { ...cannotLook, message }, at());
    else await recordDoubt(claimed, reasonAsText({ code: "shopify_silent" }), at());
  }
}

async function recordCredit(
  { shopId, requestId }: PayoutRequest,
  { transactionId }: { readonly transactionId: string },
  now: Date,
): Promise<void> {
  await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request) return;
    const payments = await paymentsOfRequest(tx, shopId, requestId);
    const moves = payments.map(({ paymentId }) => ({
      paymentId,
      move: { said: "provider", to: "paid" } as const,
      providerTransactionId: transactionId,
      providerStatus: "credited",
    }));
    await movePaymentsOfRequest(tx, request, moves, { now, change: { error: "", nextAt: null } });
  });
}

async function recordSeveralCredits({ shopId, requestId }: PayoutRequest, now: Date): Promise<void> {
  await inTransaction(async (tx) => {
    const request = await lockRequest(tx, shopId, requestId);
    if (!request || request.status !== "sending") return;
    const reason = reasonAsText({ code: "credit_account", what: "unclear" });
    await markNeedsAttention(tx, request, { now, reason });
  });
}
