import { isIdOf, type ShopId } from "#app/domain/ids.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { db } from "#app/platform/db.server.ts";
import { findSection } from "#app/store/payout-requests.ts";
import { findNamedPayment } from "#app/store/payout-payment-list.ts";
import { findPayout } from "#app/store/payouts.ts";

export type PayoutName =
  | { readonly kind: "payout"; readonly at: string }
  | { readonly kind: "section"; readonly at: string; readonly method: PayoutMethod }
  | { readonly kind: "payment"; readonly affiliateName: string };

/** The name of a payout, section or payment. Null if the shop has none with that id. */
export async function namePayout(shopId: ShopId, id: string): Promise<PayoutName | null> {
  if (isIdOf("payout", id)) {
    const payout = await findPayout(db(), shopId, id);
    return payout && { kind: "payout", at: payout.createdAt.toISOString() };
  }
  if (isIdOf("payoutSection", id)) {
    const section = await findSection(db(), shopId, id);
    return section && { kind: "section", at: section.createdAt.toISOString(), method: section.method };
  }
  const payment = await findNamedPayment(db(), shopId, id);
  return payment && { kind: "payment", affiliateName: payment.affiliateName };
}
