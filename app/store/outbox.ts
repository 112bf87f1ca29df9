import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { EventName, EventPayload } from "../domain/events.ts";
import {
  idPrefixes,
  type AffiliateId,
  type CommissionId,
  type EventId,
  type PayoutItemId,
  type ProgramId,
  type ShopId,
} from "../domain/ids.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import type { CommissionRow } from "./commissions.ts";
import { insertRows } from "./many-rows.ts";
import { commissions, orders } from "./schema/orders.ts";
import { eventDeliveries, type EmailState, outboxEvents } from "./schema/outbox.ts";

export type NewEvent = {
  readonly name: EventName;
  readonly subjectId: string;
  readonly payload: EventPayload;
  /** The affiliate who is emailed about it. */
  readonly affiliateId: AffiliateId;
};

/** Records events and one email delivery for each, in the transaction that causes them. */
export async function recordEvents(
  tx: Tx,
  shopId: ShopId,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  const rows = events.map((event) => ({ ...event, eventId: newId<EventId>(idPrefixes.event, now) }));
  await insertRows(
    tx,
    outboxEvents,
    rows.map(({ affiliateId: _receiver, ...event }) => ({ ...event, shopId, createdAt: now })),
  );
  await insertRows(
    tx,
    eventDeliveries,
    rows.map(({ eventId, name, affiliateId }) => ({
      shopId,
      eventId,
      channel: "email",
      affiliateId,
      eventName: name,
      state: "waiting",
      attempts: 0,
      interrupted: false,
      dueAt: now,
    })),
  );
}

/** Shops with emails to send now. */
export async function shopsWithDueEmails(db: Db, now: Date): Promise<ShopId[]> {
  const { rows } = await db.execute<{ shopId: ShopId }>(sql`
    select distinct shop_id as "shopId" from event_deliveries
    where state in ('waiting', 'sending') and due_at <= ${now.toISOString()}::timestamptz order by 1`);
  return rows.map((row) => row.shopId);
}

/** Takes the lock under which a shop's emails are claimed; false while another process has it. */
export async function tryEmailLock(tx: Tx, shopId: ShopId): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`emails:${shopId}`}, 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

export type EventDelivery = typeof eventDeliveries.$inferSelect;

