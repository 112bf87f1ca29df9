import { type Actor, systemActor } from "#app/domain/actor.ts";
import {
  paymentEventOf,
  afterMove,
  coveringState,
  entriesForEnd,
  feeEntries,
  isOpen,
  type PaymentState,
  type Move,
  type PayoutPosting,
  startEntries,
} from "#app/domain/payouts/payment.ts";
import type { AffiliateId, PaymentId, ShopId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { Barred } from "#app/domain/payouts/payment-reasons.ts";
import { isCertainlyNotSent } from "#app/domain/payouts/request.ts";
import type { Reason } from "#app/domain/refusal-codes.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { addPaymentLines, setCoverings } from "#app/store/balance-lines.ts";
import { type Posting, postEntries } from "#app/store/ledger.ts";
import { recordEvents } from "#app/store/outbox.ts";
import { changeRequest, endedRequest, type PayoutRequest } from "#app/store/payout-requests.ts";
import {
  feesPosted,
  type FreezeSource,
  freezeSources,
  type PaymentChange,
  paymentsOfRequest,
  lockPayments,
  type PaymentRow,
  updatePayments,
} from "#app/store/payout-payments.ts";

/** The new state of a payment and its data. Missing fields stay unchanged. */
export type PaymentMove = {
  readonly paymentId: PaymentId;
  readonly move: Move;
  /** When it happened according to the provider or the person. The time of writing if nobody says. */
  readonly happenedAt?: Date | undefined;
  readonly providerItemId?: string | undefined;
  readonly providerTransactionId?: string | undefined;
  /** The provider's own status. */
  readonly providerStatus?: string | undefined;
  /** The provider's whole fee for this payment, in minor units. Posted once the payment has left. */
  readonly feeMinor?: bigint | undefined;
  /**
   * True if a person reconciles it. The fee may then become lower than posted, which a provider's answer never
   * does.
   */
  readonly mayLowerFee?: boolean | undefined;
  readonly reason?: string | undefined;
};

/** The result for a payment. `isContradiction`: the message was impossible, and was kept for a person. */
type MovedPayment = {
  readonly paymentId: PaymentId;
  readonly affiliateId: AffiliateId;
  readonly from: PaymentState;
  readonly to: PaymentState;
  readonly isContradiction: boolean;
};

type MoveMaker = {
  readonly now: Date;
  /** The person who decided it, for the payment's history. None if a provider reported it. */
  readonly actor?: Actor | undefined;
};

/**
 * The only function that changes states of payments: with their rows locked in the order of ids and with the ledger
 * entries of the change (M2, M16), in the caller's transaction. Known news changes nothing, so it may be repeated.
 * Payments that the shop does not have are missing from the result.
 */
export async function movePayments(
  tx: Tx,
  shopId: ShopId,
  moves: readonly PaymentMove[],
  by: MoveMaker,
): Promise<MovedPayment[]> {
  const wanted = new Map(moves.map((one) => [one.paymentId, one]));
  const rows = await lockPayments(tx, shopId, [...wanted.keys()]);
  const fees = await feesPosted(tx, shopId, rowsWithFee(rows, wanted));
  const changes: PaymentChange[] = [];
  const postings: Posting[] = [];
  const moved: MovedPayment[] = [];
  for (const row of rows) {
    const asked = wanted.get(row.paymentId);
    if (!asked) continue;
    const after = paymentChange(row, asked, { now: by.now, postedFee: fees.get(row.paymentId) ?? 0n });
    if (after.change) changes.push(after.change);
    postings.push(...after.postings);
    moved.push(after.moved);
  }
  if (postings.length > 0) await postEntries(tx, shopId, postings, by.now);
  await moveCoverings(tx, shopId, { rows, moved }, by.now);
  await updatePayments(tx, shopId, changes);
  await recordPaymentEvents(tx, shopId, { rows, moved }, by.now);
  await auditDecisions(tx, shopId, { moved, wanted }, by);
  return moved;
}

async function recordPaymentEvents(
  tx: Tx,
  shopId: ShopId,
  { rows, moved }: { readonly rows: readonly PaymentRow[]; readonly moved: readonly MovedPayment[] },
  now: Date,
): Promise<void> {
  const byId = new Map(rows.map((row) => [row.paymentId, row]));
  const events = moved.flatMap(({ paymentId, affiliateId, from, to }) => {
    const name = from === to ? null : paymentEventOf(to);
    const row = byId.get(paymentId);
    if (!name || !row) return [];
    const { method, currency, amountMinor } = row;
    const amount = { amount: toDecimal({ minor: amountMinor, currency }), currencyCode: currency };
    const payload = { paymentId: paymentId, affiliateId, method, amount };
    // A bank file may be downloaded long before the bank gets it, so affiliates are emailed once the money has
    // left.
    const receivers = name === "payment.sent" ? [] : [{ affiliateId }];
    return [{ name, subjectId: paymentId, affiliateId, payload, receivers }];
  });
  await recordEvents(tx, shopId, events, now);
}

/**
 * Balance lines that a payment covers are paid with it, or open again if it comes back (M22). A fee kept for a
 * payment that came back later is deducted on its own.
 */
async function moveCoverings(
  tx: Tx,
  shopId: ShopId,
  { rows, moved }: { readonly rows: readonly PaymentRow[]; readonly moved: readonly MovedPayment[] },
  now: Date,
): Promise<void> {
  const changed = moved.filter(({ from, to }) => coveringState(from) !== coveringState(to));
  if (changed.length === 0) return;
  const returned = new Set(
    changed.flatMap(({ paymentId, from, to }) => (isReturn(from, to) ? [paymentId] : [])),
  );
  const kept = rows
    .filter((row) => returned.has(row.paymentId) && row.withheldMinor > 0n)
    .map(({ paymentId, affiliateId, currency, withheldMinor }) => {
      return { paymentId, affiliateId, currency, amountMinor: -withheldMinor };
    });
  await addPaymentLines(tx, shopId, kept, now);
  await setCoverings(
    tx,
    shopId,
    changed.map(({ paymentId, to }) => ({ paymentId, state: coveringState(to) })),
  );
}

const isReturn = (from: PaymentState, to: PaymentState) => from === "paid" && to === "returned";

function rowsWithFee(rows: readonly PaymentRow[], wanted: ReadonlyMap<PaymentId, PaymentMove>) {
  return rows
    .map((row) => row.paymentId)
    .filter((paymentId) => wanted.get(paymentId)?.feeMinor !== undefined);
}

type ChangedPayment = {
  readonly change: PaymentChange | null;
  readonly postings: Posting[];
  readonly moved: MovedPayment;
};

function paymentChange(
  row: PaymentRow,
  asked: PaymentMove,
  { now, postedFee }: { readonly now: Date; readonly postedFee: bigint },
): ChangedPayment {
  const next = afterMove({ status: row.status, wasPaid: row.settledAt !== null }, asked.move);
  const isContradiction = next === "contradiction";
  const to = next === "same" || isContradiction ? row.status : next;
  const { paymentId, affiliateId } = row;
  const moved = { paymentId, affiliateId, from: row.status, to, isContradiction };
  const isMove = to !== row.status;
  const happenedAt = asked.happenedAt ?? now;
  const told = isContradiction ? withContradiction(row, asked) : providerColumns(row, asked, { isMove });
  const feeMinor = hasLeft.has(to) ? feeAfter(row.feeMinor, asked) : row.feeMinor;
  const posting: PayoutPosting = { ...row, revision: row.revision + 1 };
  const drafts = [
    ...(isMove ? postingsOf(posting, row.status, to) : []),
    ...(asked.feeMinor === undefined ? [] : feeEntries(posting, postedFee, feeMinor)),
  ];
  const change: PaymentChange = {
    ...row,
    ...told,
    status: to,
    revision: drafts.length > 0 ? posting.revision : row.revision,
    feeMinor,
    ...instantsOf(row, to, { now, happenedAt }),
  };
  const postings = drafts.map((draft) => ({ ...draft, happenedAt }));
  return { change: isUnchanged(row, change) ? null : change, postings, moved };
}

/** A payment that counted as not paid and turns out to be paid leaves `payable` again before it is settled. */
function postingsOf(posting: PayoutPosting, from: PaymentState, to: PaymentState) {
  const isReopened = !isOpen(from) && from !== "paid" && to === "paid";
  return [...(isReopened ? startEntries(posting) : []), ...entriesForEnd(posting, from, to)];
}

/** States in which the provider keeps its fee, even if nobody takes the payment. */
const hasLeft: ReadonlySet<PaymentState> = new Set(["paid", "unclaimed", "returned"]);

function feeAfter(known: bigint, { feeMinor: told, mayLowerFee = false }: PaymentMove): bigint {
  if (told === undefined) return known;
  return told > known || mayLowerFee ? told : known;
}

function providerColumns(row: PaymentRow, asked: PaymentMove, { isMove }: { readonly isMove: boolean }) {
  // A person decided it, or the provider now reports this state itself, so the contradicting answer was only
  // late.
  const isResolved = asked.move.said === "person" || (asked.move.said === "provider" && isAgreed(row, asked));
  // An answer older than the known state adds nothing but ids.
  const isNews = isMove || isAgreed(row, asked);
  return {
    providerItemId: asked.providerItemId ?? row.providerItemId,
    providerTransactionId: asked.providerTransactionId ?? row.providerTransactionId,
    providerStatus: (isNews ? asked.providerStatus : undefined) ?? row.providerStatus,
    reason: isNews ? reasonAfter(row, asked, { isMove }) : row.reason,
    contradiction: isResolved ? "" : row.contradiction,
  };
}

const isAgreed = (row: PaymentRow, { move }: PaymentMove): boolean => row.status === move.to;

/** An unclaimed payment comes back without a reason, so it keeps the reason for which it was unclaimed. */
function reasonAfter(row: PaymentRow, asked: PaymentMove, { isMove }: { readonly isMove: boolean }): string {
  const isUnclaimedBack = row.status === "unclaimed" && asked.move.to === "returned";
  if (isUnclaimedBack) return asked.reason || row.reason || reasonAsText({ code: "unclaimed_returned" });
  return asked.reason ?? (isMove ? "" : row.reason);
}

/** Changes no state. The message stays visible until a person decides. */
function withContradiction(row: PaymentRow, asked: PaymentMove) {
  const said = asked.providerStatus ?? asked.move.to;
  return asked.move.said === "provider"
    ? { contradiction: reasonAsText({ code: "paypal_says_otherwise", said, status: row.status }) }
    : {};
}

type PaymentInstants = Pick<PaymentChange, "sentAt" | "settledAt" | "closedAt">;

function instantsOf(
  row: PaymentRow,
  to: PaymentState,
  { now, happenedAt }: { readonly now: Date; readonly happenedAt: Date },
): PaymentInstants {
  const isHandedOver = to !== "planned" && to !== "sending" && to !== "canceled";
  return {
    sentAt: row.sentAt ?? (isHandedOver && to !== "failed" ? happenedAt : null),
    settledAt: to === "paid" && row.status !== "paid" ? happenedAt : row.settledAt,
    closedAt: isOpen(to) ? null : (row.closedAt ?? now),
  };
}

function isUnchanged(row: PaymentRow, change: PaymentChange): boolean {
  return (Object.keys(change) as (keyof PaymentChange)[]).every((key) => {
    const [before, after] = [row[key], change[key]];
    return before instanceof Date && after instanceof Date
      ? before.getTime() === after.getTime()
      : before === after;
  });
}

async function auditDecisions(
  tx: Tx,
  shopId: ShopId,
  {
    moved,
    wanted,
  }: { readonly moved: readonly MovedPayment[]; readonly wanted: ReadonlyMap<PaymentId, PaymentMove> },
  { actor, now }: MoveMaker,
): Promise<void> {
  if (!actor || actor.kind === systemActor.kind) return;
  for (const { paymentId, from, to, isContradiction } of moved) {
    if (isContradiction) continue;
    const { providerTransactionId, reason } = wanted.get(paymentId) ?? {};
    await recordAudit(tx, shopId, {
      subjectKind: "payment",
      subjectId: paymentId,
      action: to,
      actor,
      details: { from, reference: providerTransactionId ?? "", note: reason ?? "" },
      now,
    });
  }
}

/** The reason why an affiliate may not be paid to these details now, or null. */
export function whyBarred(source: FreezeSource | undefined, now: Date): Barred | null {
  if (!source || source.detailsId === null || source.sealed === null) return "no_details";
  if (source.affiliateStatus !== "active") return "not_active";
  if (source.isHeld) return "paused";
  const isOver = source.detailsEndedAt !== null && source.detailsEndedAt <= now;
  return isOver ? "details_changed" : null;
}

/**
 * Payments of a request that may no longer be made, with the reasons. A request may wait for days: for funds, a
 * permission, or its download. Changes count as long as it was certainly not sent.
 */
async function barredIn(tx: Tx, request: PayoutRequest, now: Date) {
  if (!isCertainlyNotSent(request)) return { count: 0, barred: [] };
  const { shopId, requestId } = request;
  const payments = await paymentsOfRequest(tx, shopId, requestId);
  const ids = payments.map((one) => one.paymentId);
  const sources = await freezeSources(tx, shopId, ids);
  const barred = ids.flatMap((paymentId) => {
    const what = whyBarred(sources.get(paymentId), now);
    return what === null ? [] : [{ paymentId, what }];
  });
  return { count: payments.length, barred };
}

/** The reason why a request may not be sent now, or null. Its content never changes, so a person cancels it. */
export async function whyNotSendable(tx: Tx, request: PayoutRequest, now: Date): Promise<Reason | null> {
  const { barred } = await barredIn(tx, request, now);
  return barredReason(barred);
}

/**
 * Stops a request before it is sent. If none of its payments may be made any more, they return to the balance; if
 * only some may, it waits for a person. True if it was stopped. The caller has locked its row.
 */
export async function stopBarred(tx: Tx, request: PayoutRequest, now: Date): Promise<boolean> {
  const { shopId, requestId } = request;
  const { count, barred } = await barredIn(tx, request, now);
  const reason = barredReason(barred);
  if (reason === null) return false;
  if (barred.length < count) {
    const change = {
      status: "refused",
      nextAt: null,
      intentAccount: "",
      error: reasonAsText(reason),
      waitsFor: "merchant",
    } as const;
    await changeRequest(tx, shopId, requestId, change);
    return true;
  }
  await movePayments(tx, shopId, barred.map(barredMove), { now });
  await changeRequest(tx, shopId, requestId, { ...endedRequest, nextAt: null });
  return true;
}

type BarredPayment = { readonly paymentId: PaymentId; readonly what: Barred };

function barredMove({ paymentId, what }: BarredPayment): PaymentMove {
  const reason = reasonAsText({ code: "payment_barred", what });
  return { paymentId, move: { said: "app", to: "canceled" }, reason };
}

function barredReason(barred: readonly BarredPayment[]): Reason | null {
  const [first] = barred;
  return first ? { code: "payments_barred", what: first.what, count: barred.length } : null;
}
