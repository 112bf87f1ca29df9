import { and, desc, eq, gte, inArray, isNull, lt, sql } from "drizzle-orm";
import {
  type CommissionEventName,
  type EventName,
  type EventPayloads,
  isAnswer,
  type PaymentEventName,
} from "../domain/events.ts";
import {
  idPrefixes,
  isIdOf,
  type AffiliateId,
  type CommissionId,
  type EventId,
  type PaymentId,
  type ProgramId,
  type ShopId,
} from "../domain/ids.ts";
import type { MaskedAccount } from "../domain/payouts/details.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import { isInShadow } from "../domain/shadow/shadow-mode.ts";
import { decrypt, encrypt } from "../platform/crypto.server.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import type { CommissionRow } from "./commissions.ts";
import { insertRows } from "./many-rows.ts";
import { commissions, orders } from "./schema/orders.ts";
import { findShadow } from "./shadow.ts";
import { type EmailState, eventEmails, outboxEvents } from "./schema/emails.ts";

/** Parts of an email that no other table has, or that may not be read from it later. */
export type EmailSecret = {
  /** Address that replaces the receiver's own. */
  readonly to?: string;
  /** Target of a single-use link. */
  readonly link?: string;
  /** When the link expires. */
  readonly expiresAt?: string;
  readonly tokenHash?: string;
  readonly account?: MaskedAccount;
  readonly accountBefore?: MaskedAccount;
};

export type EventReceiver = {
  /** Absent for an affiliate's own address. */
  readonly receiver?: string;
  readonly affiliateId: AffiliateId | null;
  readonly secret?: EmailSecret;
};

type EventOf<Name extends EventName> = {
  readonly name: Name;
  readonly subjectId: string;
  readonly payload: EventPayloads[Name];
  readonly affiliateId: AffiliateId | null;
  /** Receivers of the email. Absent for the affiliate. */
  readonly receivers?: readonly EventReceiver[];
};
export type NewEvent = { readonly [Name in EventName]: EventOf<Name> }[EventName];

const secretContext = (key: readonly string[]) => `event:${key.join(":")}`;

/**
 * Records events and one email row per receiver, in the transaction that causes them. Until a store in shadow mode is
 * live, only answers are emailed (M25).
 */
export async function recordEvents(
  tx: Tx,
  shopId: ShopId,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  const rows = events.map((event) => ({ ...event, eventId: newId<EventId>(idPrefixes.event, now) }));
  const isMuted = rows.some(({ name }) => !isAnswer(name)) && isInShadow(await findShadow(tx, shopId), now);
  const emailed = isMuted ? rows.filter(({ name }) => isAnswer(name)) : rows;
  await insertRows(
    tx,
    outboxEvents,
    rows.map(({ receivers: _receivers, ...event }) => ({ ...event, shopId, createdAt: now })),
  );
  await insertRows(
    tx,
    eventEmails,
    emailed.flatMap((event) =>
      receiversOf(event).map((to) => {
        const receiver = to.receiver ?? to.affiliateId ?? "";
        return {
          shopId,
          eventId: event.eventId,
          channel: "email",
          receiver,
          affiliateId: to.affiliateId,
          sealed: to.secret ? sealSecret({ shopId, eventId: event.eventId, receiver }, to.secret) : "",
          eventName: event.name,
          state: "waiting",
          attempts: 0,
          interrupted: false,
          dueAt: now,
        };
      }),
    ),
  );
}

function receiversOf({ receivers, affiliateId }: NewEvent): readonly EventReceiver[] {
  return receivers ?? (affiliateId === null ? [] : [{ affiliateId }]);
}

/** Excludes tiers that were reached before. After a refund, an order may reach one again. */
export async function withoutKnownTiers(
  tx: Tx,
  shopId: ShopId,
  events: readonly NewEvent[],
): Promise<readonly NewEvent[]> {
  const subjects = events.filter((one) => one.name === "tier.reached").map((one) => one.subjectId);
  if (subjects.length === 0) return events;
  const rows = await tx
    .select({ subjectId: outboxEvents.subjectId })
    .from(outboxEvents)
    .where(and(eq(outboxEvents.shopId, shopId), inArray(outboxEvents.subjectId, subjects)));
  const told = new Set(rows.map((row) => row.subjectId));
  return events.filter(({ name, subjectId }) => {
    if (name !== "tier.reached") return true;
    const isNew = !told.has(subjectId);
    told.add(subjectId);
    return isNew;
  });
}

