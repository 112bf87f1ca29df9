import { and, asc, desc, eq, ilike, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { isIdOf, type PayoutBatchId, type PayoutId, type ShopId } from "../domain/ids.ts";
import type { PayoutMethod } from "../domain/payouts/method.ts";
import {
  type PayoutView,
  type SectionFacts,
  sectionStates,
  type SectionState,
} from "../domain/payouts/section-state.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { isOneOf } from "./many-rows.ts";
import type { PayoutBatch } from "./payout-chunks.ts";
import { payoutBatches, payouts } from "./schema/payouts.ts";

export type Payout = typeof payouts.$inferSelect;

const byId = (shopId: ShopId, payoutId: string) =>
  and(eq(payouts.shopId, shopId), eq(payouts.payoutId, payoutId as PayoutId));

/** Creates a payout; false where its request or its day of the schedule has one already. */
export async function insertPayout(tx: Tx, row: typeof payouts.$inferInsert): Promise<boolean> {
  const made = await tx
    .insert(payouts)
    .values(row)
    .onConflictDoNothing()
    .returning({ payoutId: payouts.payoutId });
  return made.length > 0;
}

/** One payout, or null. */
export async function findPayout(db: Db, shopId: ShopId, payoutId: string): Promise<Payout | null> {
  if (!isIdOf("payout", payoutId)) return null;
  const [row] = await db.select().from(payouts).where(byId(shopId, payoutId));
  return row ?? null;
}

/** The payout that a request created, by the hash of its key, or null. */
export async function findPayoutOfRequest(
  db: Db,
  shopId: ShopId,
  requestKey: string,
): Promise<Payout | null> {
  const [row] = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.shopId, shopId), eq(payouts.requestKey, requestKey)));
  return row ?? null;
}

/** Holds a payout until the transaction ends. It is locked before its sections; null where there is none. */
export async function lockPayout(tx: Tx, shopId: ShopId, payoutId: string): Promise<Payout | null> {
  if (!isIdOf("payout", payoutId)) return null;
  const [row] = await tx.select().from(payouts).where(byId(shopId, payoutId)).for("no key update");
  return row ?? null;
}

/** Holds all sections of a payout that is locked. */
export async function lockSections(tx: Tx, shopId: ShopId, payoutId: PayoutId): Promise<PayoutBatch[]> {
  return tx
    .select()
    .from(payoutBatches)
    .where(and(eq(payoutBatches.shopId, shopId), eq(payoutBatches.payoutId, payoutId)))
    .orderBy(asc(payoutBatches.batchId))
    .for("no key update");
}

/** Methods and currencies that a payout has sections for. */
export async function sectionKeys(
  db: Db,
  shopId: ShopId,
  payoutId: PayoutId,
): Promise<{ readonly method: PayoutMethod; readonly currency: string }[]> {
  const { method, currency } = payoutBatches;
  return db
    .select({ method, currency })
    .from(payoutBatches)
    .where(and(eq(payoutBatches.shopId, shopId), eq(payoutBatches.payoutId, payoutId)));
}

export type SectionRow = SectionFacts & { readonly batch: PayoutBatch };

const itemsOfSection = (condition: SQL) => sql`from payout_items item
  where item.shop_id = ${payoutBatches.shopId} and item.batch_id = ${payoutBatches.batchId} and ${condition}`;
const chunksOfSection = (condition: SQL) => sql`from payout_chunks chunk
  where chunk.shop_id = ${payoutBatches.shopId} and chunk.batch_id = ${payoutBatches.batchId} and ${condition}`;

const ofPerson = sql`(item.status = 'person' or item.contradiction <> '')`;
const isWaiting = sql`chunk.status = 'refused' and chunk.waits_for <> ''`;
const isReady = sql`chunk.status = 'ready'`;

