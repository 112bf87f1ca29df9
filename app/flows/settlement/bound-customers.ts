import type { Winner } from "#app/domain/attribution.ts";
import { bindingAt, type CreditedOrder } from "#app/domain/binding.ts";
import { chooseRules, type RulesVersion } from "#app/domain/attribution-rules.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { creditedOrdersOf, lockCustomers } from "#app/store/order-evidence.ts";

/** Who is bound by which order, those of the same transaction included. */
export type BoundCustomers = {
  /** Everybody whom an order may turn out to be bound to. */
  readonly affiliateIds: readonly AffiliateId[];
  /** The binding of an order's customer as evidence, by the orders placed before it; none where nobody is bound. */
  readonly evidenceFor: (facts: OrderFacts) => Evidence[];
  /** An order of this transaction was credited; orders come as they were placed. */
  readonly take: (facts: OrderFacts, winner: Winner) => void;
};

/**
 * Reads which earlier orders bind the customers of orders that are judged for the first time. It depends on other
 * orders, so it is read once, under a lock on the customer, and never again (M5). `batch` names the orders of this
 * transaction, whose rows in the database are older than what is known of them here.
 */
export async function readBoundCustomers(
  tx: Tx,
  shopId: ShopId,
  of: {
    readonly orders: readonly OrderFacts[];
    readonly batch: readonly string[];
    readonly versions: readonly RulesVersion[];
  },
): Promise<BoundCustomers> {
  const known = of.orders.flatMap((facts) => {
    const { rules } = chooseRules(of.versions, facts.createdAt);
    return facts.customerHash === null ? [] : [{ hash: facts.customerHash, rules }];
  });
  const binding = known.filter(({ rules }) => rules.binding.kind !== "never");
  const counting = known.filter(({ rules }) => rules.newCustomer === "affiliate");
  await lockCustomers(tx, shopId, hashesOf([...binding, ...counting]));
  const credited = await creditedOrdersOf(tx, shopId, {
    customerHashes: hashesOf(binding),
    firstOnly: binding.every(({ rules }) => rules.binding.kind === "life"),
    except: of.batch,
  });
  return customersBoundBy(credited, of.versions);
}

function hashesOf(known: readonly { readonly hash: string }[]): string[] {
  return [...new Set(known.map((one) => one.hash))];
}

function customersBoundBy(
  credited: Map<string, CreditedOrder[]>,
  versions: readonly RulesVersion[],
): BoundCustomers {
  return {
    affiliateIds: [...credited.values()].flat().map((one) => one.affiliateId),
    evidenceFor: ({ customerHash, createdAt }) => {
      const { rules } = chooseRules(versions, createdAt);
      const bound = bindingAt(credited.get(customerHash ?? "") ?? [], rules.binding, createdAt);
      if (bound === null) return [];
      const { affiliateId, at, orderId: boundBy } = bound;
      return [{ kind: "customer", affiliateId, at, boundBy }];
    },
    take: ({ id, customerHash, createdAt }, { affiliateId, evidence }) => {
      if (customerHash === null || evidence?.kind === "renewal") return;
      const order = { orderId: id, affiliateId, at: createdAt };
      credited.set(customerHash, [...(credited.get(customerHash) ?? []), order]);
    },
  };
}