type SecretKey = Pick<EventEmail, "shopId" | "eventId" | "receiver">;

function sealSecret({ shopId, eventId, receiver }: SecretKey, secret: EmailSecret): string {
  return encrypt(JSON.stringify(secret), secretContext([shopId, eventId, receiver]));
}

/** Opens the sealed part of an email. Empty if there is none. */
export function openSecret({ sealed, ...key }: SecretKey & Pick<EventEmail, "sealed">): EmailSecret {
  if (sealed === "") return {};
  const { shopId, eventId, receiver } = key;
  return JSON.parse(decrypt(sealed, secretContext([shopId, eventId, receiver]))) as EmailSecret;
}

export type OutboxEvent = typeof outboxEvents.$inferSelect;

export async function findEvent(db: Db, shopId: ShopId, eventId: string): Promise<OutboxEvent | null> {
  if (!isIdOf("event", eventId)) return null;
  const [row] = await db
    .select()
    .from(outboxEvents)
    .where(and(eq(outboxEvents.shopId, shopId), eq(outboxEvents.eventId, eventId as EventId)));
  return row ?? null;
}

export type EventPage = {
  readonly name?: EventName | undefined;
  readonly affiliateId?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly limit: number;
  /** Id of the last event shown. */
  readonly after?: string | undefined;
};

/** Events of a shop, newest first. */
export async function listEvents(
  db: Db,
  shopId: ShopId,
  { name, affiliateId, since, until, limit, after }: EventPage,
): Promise<OutboxEvent[]> {
  return await db
    .select()
    .from(outboxEvents)
    .where(
      and(
        eq(outboxEvents.shopId, shopId),
        name && eq(outboxEvents.name, name),
        affiliateId === undefined ? undefined : eq(outboxEvents.affiliateId, affiliateId as AffiliateId),
        since && gte(outboxEvents.createdAt, since),
        until && lt(outboxEvents.createdAt, until),
        after === undefined ? undefined : lt(outboxEvents.eventId, after as EventId),
      ),
    )
    .orderBy(desc(outboxEvents.eventId))
    .limit(limit);
}

type WasToldInput = { readonly name: EventName; readonly subjectId: string; readonly receiver: string };

/** True if a receiver was emailed about a subject. */
export async function wasTold(
  db: Db,
  shopId: ShopId,
  { name, subjectId, receiver }: WasToldInput,
): Promise<boolean> {
  const { rows } = await db.execute<{ told: boolean }>(sql`
    select exists (select 1 from outbox_events e join event_emails d using (shop_id, event_id)
      where e.shop_id = ${shopId} and e.subject_id = ${subjectId} and e.name = ${name}
        and d.receiver = ${receiver} and d.state in ('sending', 'sent')) as told`);
  return rows[0]?.told === true;
}

/** True if an event of a subject was recorded. */
export async function wasRecorded(
  tx: Tx,
  shopId: ShopId,
  { name, subjectId }: Pick<WasToldInput, "name" | "subjectId">,
): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${name}:${shopId}`}, 0))`);
  const [row] = await tx
    .select({ eventId: outboxEvents.eventId })
    .from(outboxEvents)
    .where(
      and(
        eq(outboxEvents.shopId, shopId),
        eq(outboxEvents.subjectId, subjectId),
        eq(outboxEvents.name, name),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Shops with emails to send now. */
export async function shopsWithDueEmails(db: Db, now: Date): Promise<ShopId[]> {
  const { rows } = await db.execute<{ shopId: ShopId }>(sql`
    select distinct shop_id as "shopId" from event_emails
    where state in ('waiting', 'sending') and due_at <= ${now.toISOString()}::timestamptz order by 1`);
  return rows.map((row) => row.shopId);
}

/** Takes the lock for claiming a shop's emails. False while another process has it. */
export async function tryEmailLock(tx: Tx, shopId: ShopId): Promise<boolean> {
  const { rows } = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`emails:${shopId}`}, 0)) as locked`,
  );
  return rows[0]?.locked === true;
}

export type EventEmail = typeof eventEmails.$inferSelect;

/** The email that has been due longest. */
export async function nextDelivery(tx: Tx, shopId: ShopId, now: Date): Promise<EventEmail | null> {
  const [row] = await tx
    .select()
    .from(eventEmails)
    .where(
      and(
        eq(eventEmails.shopId, shopId),
        sql`${eventEmails.state} in ('waiting', 'sending')`,
        sql`${eventEmails.dueAt} <= ${now.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(eventEmails.dueAt, eventEmails.eventId)
    .limit(1);
  return row ?? null;
}

