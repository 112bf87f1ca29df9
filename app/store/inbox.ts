import type { ShopId } from "../domain/ids.ts";
import { type Db, type Prepared, runPrepared, type Tx, textArray } from "../platform/db.server.ts";
import { and, asc, eq, inArray, lt, lte, ne, sql } from "drizzle-orm";
import { notSeenReason } from "./orders.ts";
import { acceptedBodies, deliveries, orderAnswers } from "./schema/inbox.ts";
import { orders } from "./schema/orders.ts";

export type DeliveryKey = { readonly shopId: ShopId; readonly topic: string; readonly webhookId: string };

type NewDelivery = DeliveryKey & {
  readonly eventId: string | null;
  readonly apiVersion: string;
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
  readonly sealedBody: string;
};

export type Delivery = DeliveryKey & {
  readonly triggeredAt: Date | null;
  readonly receivedAt: Date;
  readonly sealedBody: string | null;
  readonly attempts: number;
};

/** A delivery from Shopify. `bodyHash` is a keyed digest of its original body. */
type AcceptedDelivery = NewDelivery & { readonly bodyHash: string };

// An upsert returns a row that another transaction has just written, which `do nothing` and a select would miss.
const keep: Prepared = {
  name: "keep-deliveries",
  text: `with given as (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
          $8::text[], $9::text[]) with ordinality
        as given (shop_id, topic, webhook_id, event_id, api_version, triggered_at, received_at, sealed_body, body_hash,
          ordinal)),
    owners as (
      insert into accepted_bodies as accepted (body_hash, shop_id, received_at)
      select distinct on (body_hash) body_hash, shop_id, received_at::timestamptz from given
      order by body_hash, ordinal
      on conflict (body_hash) do update set received_at = greatest(accepted.received_at, excluded.received_at)
      returning body_hash, shop_id),
    kept as (
      insert into deliveries (shop_id, topic, webhook_id, event_id, api_version, triggered_at, received_at, sealed_body,
        status, next_attempt_at)
      select shop_id, topic, webhook_id, event_id, api_version, triggered_at::timestamptz, received_at::timestamptz,
        sealed_body, 'waiting', received_at::timestamptz
      from given join owners using (body_hash, shop_id)
      order by shop_id, topic, webhook_id on conflict do nothing)
    select given.ordinal::int from given join owners using (body_hash) where owners.shop_id <> given.shop_id`,
};

/**
 * Stores deliveries in one statement. Existing ones stay as they are. Rows may belong to several shops. A body
 * that was accepted for another shop is not stored. Returns the indexes of rows that were not stored.
 * Each column is one array, because with a parameter per value, parsing the statement takes longer than storing
 * the rows.
 */
export async function keepDeliveries(rows: readonly AcceptedDelivery[]): Promise<Set<number>> {
  const foreign = await runPrepared<{ ordinal: number }>(keep, [
    textArray(rows.map((row) => row.shopId)),
    textArray(rows.map((row) => row.topic)),
    textArray(rows.map((row) => row.webhookId)),
    textArray(rows.map((row) => row.eventId)),
    textArray(rows.map((row) => row.apiVersion)),
    textArray(rows.map((row) => row.triggeredAt?.toISOString() ?? null)),
    textArray(rows.map((row) => row.receivedAt.toISOString())),
    textArray(rows.map((row) => row.sealedBody)),
    textArray(rows.map((row) => row.bodyHash)),
  ]);
  return new Set(foreign.map(({ ordinal }) => ordinal - 1));
}

/**
 * Stores a delivery that the app itself creates. One with that key that is finished waits again, because there
 * is more to do.
 */
export async function keepOwnDelivery(tx: Db, row: NewDelivery): Promise<void> {
  const { sealedBody, receivedAt } = row;
  const waiting = { status: "waiting", attempts: 0, nextAttemptAt: receivedAt } as const;
  await tx
    .insert(deliveries)
    .values({ ...row, ...waiting })
    .onConflictDoUpdate({
      target: [deliveries.shopId, deliveries.topic, deliveries.webhookId],
      set: { ...waiting, sealedBody, receivedAt, processedAt: null },
      setWhere: eq(deliveries.status, "done"),
    });
}

