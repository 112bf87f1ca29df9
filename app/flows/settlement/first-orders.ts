import type { Winner } from "#app/domain/attribution.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { isRenewal } from "#app/domain/order-reading.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import {
  evidenceOfFirst,
  firstOrderOf,
  type Renewal,
  type SubscribedOrder,
  subscribedLines,
} from "#app/domain/renewal.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { lockCustomers, subscribedOrdersOf } from "#app/store/order-evidence.ts";

/** `renewal` is null for an order that is none. */
type Found = { readonly renewal: Renewal | null; readonly evidence: readonly Evidence[] };

export const noRenewal: Found = { renewal: null, evidence: [] };

/** Orders that began subscriptions, those of the same transaction included. */
export type FirstOrders = {
  /** Everybody whom a renewal may turn out to be credited to. */
  readonly affiliateIds: readonly AffiliateId[];
  readonly findFor: (facts: OrderFacts) => Found;
  /** An order of this transaction was judged; orders come as they were placed. */
  readonly take: (facts: OrderFacts, winner: Winner | null) => void;
};

/**
 * Reads the orders that began the subscriptions of renewals that are judged for the first time (M23), under a lock on
 * the customer, as they are never read again (M5). `batch` names the orders of this transaction, whose rows in the
 * database are older than what is known of them here.
 */
export async function readFirstOrders(
  tx: Tx,
  shopId: ShopId,
  of: { readonly orders: readonly OrderFacts[]; readonly batch: readonly string[] },
): Promise<FirstOrders> {
  const renewals = of.orders.filter((facts) => isRenewal(facts.sourceName));
  const beginning = of.orders.filter((facts) => subscribedLines(facts).length > 0);
  const customerIds = customersOf(renewals);
  const locked = customersOf([...renewals, ...beginning]);
  await lockCustomers(
    tx,
    shopId,
    locked.map((id) => `number ${id}`),
  );
  const known = await subscribedOrdersOf(tx, shopId, { customerIds, except: of.batch });
  return firstOrdersAmong(known);
}

function customersOf(orders: readonly OrderFacts[]): string[] {
  return [...new Set(orders.flatMap(({ customerId }) => customerId ?? []))];
}

function firstOrdersAmong(known: Map<string, SubscribedOrder[]>): FirstOrders {
  return {
    affiliateIds: [...known.values()].flat().flatMap(({ credit }) => credit?.affiliateId ?? []),
    findFor: (facts) => {
      if (!isRenewal(facts.sourceName)) return noRenewal;
      const first = firstOrderOf(facts, known.get(facts.customerId ?? "") ?? []);
      return {
        renewal: { firstOrderId: first?.orderId ?? null },
        evidence: first === null ? [] : evidenceOfFirst(first),
      };
    },
    take: (facts, winner) => {
      const { id: orderId, customerId, createdAt: at, test } = facts;
      const lines = subscribedLines(facts);
      if (customerId === null || lines.length === 0) return;
      const credit = winner && { affiliateId: winner.affiliateId, programId: winner.programId };
      known.set(customerId, [...(known.get(customerId) ?? []), { orderId, at, test, lines, credit }]);
    },
  };
}