type EmailGroup = Pick<EventEmail, "affiliateId" | "eventName">;

/** When the emails of a group were sent since an instant, oldest first. */
export async function emailsSentSince(
  tx: Tx,
  shopId: ShopId,
  { affiliateId, eventName }: EmailGroup,
  since: Date,
): Promise<Date[]> {
  const { rows } = await tx.execute<{ at: string }>(sql`
    select max(finished_at) as at from event_emails
    where shop_id = ${shopId} and affiliate_id = ${affiliateId} and event_name = ${eventName} and state = 'sent'
      and finished_at > ${since.toISOString()}::timestamptz
    group by message_id order by 1`);
  return rows.map((row) => new Date(row.at));
}

/** Event emails to send as one: all of a kind to an affiliate as a digest, or a single one. */
export type UnclaimedEmail =
  { readonly digest: EmailGroup } | { readonly single: Pick<EventEmail, "eventId" | "receiver"> };

function unclaimedOf(shopId: ShopId, email: UnclaimedEmail) {
  const isPart =
    "digest" in email
      ? and(
          email.digest.affiliateId === null
            ? isNull(eventEmails.affiliateId)
            : eq(eventEmails.affiliateId, email.digest.affiliateId),
          eq(eventEmails.eventName, email.digest.eventName),
        )
      : and(eq(eventEmails.eventId, email.single.eventId), eq(eventEmails.receiver, email.single.receiver));
  return and(
    eq(eventEmails.shopId, shopId),
    isPart,
    eq(eventEmails.state, "waiting"),
    sql`${eventEmails.messageId} is null`,
  );
}

/** Postpones an email. */
export async function postponeEmail(
  tx: Tx,
  shopId: ShopId,
  email: UnclaimedEmail,
  dueAt: Date,
): Promise<void> {
  await tx.update(eventEmails).set({ dueAt }).where(unclaimedOf(shopId, email));
}

/** Assigns event emails without a message to a new one. */
export async function claimForEmail(
  tx: Tx,
  shopId: ShopId,
  email: UnclaimedEmail,
  messageId: string,
): Promise<void> {
  await tx.update(eventEmails).set({ messageId }).where(unclaimedOf(shopId, email));
}

const isOpenEmail = (shopId: ShopId, messageId: string) =>
  and(
    eq(eventEmails.shopId, shopId),
    eq(eventEmails.messageId, messageId),
    sql`${eventEmails.state} in ('waiting', 'sending')`,
  );

/** Begins an attempt to send an email and returns its events. */
export async function startAttempt(
  tx: Tx,
  shopId: ShopId,
  { messageId, dueAt, interrupted }: { messageId: string; dueAt: Date; interrupted: boolean },
): Promise<EventEmail[]> {
  return await tx
    .update(eventEmails)
    .set({ state: "sending", dueAt, interrupted, attempts: sql`${eventEmails.attempts} + 1` })
    .where(isOpenEmail(shopId, messageId))
    .returning();
}

/** Ends an email, or schedules another attempt. */
export async function endAttempt(
  db: Db,
  shopId: ShopId,
  messageId: string,
  outcome:
    | { readonly state: Exclude<EmailState, "waiting" | "sending">; readonly finishedAt: Date }
    | { readonly state: "waiting"; readonly dueAt: Date },
): Promise<void> {
  const isEnd = outcome.state !== "waiting";
  await db
    .update(eventEmails)
    .set({ ...outcome, ...(isEnd && { sealed: "" }) })
    .where(isOpenEmail(shopId, messageId));
}

/** Removes events that are no longer true from their email. */
export async function skipEvents(
  db: Db,
  shopId: ShopId,
  { messageId, eventIds }: { readonly messageId: string; readonly eventIds: readonly EventId[] },
  now: Date,
): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .update(eventEmails)
    .set({ state: "skipped", finishedAt: now, sealed: "" })
    .where(
      and(
        eq(eventEmails.shopId, shopId),
        eq(eventEmails.messageId, messageId),
        inArray(eventEmails.eventId, [...eventIds]),
      ),
    );
}

