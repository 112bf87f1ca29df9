import type { PaymentId, ShopId } from "#app/domain/ids.ts";
import { refusalOfOutcome } from "#app/domain/payouts/section.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { findSection, lockRequest, type PayoutRequest } from "#app/store/payout-requests.ts";
import { findPayments, lockPayments, type PaymentRow } from "#app/store/payout-payments.ts";
import { endRequest } from "./claim-request.ts";

/** Payments of which a person says something, and the parts that they are in. */
export type Held = { readonly payments: readonly PaymentRow[]; readonly requests: readonly PayoutRequest[] };

/** Locks payments, and before them the parts that they are in, as everybody does who changes both. */
export async function lockPaymentsWithRequests(
  tx: Tx,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<Held> {
  const found = await findPayments(tx, shopId, paymentIds);
  const requests: PayoutRequest[] = [];
  for (const requestId of [...new Set(found.flatMap((one) => one.requestId ?? []))].toSorted()) {
    const request = await lockRequest(tx, shopId, requestId);
    if (request) requests.push(request);
  }
  return { payments: await lockPayments(tx, shopId, paymentIds), requests };
}

/**
 * Why nothing can be said of these payments: a section of theirs has not every yes, or was taken back. The caller has
 * locked the payments. Canceling a section that is being sent locks them too, so the section itself needs no lock here.
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

/** Ends the parts of which no payment is open any more. */
export async function endHeld(tx: Tx, { requests }: Held, now: Date): Promise<void> {
  for (const request of requests) {
    if (request.status !== "paid") await endRequest(tx, request, { now });
  }
}
