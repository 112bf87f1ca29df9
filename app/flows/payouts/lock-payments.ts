import type { PaymentId, ShopId } from "#app/domain/ids.ts";
import { refusalOfOutcome } from "#app/domain/payouts/section.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { findSection, lockRequest, type PayoutRequest } from "#app/store/payout-requests.ts";
import { findPayments, lockPayments, type PaymentRow } from "#app/store/payout-payments.ts";
import { endRequest } from "./claim-request.ts";

/** Payments that a person decides about, with their requests. */
export type LockedPayments = {
  readonly payments: readonly PaymentRow[];
  readonly requests: readonly PayoutRequest[];
};

/** Locks payments after their requests, in the order used everywhere. */
export async function lockPaymentsWithRequests(
  tx: Tx,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<LockedPayments> {
  const found = await findPayments(tx, shopId, paymentIds);
  const requests: PayoutRequest[] = [];
  for (const requestId of [...new Set(found.flatMap((one) => one.requestId ?? []))].toSorted()) {
    const request = await lockRequest(tx, shopId, requestId);
    if (request) requests.push(request);
  }
  return { payments: await lockPayments(tx, shopId, paymentIds), requests };
}

/**
 * The reason why these payments can't be decided: a section is not fully confirmed, or canceled. The caller has
 * locked the payments. Canceling a section in progress locks them too, so the section itself needs no lock here.
 */
export async function whyNotSent(
  tx: Tx,
  shopId: ShopId,
  payments: readonly PaymentRow[],
): Promise<Refusal | null> {
  for (const sectionId of new Set(payments.map((one) => one.sectionId))) {
    const section = await findSection(tx, shopId, sectionId);
    const refusal = section && refusalOfOutcome(section);
    if (refusal) return refusal;
  }
  return null;
}

/** Ends requests without open payments. */
export async function endRequestsOf(tx: Tx, { requests }: LockedPayments, now: Date): Promise<void> {
  for (const request of requests) {
    if (request.status !== "paid") await endRequest(tx, request, { now });
  }
}