/** Selects deliveries of these topics that are due. */
type WaitingQuery = { readonly topics: readonly string[]; readonly now: Date; readonly limit: number };

/** A unique name of a delivery across shops. */
export function deliveryName({ shopId, topic, webhookId }: DeliveryKey): string {
  return `${shopId} ${topic} ${webhookId}`;
}

/** A delivery with its place in the queue. */
type QueuedDelivery = Delivery & { readonly nextAttemptAt: Date };

/**
 * Claims waiting deliveries of these topics in any shop and locks them until the transaction ends. Skips
 * those that another worker holds. The bodies of those named in `opened` are not loaded.
 */
export async function claimDeliveries(
  tx: Tx,
  query: WaitingQuery,
  opened: readonly string[] = [],
): Promise<QueuedDelivery[]> {
  const name = sql`${deliveries.shopId} || ' ' || ${deliveries.topic} || ' ' || ${deliveries.webhookId}`;
  const isOpened = sql`${name} = any(${sql.param([...opened])})`;
  const sealedBody =
    opened.length === 0
      ? deliveries.sealedBody
      : sql<string | null>`case when ${isOpened} then null else ${deliveries.sealedBody} end`;
  return tx
    .select({ ...deliveryColumns, sealedBody, nextAttemptAt: deliveries.nextAttemptAt })
    .from(deliveries)
    .where(isDue(query))
    .orderBy(...inTurn)
    .limit(query.limit)
    .for("update", { skipLocked: true });
}

/**
 * Deliveries that wait behind one and that nobody has claimed. They are locked for this transaction, so two
 * workers never read the same ones ahead. Afterwards anybody may claim them.
 */
export async function deliveriesBehind(
  tx: Tx,
  query: WaitingQuery,
  last: QueuedDelivery,
): Promise<Delivery[]> {
  const behind = sql`(${sql.join([...inTurnColumns], sql`, `)}) >
    (${last.nextAttemptAt.toISOString()}::timestamptz, ${last.shopId}, ${last.topic}, ${last.webhookId})`;
  return tx
    .select(deliveryColumns)
    .from(deliveries)
    .where(and(isDue(query), behind))
    .orderBy(...inTurn)
    .limit(query.limit)
    .for("update", { skipLocked: true });
}

/** Claims the delivery with this key, or returns null if it does not wait or another worker holds it. */
export async function claimDelivery(tx: Tx, key: DeliveryKey): Promise<Delivery | null> {
  const rows = await tx
    .select(deliveryColumns)
    .from(deliveries)
    .where(and(isKey(key), eq(deliveries.status, "waiting")))
    .for("update", { skipLocked: true });
  return rows[0] ?? null;
}

/** Records the outcomes of deliveries. */
export async function finishDeliveries(
  tx: Db,
  done: readonly (DeliveryKey & { readonly outcome: string })[],
  now: Date,
): Promise<void> {
  if (done.length === 0) return;
  const rows = done.map(({ shopId, topic, webhookId, outcome }) => ({ shopId, topic, webhookId, outcome }));
  await tx.execute(sql`
    update deliveries set status = 'done', processed_at = ${now.toISOString()}::timestamptz, outcome = given.outcome
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as given ("shopId" text, topic text, "webhookId" text, outcome text)
    where deliveries.shop_id = given."shopId" and deliveries.topic = given.topic
      and deliveries.webhook_id = given."webhookId"`);
}

/**
 * Reserves deliveries for a worker that asks the platform about them. After `until` anybody may claim them
 * again.
 */
export async function lendDeliveries(tx: Db, keys: readonly DeliveryKey[], until: Date): Promise<void> {
  for (const key of keys) {
    await tx.update(deliveries).set({ nextAttemptAt: until }).where(isKey(key));
  }
}

/** Records a failed attempt. The delivery is retried at `nextAttemptAt`, or failed for good if that is null. */
export async function failDelivery(
  tx: Db,
  key: DeliveryKey,
  failure: { readonly outcome: string; readonly nextAttemptAt: Date | null },
): Promise<void> {
  await tx
    .update(deliveries)
    .set({
      attempts: sql`${deliveries.attempts} + 1`,
      outcome: failure.outcome.slice(0, 500),
      ...(failure.nextAttemptAt ? { nextAttemptAt: failure.nextAttemptAt } : { status: "failed" as const }),
    })
    .where(and(isKey(key), eq(deliveries.status, "waiting")));
}

