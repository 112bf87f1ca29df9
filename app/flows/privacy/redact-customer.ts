import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { customerHash } from "#app/platform/customer-hash.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { dropBodies } from "#app/store/inbox.ts";
import { findOrders, forgetCustomers, orderIdsOfCustomer, ordersOfRedaction } from "#app/store/orders.ts";

/** Whom a request is about, as the platform names them; nothing of it is kept. */
export type CustomerRequest = {
  readonly requestId: string | null;
  readonly customerId: string | null;
  readonly email: string | null;
  readonly orderIds: readonly string[];
};

/**
 * A customer asks for their data: writes down for the merchant what is held. That is which orders are known and
 * whether a keyed hash of the address stands beside them; there is no name, address or e-mail to hand out. This
 * history is never erased, so it names the request and not the customer.
 */
export async function answerDataRequest(shopId: ShopId, request: CustomerRequest, now: Date): Promise<void> {
  const hash = request.email ? customerHash(shopId, request.email) : null;
  const listed = await findOrders(db(), shopId, request.orderIds);
  const byHash = hash === null ? [] : await orderIdsOfCustomer(db(), shopId, hash);
  await recordAudit(db(), shopId, {
    subjectKind: "privacy",
    subjectId: request.requestId ?? shopId,
    action: "data-requested",
    actor: systemActor,
    details: {
      ordersHeld: [...new Set([...listed.map((one) => one.orderId), ...byHash])].slice(0, 1000),
      heldBesideOrders: [
        "customer number",
        "keyed hash of the e-mail address",
        "discount codes used",
        "country",
        "tags of the customer",
      ],
    },
    now,
  });
}

/** A customer is to be forgotten: hashes and numbers beside the orders, and the bodies that might name them. */
export async function redactCustomer(shopId: ShopId, request: CustomerRequest, now: Date): Promise<number> {
  const hash = request.email ? customerHash(shopId, request.email) : null;
  return inTransaction(async (tx) => {
    const which = ordersOfRedaction(request.orderIds, { hash, customerId: request.customerId });
    const forgotten = which ? await forgetCustomers(tx, shopId, which) : 0;
    await dropBodies(tx, shopId, now);
    await recordAudit(tx, shopId, {
      subjectKind: "privacy",
      subjectId: request.requestId ?? shopId,
      action: "customer-redacted",
      actor: systemActor,
      details: { orders: forgotten },
      now,
    });
    return forgotten;
  });
}
