import type { ShopId } from "#app/domain/ids.ts";
import { resolvedWithinMs } from "#app/domain/payouts/request.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { paidLines } from "#app/store/paid-lines.ts";
import { findRequest, type PayoutRequest } from "#app/store/payout-requests.ts";
import { findPayments, type PaymentRow } from "#app/store/payout-payments.ts";
import type { ProviderStatement } from "#app/store/provider-statements.ts";
import { lockLines } from "#app/store/statement-matching.ts";
import { endSection } from "./claim-request.ts";
import { askPaypal } from "./watch-payout.ts";

/**
 * Checks that payments missing from a statement may be returned to the balance. Refuses if another statement or
 * PayPal says that they were paid: a file may be incomplete, and a payment claimed late is listed on the day it
 * was sent. Runs before anything is written, outside any transaction. Returns that PayPal reports are recorded.
 */
export async function askBeforeReturn(
  statement: ProviderStatement,
  numbers: readonly number[],
  now: Date,
): Promise<Refusal | null> {
  const { shopId } = statement;
  const lines = await inTransaction((tx) => lockLines(tx, statement, { numbers }));
  const about = lines.filter((line) => line.resolvedAt === null && line.match === "missing");
  const ids = about.flatMap((line) => line.paymentId ?? []);
  const told = (await paidLines(db(), shopId, ids)).find((one) => one.match !== "unexpected");
  if (told) {
    return refuse("conflict", { code: "line_says_paid", line: told.number, statement: told.statementId });
  }
  return await askAboutPayments(shopId, await findPayments(db(), shopId, ids), now);
}

/**
 * Refuses if PayPal's own answer says that payments should not be returned to the balance. Null otherwise, also
 * for payments unknown to PayPal, for which a person decides. Outside any transaction. PayPal's answer is
 * recorded.
 */
export async function askAboutPayments(
  shopId: ShopId,
  payments: readonly PaymentRow[],
  now: Date,
): Promise<Refusal | null> {
  const asked = Map.groupBy(payments.filter(isAtProvider), (payment) => payment.requestId);
  for (const [requestId, own] of asked) {
    const request = requestId && (await findRequest(db(), shopId, requestId));
    // Without a PayPal number nobody can ask, so the person decides.
    const refusal =
      request && request.providerId !== "" ? await askAboutRequest(shopId, { request, own }, now) : null;
    if (refusal) return refusal;
  }
  return null;
}

/** True for payments that PayPal must be asked about. All others are known to be returnable or returned. */
function isAtProvider({ method, status }: PaymentRow): boolean {
  return method === "paypal" && (status === "paid" || status === "needs_attention");
}

type RequestToReturn = { readonly request: PayoutRequest; readonly own: readonly PaymentRow[] };

async function askAboutRequest(
  shopId: ShopId,
  { request, own }: RequestToReturn,
  now: Date,
): Promise<Refusal | null> {
  const told = await askPaypal(request, now);
  if (isRefusal(told)) return isLeftToMerchant({ request, own }, now) ? null : told;
  await endSection(shopId, request.sectionId, now);
  for (const { paymentId } of own) {
    const one = told.get(paymentId);
    if (!one || one.outcome === "returned" || one.outcome === "failed") continue;
    return refuse("conflict", { code: "paypal_reports", payment: paymentId, status: one.status });
  }
  return null;
}

/**
 * True if PayPal has been silent for as long as it takes to leave payments to a person (M17). Waiting longer
 * would keep the person from deciding.
 */
function isLeftToMerchant({ request: { lastTriedAt }, own }: RequestToReturn, now: Date): boolean {
  const silenceMs = now.getTime() - (lastTriedAt?.getTime() ?? 0);
  return silenceMs > resolvedWithinMs && own.every(({ status }) => status === "needs_attention");
}