/** Derives a section's state from its rows; the only place that does. */
const stateOfSection = sql<SectionState>`case
  when ${payoutBatches.status} in ('planning', 'cancelling', 'sending') and ${payoutBatches.error} <> ''
    then 'needs_attention'
  when exists (select 1 ${itemsOfSection(ofPerson)}) then 'needs_attention'
  when ${payoutBatches.status} in ('cancelling', 'cancelled') then 'canceled'
  when ${payoutBatches.status} = 'planning' then 'preparing'
  when ${payoutBatches.status} = 'planned' and ${payoutBatches.confirmedBy} is null then 'needs_attention'
  when ${payoutBatches.status} = 'planned' and ${payoutBatches.needsApproval}
    and ${payoutBatches.approvedBy} is null then 'needs_second_confirmation'
  when ${payoutBatches.status} = 'planned' then 'preparing'
  when ${payoutBatches.status} = 'done' and exists (
    select 1 ${itemsOfSection(sql`item.settled_at is not null`)}) then 'paid'
  when ${payoutBatches.status} = 'done' then 'canceled'
  when ${payoutBatches.method} = 'outside' then 'to_pay'
  when exists (select 1 ${chunksOfSection(isWaiting)}) then 'needs_attention'
  when ${payoutBatches.method} = 'bank' and exists (select 1 ${chunksOfSection(isReady)})
    then 'ready_to_download'
  when exists (select 1 ${itemsOfSection(sql`item.status = 'planned'`)}) then 'preparing'
  when exists (select 1 ${chunksOfSection(sql`chunk.status in ('ready', 'sending', 'unknown', 'refused')`)})
    then 'sending'
  else 'sent' end`;

const countOf = (condition: SQL) => sql<number>`(select count(*)::int ${itemsOfSection(condition)})`;
const ofFirstChunk = (column: SQL) =>
  sql<string | null>`(select ${column} ${chunksOfSection(sql`(${isWaiting} or ${isReady})`)}
    order by (chunk.waits_for <> '') desc, chunk.ordinal limit 1)`;

function selectSections(db: Db) {
  return db
    .select({
      batch: payoutBatches,
      state: stateOfSection,
      chunkId: ofFirstChunk(sql`chunk.chunk_id`),
      waitsFor: ofFirstChunk(sql`chunk.waits_for`),
      chunkError: ofFirstChunk(sql`chunk.error`),
      personCount: countOf(ofPerson),
      personItemId: sql<string | null>`(select min(item.item_id) ${itemsOfSection(ofPerson)})`,
      returnedCount: countOf(sql`item.status = 'returned'`),
      failedCount: countOf(sql`item.status = 'failed'`),
      unclaimedCount: countOf(sql`item.status = 'unclaimed'`),
    })
    .from(payoutBatches);
}

/** The sections of some payouts, in the order in which they were created. */
export async function sectionsOf(
  db: Db,
  shopId: ShopId,
  payoutIds: readonly PayoutId[],
): Promise<SectionRow[]> {
  if (payoutIds.length === 0) return [];
  return selectSections(db)
    .where(and(eq(payoutBatches.shopId, shopId), isOneOf(payoutBatches.payoutId, payoutIds)))
    .orderBy(asc(payoutBatches.batchId));
}

/** One section, or null. */
export async function findSection(db: Db, shopId: ShopId, batchId: string): Promise<SectionRow | null> {
  if (!isIdOf("payoutBatch", batchId)) return null;
  const [row] = await selectSections(db).where(
    and(eq(payoutBatches.shopId, shopId), eq(payoutBatches.batchId, batchId as PayoutBatchId)),
  );
  return row ?? null;
}

/** Sections of a shop in one of these states, of which the merchant was not told yet; the oldest first. */
export async function untoldSections(
  db: Db,
  shopId: ShopId,
  states: readonly SectionState[],
): Promise<SectionRow[]> {
  return selectSections(db)
    .where(
      and(
        eq(payoutBatches.shopId, shopId),
        sql`${stateOfSection} = any(${sql.param([...states])})`,
        sql`${payoutBatches.toldState} <> ${stateOfSection}`,
      ),
    )
    .orderBy(asc(payoutBatches.batchId))
    .limit(100);
}

/** Keeps that the merchant was told of this state; false where they were told already. */
export async function markSectionTold(
  tx: Tx,
  shopId: ShopId,
  batchId: PayoutBatchId,
  state: SectionState,
): Promise<boolean> {
  const rows = await tx
    .update(payoutBatches)
    .set({ toldState: state })
    .where(
      and(
        eq(payoutBatches.shopId, shopId),
        eq(payoutBatches.batchId, batchId),
        ne(payoutBatches.toldState, state),
      ),
    )
    .returning({ batchId: payoutBatches.batchId });
  return rows.length > 0;
}

