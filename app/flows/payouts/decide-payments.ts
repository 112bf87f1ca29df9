import type { Acting, Ctx } from "#app/domain/context.ts";
import { isIdOf, type PayoutSectionId, type PaymentId, type ShopId } from "#app/domain/ids.ts";
import { refusalOfOutcome } from "#app/domain/payouts/section.ts";
import { type DecidedOutcome, type PaymentState, refusalOfDecision } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { findSection } from "#app/store/payout-requests.ts";
import { findPayments, paymentIdsIn, type PaymentRow } from "#app/store/payout-payments.ts";
import { findShop } from "#app/store/shops.ts";
import { askAboutPayments } from "./ask-before-return.ts";
import { endSection } from "./claim-request.ts";
import { endRequestsOf, lockPaymentsWithRequests, whyNotSent } from "./lock-payments.ts";
import { movePayments } from "./move-payments.ts";

/** A person's decision about payments that no provider reports, or for which several answers are possible. */
export type PaymentDecision = {
  readonly to: DecidedOutcome;
  /** Transaction id of the bank or provider. */
  readonly reference: string;
  readonly note: string;
  /** When it was paid or came back. */
  readonly happenedAt: Date;
};

/** Payments per transaction. */
const atOnce = 200;

/**
 * Decides about all of the given payments, or about none if one can't be decided this way. PayPal is asked
 * before its payments return to the balance. Payments that PayPal has paid or may still pay are not returned.
 * Returns how many.
 */
export async function decidePayments(
  ctx: Ctx,
  paymentIds: readonly string[],
  decision: PaymentDecision,
): Promise<number | Refusal> {
  const { shopId } = ctx.shop;
  const fault = decisionFault(decision, ctx.now);
  if (fault) return fault;
  const ids = [...new Set(paymentIds)];
  if (ids.length === 0 || ids.length > atOnce) {
    return refuse("invalid", { code: "choose_up_to", most: atOnce });
  }
  if (!ids.every((id) => isIdOf("payment", id))) return noSuchPayment;
  const left = await askProvidersFirst(shopId, ids as PaymentId[], decision, ctx.now);
  if (isRefusal(left)) return left;
  const done = await inTransaction((tx) =>
    decideLockedPayments(tx, shopId, { ids: left, decision, by: ctx }),
  );
  if (isRefusal(done)) return done;
  for (const sectionId of done) await endSection(shopId, sectionId, ctx.now);
  return ids.length;
}

/**
 * Asks PayPal and returns the payments that still need a decision. Those that PayPal reports as returned are
 * done.
 */
async function askProvidersFirst(
  shopId: ShopId,
  ids: readonly PaymentId[],
  { to }: PaymentDecision,
  now: Date,
): Promise<readonly PaymentId[] | Refusal> {
  if (to === "paid") return ids;
  const payments = await findPayments(db(), shopId, ids);
  const asked = payments.filter((payment) => payment.method === "paypal" && isDecidable(payment, to));
  if (asked.length === 0) return ids;
  const refusal = await askAboutPayments(shopId, asked, now);
  if (refusal) return refusal;
  const told = await findPayments(
    db(),
    shopId,
    asked.map((payment) => payment.paymentId),
  );
  const ended = new Set(told.filter(isBack).map((payment) => payment.paymentId));
  return ids.filter((id) => !ended.has(id));
}

const isBack = ({ status }: PaymentRow) => status === "returned" || status === "failed";

const isDecidable = (payment: PaymentRow, to: DecidedOutcome) => whyNotDecidable([payment], to) === null;