/** Deletes a shop's events from before an instant, with their emails. */
export async function dropEvents(db: Db, shopId: ShopId, before: Date): Promise<void> {
  const old = and(eq(outboxEvents.shopId, shopId), lt(outboxEvents.createdAt, before));
  const ids = db.select({ eventId: outboxEvents.eventId }).from(outboxEvents).where(old);
  await db.delete(eventEmails).where(and(eq(eventEmails.shopId, shopId), inArray(eventEmails.eventId, ids)));
  await db.delete(outboxEvents).where(old);
}

/** Deletes all events of a shop. */
export async function dropAllEvents(db: Db, shopId: ShopId): Promise<void> {
  await db.delete(eventEmails).where(eq(eventEmails.shopId, shopId));
  await db.delete(outboxEvents).where(eq(outboxEvents.shopId, shopId));
}

/** A commission as emails describe it. */
export type CommissionNews = {
  readonly eventId: EventId;
  readonly commissionId: CommissionId;
  readonly payload: EventPayloads[CommissionEventName];
  readonly orderId: string;
  readonly orderName: string;
  /** The affiliate credited with the order. */
  readonly creditedTo: AffiliateId | null;
  /** Reason code of the order. */
  readonly reason: string;
  readonly currency: string;
  readonly decision: CommissionRow["decision"];
  /** Reason for its denial by a person. Empty without one, and for a denial by a fraud rule. */
  readonly denial: string;
  readonly approval: CommissionRow["approval"];
  readonly approvesAt: Date | null;
  readonly releasedAt: Date | null;
  readonly programId: ProgramId;
  /** True if the affiliate was not emailed about the sale. */
  readonly isSaleUntold: boolean;
};

const isSaleUntold = sql<boolean>`exists (
  select 1 from outbox_events sale join event_emails told using (shop_id, event_id)
  where sale.shop_id = ${outboxEvents.shopId} and sale.subject_id = ${outboxEvents.subjectId}
    and sale.name = 'commission.created' and told.state in ('waiting', 'skipped', 'failed'))`;

const denial = sql<string>`coalesce((
  select case when d.kind = 'denied' and d.details ? 'isNoteSent' then d.note else '' end from decisions d
  where d.shop_id = ${commissions.shopId} and d.subject_id = ${commissions.commissionId}
  order by d.sequence desc limit 1), '')`;

/** Commissions of some events' orders as they are now, oldest event first. */
export async function readCommissionNews(
  db: Db,
  shopId: ShopId,
  eventIds: readonly EventId[],
): Promise<CommissionNews[]> {
  const rows = await db
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
      denial,
      approval: commissions.approval,
      approvesAt: commissions.approvesAt,
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
  return rows.map((row) => ({ ...row, payload: row.payload as EventPayloads[CommissionEventName] }));
}

/** A payment as emails describe it. */
export type PaymentNews = {
  readonly eventId: EventId;
  readonly eventName: PaymentEventName;
  readonly paymentId: PaymentId;
  readonly status: string;
  /** Minor units as text. */
  readonly amount: string;
  readonly currency: string;
  readonly method: PayoutMethod;
  readonly receiver: string;
  readonly commissions: number;
};

/** The payment of an event as it is now, with the number of commissions that it pays. */
export async function readPaymentNews(db: Db, shopId: ShopId, eventId: EventId): Promise<PaymentNews | null> {
  const { rows } = await db.execute<PaymentNews>(sql`
    select e.event_id as "eventId", e.name as "eventName", i.payment_id as "paymentId", i.status,
      i.amount_minor::text as amount, i.currency, i.method, i.receiver,
      (select count(*)::int from payout_coverings c join balance_lines l using (shop_id, line_id)
        where c.shop_id = i.shop_id and c.payment_id = i.payment_id and c.amount_minor > 0 and l.kind = 'commission')
        as commissions
    from outbox_events e join payout_payments i on i.shop_id = e.shop_id and i.payment_id = e.subject_id
    where e.shop_id = ${shopId} and e.event_id = ${eventId}`);
  return rows[0] ?? null;
}