export type PayoutFilter = {
  readonly view?: PayoutView | undefined;
  /** Only payouts with a section in one of these states. */
  readonly states?: readonly SectionState[] | undefined;
  readonly method?: PayoutMethod | undefined;
  readonly currency?: string | undefined;
  /** Part of the payout's id, of its day, or of the name of who created it. */
  readonly search?: string | undefined;
};

type Page = { readonly filter: PayoutFilter; readonly limit: number; readonly offset: number };
/** The last payout that was shown. */
export type PayoutPosition = { readonly at: Date; readonly id: string };

/** Payouts, newest first; below a position, or after so many. */
export async function listPayouts(
  db: Db,
  shopId: ShopId,
  { filter, limit, offset }: Page,
  below?: PayoutPosition,
): Promise<Payout[]> {
  const { createdAt, payoutId } = payouts;
  const isBelow =
    below && or(lt(createdAt, below.at), and(eq(createdAt, below.at), lt(payoutId, below.id as PayoutId)));
  return db
    .select()
    .from(payouts)
    .where(and(filterOf(shopId, filter), isBelow))
    .orderBy(desc(createdAt), desc(payoutId))
    .limit(limit)
    .offset(below ? 0 : offset);
}

export async function countPayouts(db: Db, shopId: ShopId, filter: PayoutFilter): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payouts)
    .where(filterOf(shopId, filter));
  return row?.total ?? 0;
}

const sectionsWhere = (condition: SQL) => sql`exists (select 1 from ${payoutBatches}
  where ${payoutBatches.shopId} = ${payouts.shopId} and ${payoutBatches.payoutId} = ${payouts.payoutId}
    and ${condition})`;

/** Payouts with a bank transfer that is to be marked as paid, or with manual payments. */
export async function countPayoutsToMark(db: Db, shopId: ShopId): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(payouts)
    .where(and(eq(payouts.shopId, shopId), sectionsWhere(isToMark)));
  return row?.total ?? 0;
}

const isToMark = sql`(${stateOfSection} = 'to_pay'
  or (${stateOfSection} = 'sent' and ${payoutBatches.method} = 'bank'))`;

/** Needs the merchant: a state with a button, or a bank transfer that is to be marked as paid. */
const needsMerchant = sectionsWhere(sql`(
  ${stateOfSection} in ('needs_attention', 'needs_second_confirmation', 'ready_to_download') or ${isToMark})`);
const moves = sectionsWhere(
  sql`${stateOfSection} in (${sql.join(
    sectionStates.filter((one) => one !== "paid" && one !== "canceled").map((one) => sql`${one}`),
    sql`, `,
  )})`,
);
const isPaid = sectionsWhere(sql`${stateOfSection} = 'paid'`);

const views: Readonly<Record<PayoutView, SQL>> = {
  "needs-attention": needsMerchant,
  "in-progress": sql`(${moves} and not ${needsMerchant})`,
  paid: sql`(${isPaid} and not ${moves} and not ${needsMerchant})`,
  canceled: sql`(not ${isPaid} and not ${moves} and not ${needsMerchant})`,
};

function filterOf(shopId: ShopId, filter: PayoutFilter): SQL | undefined {
  const { view, states, method, currency, search } = filter;
  const pattern = search && holding(search);
  return and(
    eq(payouts.shopId, shopId),
    view ? views[view] : undefined,
    states ? sectionsWhere(sql`${stateOfSection} = any(${sql.param([...states])})`) : undefined,
    method ? sectionsWhere(sql`${payoutBatches.method} = ${method}`) : undefined,
    currency ? sectionsWhere(sql`${payoutBatches.currency} = ${currency}`) : undefined,
    pattern
      ? or(
          ilike(payouts.payoutId, pattern),
          ilike(payouts.scheduleDay, pattern),
          sql`${payouts.createdBy} ->> 'name' ilike ${pattern}`,
          sectionsWhere(sql`${payoutBatches.batchId} ilike ${pattern}`),
        )
      : undefined,
  );
}