/** The delivery that has been due longest. */
export async function nextDelivery(tx: Tx, shopId: ShopId, now: Date): Promise<EventDelivery | null> {
  const [row] = await tx
    .select()
    .from(eventDeliveries)
    .where(
      and(
        eq(eventDeliveries.shopId, shopId),
        sql`${eventDeliveries.state} in ('waiting', 'sending')`,
        sql`${eventDeliveries.dueAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(eventDeliveries.dueAt, eventDeliveries.eventId)
    .limit(1);
  return row ?? null;
}

type EmailGroup = Pick<EventDelivery, "affiliateId" | "eventName">;

/** When the emails of a group were sent since an instant, oldest first. */
export async function emailsSentSince(
  tx: Tx,
  shopId: ShopId,
  { affiliateId, eventName }: EmailGroup,
  since: Date,
): Promise<Date[]> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select max(finished_at) as at from event_deliveries
    where shop_id = ${shopId} and affiliate_id = ${affiliateId} and event_name = ${eventName} and state = 'sent'
      and finished_at > ${since.toISOString()}::timestamptz
    group by message_id order by 1`);
  return rows.map((row) => new Date(row.at));
}

const unclaimedOf = (shopId: ShopId, { affiliateId, eventName }: EmailGroup) =>
  and(
    eq(eventDeliveries.shopId, shopId),
    eq(eventDeliveries.affiliateId, affiliateId),
    eq(eventDeliveries.eventName, eventName),
    eq(eventDeliveries.state, "waiting"),
    sql`${eventDeliveries.messageId} is null`,
  );

/** Lets the events of a group wait for a digest. */
export async function postponeGroup(tx: Tx, shopId: ShopId, group: EmailGroup, dueAt: Date): Promise<void> {
  await tx.update(eventDeliveries).set({ dueAt }).where(unclaimedOf(shopId, group));
}

/** Gives the events of a group that no email has yet to a new one; `only` one of them where it's named. */
export async function groupIntoEmail(
  tx: Tx,
  shopId: ShopId,
  group: EmailGroup & { readonly only?: EventId },
  messageId: string,
): Promise<void> {
  const ofEvent = group.only === undefined ? undefined : eq(eventDeliveries.eventId, group.only);
  await tx
    .update(eventDeliveries)
    .set({ messageId })
    .where(and(unclaimedOf(shopId, group), ofEvent));
}

const isOpenEmail = (shopId: ShopId, messageId: string) =>
  and(
    eq(eventDeliveries.shopId, shopId),
    eq(eventDeliveries.messageId, messageId),
    sql`${eventDeliveries.state} in ('waiting', 'sending')`,
  );

/** Begins an attempt to send an email and answers its events. */
export async function startAttempt(
  tx: Tx,
  shopId: ShopId,
  { messageId, dueAt, interrupted }: { messageId: string; dueAt: Date; interrupted: boolean },
): Promise<EventDelivery[]> {
  return await tx
    .update(eventDeliveries)
    .set({ state: "sending", dueAt, interrupted, attempts: sql`${eventDeliveries.attempts} + 1` })
    .where(isOpenEmail(shopId, messageId))
    .returning();
}

/** Ends an email, or lets it wait for another attempt. */
export async function endAttempt(
  db: Db,
  shopId: ShopId,
  messageId: string,
  outcome:
    | { readonly state: Exclude<EmailState, "waiting" | "sending">; readonly finishedAt: Date }
    | { readonly state: "waiting"; readonly dueAt: Date },
): Promise<void> {
  await db.update(eventDeliveries).set(outcome).where(isOpenEmail(shopId, messageId));
}

/** Leaves events out of their email that are no longer true. */
export async function skipEvents(
  db: Db,
  shopId: ShopId,
  eventIds: readonly EventId[],
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .update(eventDeliveries)
    .set({ state: "skipped", finishedAt: now })
    .where(and(eq(eventDeliveries.shopId, shopId), inArray(eventDeliveries.eventId, [...eventIds])));
}

/** Forgets events of a shop that were recorded before an instant, with their deliveries. */
export async function dropEvents(db: Db, shopId: ShopId, before: Date): Promise<void> {
  const old = and(eq(outboxEvents.shopId, shopId), lt(outboxEvents.createdAt, before));
  const ids = db.select({ eventId: outboxEvents.eventId }).from(outboxEvents).where(old);
  await db
    .delete(eventDeliveries)
    .where(and(eq(eventDeliveries.shopId, shopId), inArray(eventDeliveries.eventId, ids)));
  await db.delete(outboxEvents).where(old);
}

/** Forgets all events of a shop. */
export async function dropAllEvents(db: Db, shopId: ShopId): Promise<void> {
  await db.delete(eventDeliveries).where(eq(eventDeliveries.shopId, shopId));
  await db.delete(outboxEvents).where(eq(outboxEvents.shopId, shopId));
}

/** A commission as an email tells of it. */
export type CommissionNews = {
  readonly eventId: EventId;
  readonly commissionId: CommissionId;
  readonly payload: EventPayload;
  readonly orderId: string;
  readonly orderName: string;
  /** Who is credited with the order. */
  readonly creditedTo: AffiliateId | null;
  /** Reason code of the order. */
  readonly reason: string;
  readonly currency: string;
  readonly decision: CommissionRow["decision"];
  readonly approval: CommissionRow["approval"];
  readonly holdUntil: Date | null;
  readonly releasedAt: Date | null;
  readonly programId: ProgramId;
  /** The affiliate was not emailed about the sale. */
  readonly isSaleUntold: boolean;
};

const isSaleUntold = sql<boolean>`exists (
  select 1 from outbox_events sale join event_deliveries told using (shop_id, event_id)
  where sale.shop_id = ${outboxEvents.shopId} and sale.subject_id = ${outboxEvents.subjectId}
    and sale.name = 'commission.created' and told.state in ('waiting', 'skipped', 'failed'))`;

/** The orders' commissions of some events as they are now, oldest event first. */
export async function readCommissionNews(
  db: Db,
  shopId: ShopId,
  eventIds: readonly EventId[],
): Promise<CommissionNews[]> {
  return await db
    .select({
      eventId: outboxEvents.eventId,
      commissionId: commissions.commissionId,
      payload: outboxEvents.payload,
      orderId: orders.orderId,
      orderName: orders.name,
      creditedTo: orders.affiliateId,
      reason: orders.reason,
      currency: commissions.currency,
      decision: commissions.decision,
      approval: commissions.approval,
      holdUntil: commissions.holdUntil,
      releasedAt: commissions.releasedAt,
      programId: commissions.programId,
      isSaleUntold,
    })
    .from(outboxEvents)
    .innerJoin(
      commissions,
      and(
        eq(commissions.shopId, outboxEvents.shopId),
        sql`${commissions.commissionId} = ${outboxEvents.subjectId}`,
      ),
    )
    .innerJoin(orders, and(eq(orders.shopId, commissions.shopId), eq(orders.orderId, commissions.orderId)))
    .where(and(eq(outboxEvents.shopId, shopId), inArray(outboxEvents.eventId, [...eventIds])))
    .orderBy(outboxEvents.eventId);
}

/** A payment as an email tells of it. */
export type PaymentNews = {
  readonly eventId: EventId;
  readonly eventName: EventName;
  readonly itemId: PayoutItemId;
  readonly status: string;
  /** Minor units as text. */
  readonly amount: string;
  readonly currency: string;
  readonly method: PayoutMethod;
  readonly receiver: string;
  readonly commissions: number;
};

/** The payment of an event as it is now, with how many commissions it pays. */
export async function readPaymentNews(db: Db, shopId: ShopId, eventId: EventId): Promise<PaymentNews | null> {
  const { rows } = await db.execute<PaymentNews>(sql`
    select e.event_id as "eventId", e.name as "eventName", i.item_id as "itemId", i.status,
      i.amount_minor::text as amount, i.currency, i.method, i.receiver,
      (select count(*)::int from payout_coverings c join balance_lines l using (shop_id, line_id)
        where c.shop_id = i.shop_id and c.item_id = i.item_id and c.amount_minor > 0 and l.kind = 'commission')
        as commissions
    from outbox_events e join payout_items i on i.shop_id = e.shop_id and i.item_id = e.subject_id
    where e.shop_id = ${shopId} and e.event_id = ${eventId}`);
  return rows[0] ?? null;
}
