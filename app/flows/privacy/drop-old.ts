import type { ShopId } from "#app/domain/ids.ts";
import { vitalDays } from "#app/domain/vitals.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { dropOldApplications } from "#app/store/applications.ts";
import { forgetAnswersBefore } from "#app/store/data-requests.ts";
import { forgetDetailsBefore } from "#app/store/forget-payout-details.ts";
import { dropAcceptedBodies, dropBodies, dropOrderAnswers } from "#app/store/inbox.ts";
import { dropChunksBefore } from "#app/store/file-chunks.ts";
import { dropFilesBefore } from "#app/store/file-imports.ts";
import { hashOfFacts } from "#app/store/orders.ts";
import { dropEvents } from "#app/store/outbox.ts";
import { dropNotices } from "#app/store/payout-notices.ts";
import {
  dropPixelJoins,
  type StoredFacts,
  listRetentions,
  lockTracedOrders,
  type Retention,
  saveFacts,
} from "#app/store/retention.ts";
import { dropAuditsBefore } from "#app/store/referral-audits.ts";
import { dropExpiredDrafts } from "#app/store/statement-drafts.ts";
import { dropRequestsBefore } from "#app/store/idempotent-requests.ts";
import { listShopIds } from "#app/store/shops.ts";
import { dropVitals } from "#app/store/vitals.ts";

const dayMs = 86_400_000;
/** Days that an answer stays available after it was sent, for a customer who lost it. */
const answerDays = 30;
/** Days that proofs of a delivery's shop are kept. Longer than any shop keeps bodies. */
const deliveryProofDays = 60;
/** Files of other systems that nobody imported or audited. */
const importDays = 30;
/** After this nobody confirms an address. The confirmation link works for a week. */
const unconfirmedDays = 30;
/** Declined applications are kept while a person may still ask about them. */
const declinedMonths = 24;
/** Integrations that were offline for a quarter can still read the events. */
const eventDays = 90;
/** Payout details are kept for the longest usual bookkeeping duty: ten years after they end. */
const accountDays = 3653;

/** Deletes data of every shop that is past its retention period. */
export async function dropOld(now: Date): Promise<void> {
  for (const retention of await listRetentions(db())) await dropOldOfShop(retention, now);
}

/**
 * Deletes data of a shop that is past its retention period: bodies of deliveries, pixel data, speeds, buyer hashes,
 * answers to customers, old applications, events, and payout details that paid nobody for ten years.
 */
export async function dropOldOfShop(retention: Retention, now: Date): Promise<void> {
  const { shopId, bodyDays, pixelDays, traceMonths } = retention;
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  await dropBodies(db(), shopId, daysAgo(bodyDays));
  await dropAcceptedBodies(db(), shopId, daysAgo(deliveryProofDays));
  await dropOrderAnswers(db(), shopId, daysAgo(deliveryProofDays));
  await dropNotices(db(), shopId, daysAgo(bodyDays));
  await dropEvents(db(), shopId, daysAgo(eventDays));
  await dropPixelJoins(db(), shopId, daysAgo(pixelDays));
  // One day more, because the shop's day may be behind.
  await dropVitals(
    db(),
    shopId,
    daysAgo(vitalDays + 1)
      .toISOString()
      .slice(0, 10),
  );
  await dropTraces(shopId, monthsBefore(now, traceMonths));
  await dropExpiredDrafts(db(), shopId, now);
  await dropFilesBefore(db(), shopId, daysAgo(importDays));
  await dropAuditsBefore(db(), shopId, daysAgo(importDays));
  await dropChunksBefore(db(), shopId, daysAgo(1));
  await dropOldApplications(db(), shopId, {
    unconfirmed: daysAgo(unconfirmedDays),
    declined: monthsBefore(now, declinedMonths),
  });
  await forgetAnswersBefore(db(), shopId, daysAgo(answerDays));
  await forgetDetailsBefore(db(), shopId, daysAgo(accountDays));
}

/** Goes back by calendar months. A day that the earlier month lacks becomes a day of the month after it. */
function monthsBefore(now: Date, months: number): Date {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - months);
  return before;
}

/** Orders per transaction, so none is locked for long. */
const atOnce = 200;

/**
 * Deletes the hashes that identify buyers of older orders, and the referring sites. Commissions, flags, decisions and
 * lifetime customers stay. A later message about an old order fills its hashes again until the next run.
 */
async function dropTraces(shopId: ShopId, before: Date): Promise<void> {
  let dropped = atOnce;
  while (dropped === atOnce) {
    dropped = await inTransaction(async (tx) => {
      const rows = await lockTracedOrders(tx, shopId, { before, limit: atOnce });
      if (rows.length > 0) await saveFacts(tx, shopId, rows.map(withoutTraces));
      return rows.length;
    });
  }
}

/** Facts whose hash was wrong keep the wrong one, so a verification still reports them. */
function withoutTraces({ orderId, facts, factsHash }: StoredFacts): StoredFacts {
  const { traces: _traces, ...kept } = facts;
  const isSound = factsHash === hashOfFacts(facts);
  return { orderId, facts: kept, factsHash: isSound ? hashOfFacts(kept) : factsHash };
}

/** Deletes answers stored for Idempotency-Keys after a day, because they name affiliates. */
export async function dropOldAnswers(now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  for (const shopId of await listShopIds(db())) await dropRequestsBefore(db(), shopId, before);
}