/** Deletes bodies of a shop's deliveries received before an instant. */
export async function dropBodies(tx: Db, shopId: ShopId, before: Date): Promise<void> {
  await tx
    .update(deliveries)
    .set({ sealedBody: null })
    .where(
      and(
        eq(deliveries.shopId, shopId),
        lte(deliveries.receivedAt, before),
        sql`${deliveries.sealedBody} is not null`,
        sql`${deliveries.status} <> 'waiting'`,
      ),
    );
}

/** Deletes digests of a shop's bodies last received before an instant. */
export async function dropAcceptedBodies(tx: Db, shopId: ShopId, before: Date): Promise<void> {
  const isOld = lt(acceptedBodies.receivedAt, before);
  await tx.delete(acceptedBodies).where(and(eq(acceptedBodies.shopId, shopId), isOld));
}

/** Deletes the body of one delivery that is finished. */
export async function dropBody(tx: Db, key: DeliveryKey): Promise<void> {
  await tx.update(deliveries).set({ sealedBody: null }).where(isKey(key));
}

/** The columns that processing reads. */
export const deliveryColumns = {
  shopId: deliveries.shopId,
  topic: deliveries.topic,
  webhookId: deliveries.webhookId,
  triggeredAt: deliveries.triggeredAt,
  receivedAt: deliveries.receivedAt,
  sealedBody: deliveries.sealedBody,
  attempts: deliveries.attempts,
};

/** Longest waiting first. */
const inTurnColumns = [
  deliveries.nextAttemptAt,
  deliveries.shopId,
  deliveries.topic,
  deliveries.webhookId,
] as const;
const inTurn = inTurnColumns.map((column) => asc(column));

function isDue({ topics, now }: WaitingQuery) {
  return and(
    eq(deliveries.status, "waiting"),
    lte(deliveries.nextAttemptAt, now),
    inArray(deliveries.topic, [...topics]),
  );
}

/** Matches one delivery of one shop. */
export function isKey(key: DeliveryKey) {
  return and(
    eq(deliveries.shopId, key.shopId),
    eq(deliveries.topic, key.topic),
    eq(deliveries.webhookId, key.webhookId),
  );
}

/** Those of these orders that are known to belong to the shop, and those known not to. */
export async function readOrderAnswers(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<Map<string, boolean>> {
  if (orderIds.length === 0) return new Map();
  const answered = await db
    .select({ orderId: orderAnswers.orderId, ofShop: orderAnswers.ofShop })
    .from(orderAnswers)
    .where(and(eq(orderAnswers.shopId, shopId), inArray(orderAnswers.orderId, [...orderIds])));
  const seen = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(
      and(
        eq(orders.shopId, shopId),
        inArray(orders.orderId, [...orderIds]),
        ne(orders.reason, notSeenReason),
      ),
    );
  const answers = new Map(answered.map(({ orderId, ofShop }) => [orderId, ofShop]));
  for (const { orderId } of seen) answers.set(orderId, true);
  return answers;
}

/** Those of these orders that the shop does not have, according to Shopify. */
export async function findDeniedOrders(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const ofThese = inArray(orderAnswers.orderId, [...orderIds]);
  const rows = await db
    .select({ orderId: orderAnswers.orderId })
    .from(orderAnswers)
    .where(and(eq(orderAnswers.shopId, shopId), ofThese, eq(orderAnswers.ofShop, false)));
  return rows.map(({ orderId }) => orderId);
}

/** Stores Shopify's answers about orders. */
export async function keepOrderAnswers(
  db: Db,
  shopId: ShopId,
  answers: readonly { readonly orderId: string; readonly ofShop: boolean }[],
  now: Date,
): Promise<void> {
  const rows = answers.map((answer) => ({ ...answer, shopId, answeredAt: now }));
  await db.insert(orderAnswers).values(rows).onConflictDoNothing();
}

/** Deletes Shopify's answers from before an instant. */
export async function dropOrderAnswers(db: Db, shopId: ShopId, before: Date): Promise<void> {
  await db
    .delete(orderAnswers)
    .where(and(eq(orderAnswers.shopId, shopId), lt(orderAnswers.answeredAt, before)));
}
