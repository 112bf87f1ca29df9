import { systemActor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { encrypt } from "#app/platform/crypto.server.ts";
import { type Db, inTransaction } from "#app/platform/db.server.ts";
import { applicationsOfEmail } from "#app/store/applications.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  bindingTraces,
  claimTraces,
  clickTraces,
  type CustomerNames,
  flagTraces,
  ordersOfCustomer,
  pixelTraces,
  tracedOrders,
} from "#app/store/customer-traces.ts";
import { keepDataRequest } from "#app/store/data-requests.ts";
import { detailsOfCustomer } from "#app/store/forget-payout-details.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { answerHashes, type CustomerRequest, namesOf } from "./customer-names.ts";
import { clicksOfOrders } from "./order-clicks.ts";

const dueDays = 30;
const dayMs = 86_400_000;

/**
 * Answers a customer's data request: gathers their data and stores it sealed for the merchant to send. The history is
 * never erased, so it names the request, not the customer.
 */
export async function answerDataRequest(shopId: ShopId, request: CustomerRequest, now: Date): Promise<void> {
  const requestId = request.requestId ?? `at ${now.toISOString()}`;
  await inTransaction(async (tx) => {
    const answer = await gatherAnswer(tx, shopId, namesOf(shopId, request));
    const applications = await gatherApplications(tx, shopId, request.email);
    const document = { requestId, gatheredAt: now.toISOString(), ...answer, applications };
    await keepDataRequest(tx, {
      shopId,
      requestId,
      customerHash: answerHashes(shopId, request)[0] ?? null,
      sealedAnswer: encrypt(JSON.stringify(document, null, 2), shopId),
      orders: answer.orders.length,
      receivedAt: now,
      dueAt: new Date(now.getTime() + dueDays * dayMs),
    });
    await recordAudit(tx, shopId, {
      subjectKind: "privacy",
      subjectId: requestId,
      action: "data-requested",
      actor: systemActor,
      details: { orders: answer.orders.length },
      now,
    });
  });
}

const atOnce = 200;

/** All stored data of a customer, with readable names. */
export type CustomerAnswer = {
  readonly orders: readonly Record<string, unknown>[];
  readonly visits: readonly Record<string, unknown>[];
  readonly checkoutsSeenByPixel: readonly Record<string, unknown>[];
  readonly lifetimeCustomers: readonly Record<string, unknown>[];
  readonly claims: readonly Record<string, unknown>[];
  readonly flags: readonly Record<string, unknown>[];
  readonly payoutDetails: readonly Record<string, unknown>[];
};

/** Reads all tables that may name the customer. */
export async function gatherAnswer(db: Db, shopId: ShopId, names: CustomerNames): Promise<CustomerAnswer> {
  const rows = await readCustomerOrders(db, shopId, names);
  const orderIds = rows.map((row) => row.orderId);
  const texts = (name: string) =>
    rows.flatMap(({ facts }) => (typeof facts[name] === "string" ? [facts[name]] : []));
  const joins = await pixelTraces(db, shopId, { orderIds, checkoutTokens: texts("checkoutToken") });
  const clicks = await clickTraces(db, shopId, clicksOfOrders(shopId, rows, joins));
  const hashes = [...texts("customerHash"), ...(names.customerHash === null ? [] : [names.customerHash])];
  const bindings = await bindingTraces(db, shopId, [...new Set(hashes)]);
  const claims = await claimTraces(db, shopId, rows);
  const flags = await flagTraces(db, shopId, orderIds);
  return {
    orders: rows.map(orderAnswer),
    visits: clicks.map((one) => ({
      id: one.clickId,
      at: one.occurredAt.toISOString(),
      page: one.target,
      cameFrom: one.referrerHost,
      subId: one.subId,
      adNetworkParameter: one.adClick,
      keyedFingerprintOfTheDay: one.visitorHash,
      affiliate: one.affiliateId,
    })),
    checkoutsSeenByPixel: joins.map(({ shopId: _own, ...one }) => one),
    lifetimeCustomers: bindings.map(({ customerHash, since, until, affiliateId }) => ({
      keyedFingerprintOfTheEmail: customerHash,
      since,
      until,
      affiliate: affiliateId,
    })),
    claims: claims.map(({ orderName, affiliateId, note, status, madeAt, answer }) => {
      return { orderName, affiliate: affiliateId, note, status, madeAt, answer };
    }),
    flags: flags.map(({ subjectId, kind, evidence, action, status, raisedAt, note }) => {
      return { order: subjectId, kind, evidence, action, status, raisedAt, note };
    }),
    payoutDetails: await gatherPayouts(db, shopId, names),
  };
}

/** A customer who is an affiliate too and gets store credit to this account. */
async function gatherPayouts(db: Db, shopId: ShopId, { customerId }: CustomerNames) {
  if (customerId === null) return [];
  const found = await detailsOfCustomer(db, shopId, customerId);
  return found.map(({ affiliateId, masked, createdAt, effectiveAt, endedAt }) => ({
    affiliate: affiliateId,
    storeCreditOf: customerId,
    account: masked,
    enteredAt: createdAt,
    usedFrom: effectiveAt,
    usedUntil: endedAt,
  }));
}

async function readCustomerOrders(db: Db, shopId: ShopId, names: CustomerNames): Promise<OrderRow[]> {
  const which = ordersOfCustomer(names);
  if (which === null) return [];
  const found: OrderRow[] = [];
  for (;;) {
    const after = found.at(-1)?.orderId ?? "";
    const rows = await tracedOrders(db, shopId, { which, after, limit: atOnce, lock: false });
    found.push(...rows);
    if (rows.length < atOnce) return found;
  }
}

/** The stored facts with the decision on them. */
function orderAnswer({ name, credited, affiliateId, reason, facts, attribution }: OrderRow) {
  return {
    name,
    creditedToAnAffiliate: credited,
    affiliate: affiliateId,
    reason,
    facts,
    evidence: attribution["evidence"] ?? [],
  };
}

/** Applications sent from a customer's address. */
async function gatherApplications(
  db: Db,
  shopId: ShopId,
  email: string | null,
): Promise<Record<string, unknown>[]> {
  if (email === null) return [];
  const found = await applicationsOfEmail(db, shopId, email.trim().toLowerCase());
  return found.map(
    ({ name, answers, country, referrer, utm, status, appliedAt, decidedAt, message, note }) => ({
      name,
      answers: answers.map(({ label, value }) => ({ question: label, answer: value })),
      country,
      cameFrom: referrer,
      campaign: utm,
      status,
      appliedAt,
      decidedAt,
      message,
      note,
    }),
  );
}