/** Decides about all payments of a section that need a person's decision, page by page. Returns how many. */
export async function decideSection(
  ctx: Ctx,
  id: string,
  decision: PaymentDecision,
): Promise<number | Refusal> {
  const { shopId } = ctx.shop;
  const section = await findSection(db(), shopId, id);
  if (!section) return refuse("not-found", { code: "not_found", what: "payout" });
  const refusal = refusalOfOutcome(section);
  if (refusal) return refusal;
  const { sectionId } = section;
  const statuses = waitingIn[section.method];
  let count = 0;
  for (;;) {
    const ids = await paymentIdsIn(db(), shopId, { sectionId, statuses, limit: atOnce });
    if (ids.length === 0) return count > 0 ? count : nothingWaits;
    const done = await decidePayments(ctx, ids, decision);
    if (isRefusal(done)) return done;
    count += done;
  }
}

/** States in which only a person can decide. */
const waitingIn: Readonly<Record<PayoutMethod, readonly PaymentState[]>> = {
  paypal: ["needs_attention"],
  store_credit: ["needs_attention"],
  bank: ["sent", "needs_attention"],
  manual: ["planned", "needs_attention"],
};

const nothingWaits = refuse("conflict", { code: "nothing_to_decide" });
const noSuchPayment = refuse("not-found", { code: "not_found", what: "payment" });

function decisionFault({ reference, note, happenedAt }: PaymentDecision, now: Date): Refusal | null {
  if (happenedAt > now) return refuse("invalid", { code: "in_future" }, "date");
  if (reference.length > 200) return refuse("invalid", { code: "too_long", most: 200 }, "reference");
  return note.length > 1000 ? refuse("invalid", { code: "too_long", most: 1000 }, "note") : null;
}

type PaymentsToDecide = {
  readonly ids: readonly PaymentId[];
  readonly decision: PaymentDecision;
  readonly by: Acting;
};

async function decideLockedPayments(
  tx: Tx,
  shopId: ShopId,
  { ids, decision, by }: PaymentsToDecide,
): Promise<Refusal | PayoutSectionId[]> {
  const held = await lockPaymentsWithRequests(tx, shopId, ids);
  const { payments } = held;
  if (payments.length !== ids.length) return noSuchPayment;
  const refusal =
    (await whyNotSent(tx, shopId, payments)) ??
    whyNotDecidable(payments, decision.to) ??
    (await whyTooEarly(tx, shopId, payments, decision.happenedAt));
  if (refusal) return refusal;
  const { to, reference, note, happenedAt } = decision;
  const moves = payments.map(({ paymentId }) => ({
    paymentId,
    move: { said: "person", to } as const,
    happenedAt,
    providerTransactionId: reference === "" ? undefined : reference,
    reason: note,
  }));
  await movePayments(tx, shopId, moves, by);
  await endRequestsOf(tx, held, by.now);
  return [...new Set(payments.map((one) => one.sectionId))];
}

function whyNotDecidable(payments: readonly PaymentRow[], to: DecidedOutcome): Refusal | null {
  const refusals = payments.map((payment) => {
    return refusalOfDecision({ ...payment, wasPaid: payment.settledAt !== null }, to);
  });
  return refusals.find((one) => one !== null) ?? null;
}

/** Merchants import past orders and record payments made before they installed the app. */
const mostBeforeMs = 365 * 86_400_000;

/**
 * Refuses a day before the payment was planned. A manual payment may be older than its plan, because it can be
 * recorded afterwards. More than a year before the app was installed is taken for a typo.
 */
async function whyTooEarly(
  tx: Tx,
  shopId: ShopId,
  payments: readonly PaymentRow[],
  happenedAt: Date,
): Promise<Refusal | null> {
  const shop = await findShop(tx, shopId);
  if (!shop) return noSuchPayment;
  const dayOf = (at: Date) => dayIn(shop.timeZone, at);
  const longBefore = new Date(shop.createdAt.getTime() - mostBeforeMs);
  const since = (payment: PaymentRow) => (payment.method === "manual" ? longBefore : payment.plannedAt);
  const early = payments.find((payment) => dayOf(happenedAt) < dayOf(since(payment)));
  if (!early) return null;
  return refuse("invalid", { code: "payout_after_day", day: { day: dayOf(since(early)) } }, "date");
}
