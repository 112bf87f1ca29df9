import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { customerMark } from "#app/store/affiliate-marks.ts";
import { dropApplicationsOf } from "#app/store/applications.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  anonymizeClicks,
  eraseBindings,
  eraseClaimTexts,
  eraseFlagNotes,
  eraseLearnedMarks,
  erasePixelTraces,
  ordersOfCustomer,
  pixelTraces,
  tracedOrders,
} from "#app/store/customer-traces.ts";
import { forgetAnswers } from "#app/store/data-requests.ts";
import { forgetDetailsOfCustomer } from "#app/store/forget-payout-details.ts";
import { dropRequestsNaming } from "#app/store/idempotent-requests.ts";
import { dropBodies } from "#app/store/inbox.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { answerHashes, type CustomerRequest, namesOf } from "./customer-names.ts";
import { forgetOrders } from "./forget-orders.ts";
import { clicksOfOrders } from "./order-clicks.ts";

const atOnce = 200;

/**
 * Redacts a customer: in the facts of their orders, the clicks and checkouts before them, their lifetime
 * affiliate, notes about them, answers to them, their applications, and every body that might name them.
 * Commissions stay. Returns the number of orders.
 */
export async function redactCustomer(shopId: ShopId, request: CustomerRequest, now: Date): Promise<number> {
  const names = namesOf(shopId, request);
  return inTransaction(async (tx) => {
    const { orders, hashes } = await forgetTraces(tx, shopId, { which: ordersOfCustomer(names), now });
    const own = [...new Set([...answerHashes(shopId, request), ...hashes])];
    await eraseBindings(tx, shopId, own);
    for (const hash of own) await dropRequestsNaming(tx, shopId, hash);
    await forgetAnswers(tx, shopId, own);
    await dropBodies(tx, shopId, now);
    await forgetAccount(tx, shopId, request, now);
    if (request.email) await dropApplicationsOf(tx, shopId, request.email.trim().toLowerCase());
    await recordAudit(tx, shopId, {
      subjectKind: "privacy",
      subjectId: request.requestId ?? shopId,
      action: "customer-redacted",
      actor: systemActor,
      details: { orders },
      now,
    });
    return orders;
  });
}

/** A customer who gets store credit as an affiliate has no account left to receive it. */
async function forgetAccount(
  tx: Tx,
  shopId: ShopId,
  { customerId }: CustomerRequest,
  now: Date,
): Promise<void> {
  if (customerId === null) return;
  for (const { affiliateId } of await forgetDetailsOfCustomer(tx, shopId, { customerId, now })) {
    const subject = { subjectKind: "affiliate", subjectId: affiliateId, action: "payout-details-forgotten" };
    await recordAudit(tx, shopId, { ...subject, actor: systemActor, now });
  }
}

type CustomerTraces = { readonly which: ReturnType<typeof ordersOfCustomer>; readonly now: Date };

/** Also returns other hashes of the customer on these orders, because a request may name nobody. */
async function forgetTraces(tx: Tx, shopId: ShopId, { which, now }: CustomerTraces) {
  const hashes = new Set<string>();
  let [orders, after] = [0, ""];
  for (;;) {
    if (which === null) return { orders, hashes };
    const rows = await tracedOrders(tx, shopId, { which, after, limit: atOnce, lock: true });
    const last = rows.at(-1);
    if (!last) return { orders, hashes };
    for (const { customerHash } of rows) if (customerHash !== null) hashes.add(customerHash);
    await forgetMarks(tx, shopId, rows);
    await forgetOrders(tx, shopId, { rows, now });
    orders += rows.length;
    after = last.orderId;
  }
}

/** Redacts data about these orders in other tables. */
async function forgetMarks(tx: Tx, shopId: ShopId, rows: readonly OrderRow[]): Promise<void> {
  const orderIds = rows.map((row) => row.orderId);
  const checkoutTokens = rows.flatMap((row) => {
    const token = row.facts["checkoutToken"];
    return typeof token === "string" && token !== "" ? [token] : [];
  });
  const joins = await pixelTraces(tx, shopId, { orderIds, checkoutTokens });
  await anonymizeClicks(tx, shopId, clicksOfOrders(shopId, rows, joins));
  await erasePixelTraces(tx, shopId, { orderIds, checkoutTokens });
  await eraseClaimTexts(tx, shopId, rows);
  await eraseFlagNotes(tx, shopId, orderIds);
  await eraseLearnedMarks(tx, shopId, marksIn(shopId, rows));
}

/** Marks by which the buyers of these orders may be known as affiliates. */
function marksIn(shopId: ShopId, rows: readonly OrderRow[]): string[] {
  return rows.flatMap((row) => {
    if (!("id" in row.facts)) return [];
    const { customerId, traces } = readFacts(row.facts);
    return [
      ...(traces?.households ?? []),
      ...(customerId === null ? [] : [customerMark(shopId, customerId)]),
    ];
  });
}
