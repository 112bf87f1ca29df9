import { and, asc, desc, eq, ilike, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { isIdOf, type PayoutSectionId, type PayoutId, type ShopId } from "../domain/ids.ts";
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
import type { PayoutSection } from "./payout-requests.ts";
import { payoutSections, payouts } from "./schema/payouts.ts";

export type Payout = typeof payouts.$inferSelect;

const byId = (shopId: ShopId, payoutId: string) =>
  and(eq(payouts.shopId, shopId), eq(payouts.payoutId, payoutId as PayoutId));

/** Creates a payout. False if its request or its scheduled day has one already. */
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

/** Locks a payout until the transaction ends, before its sections. Null if there is none. */
export async function lockPayout(tx: Tx, shopId: ShopId, payoutId: string): Promise<Payout | null> {
  if (!isIdOf("payout", payoutId)) return null;
  const [row] = await tx.select().from(payouts).where(byId(shopId, payoutId)).for("no key update");
  return row ?? null;
}

/** Locks all sections of a locked payout. */
export async function lockSections(tx: Tx, shopId: ShopId, payoutId: PayoutId): Promise<PayoutSection[]> {
  return tx
    .select()
    .from(payoutSections)
    .where(and(eq(payoutSections.shopId, shopId), eq(payoutSections.payoutId, payoutId)))
    .orderBy(asc(payoutSections.sectionId))
    .for("no key update");
}

/** Methods and currencies of a payout's sections. */
export async function sectionKeys(
  db: Db,
  shopId: ShopId,
  payoutId: PayoutId,
): Promise<{ readonly method: PayoutMethod; readonly currency: string }[]> {
  const { method, currency } = payoutSections;
  return db
    .select({ method, currency })
    .from(payoutSections)
    .where(and(eq(payoutSections.shopId, shopId), eq(payoutSections.payoutId, payoutId)));
}

export type SectionRow = SectionFacts & { readonly section: PayoutSection };

const paymentsOfSection = (condition: SQL) => sql`from payout_payments payment
  where payment.shop_id = ${payoutSections.shopId} and payment.section_id = ${payoutSections.sectionId} and ${condition}`;
const requestsOfSection = (condition: SQL) => sql`from payout_requests request
  where request.shop_id = ${payoutSections.shopId} and request.section_id = ${payoutSections.sectionId} and ${condition}`;

const ofPerson = sql`(payment.status = 'needs_attention' or payment.contradiction <> '')`;
const isWaiting = sql`request.status = 'refused' and request.waits_for <> ''`;
const isReady = sql`request.status = 'ready'`;

/** Derives a section's state from its rows; the only place that does. */
const stateOfSection = sql<SectionState>`case
  when ${payoutSections.status} in ('planning', 'canceling', 'sending') and ${payoutSections.error} <> ''
    then 'needs_attention'
  when exists (select 1 ${paymentsOfSection(ofPerson)}) then 'needs_attention'
  when ${payoutSections.status} in ('canceling', 'canceled') then 'canceled'
  when ${payoutSections.status} = 'planning' then 'preparing'
  when ${payoutSections.status} = 'planned' and ${payoutSections.confirmedBy} is null then 'needs_attention'
  when ${payoutSections.status} = 'planned' and ${payoutSections.needsApproval}
    and ${payoutSections.approvedBy} is null then 'needs_second_confirmation'
  when ${payoutSections.status} = 'planned' then 'preparing'
  when ${payoutSections.status} = 'done' and exists (
    select 1 ${paymentsOfSection(sql`payment.settled_at is not null`)}) then 'paid'
  when ${payoutSections.status} = 'done' then 'canceled'
  when ${payoutSections.method} = 'manual' then 'to_pay'
  when exists (select 1 ${requestsOfSection(isWaiting)}) then 'needs_attention'
  when ${payoutSections.method} = 'bank' and exists (select 1 ${requestsOfSection(isReady)})
    then 'ready_to_download'
  when exists (select 1 ${paymentsOfSection(sql`payment.status = 'planned'`)}) then 'preparing'
  when exists (select 1 ${requestsOfSection(sql`request.status in ('ready', 'sending', 'checking', 'refused')`)})
    then 'sending'
  else 'sent' end`;

const countOf = (condition: SQL) => sql<number>`(select count(*)::int ${paymentsOfSection(condition)})`;
const ofFirstRequest = (column: SQL) =>
  sql<string | null>`(select ${column} ${requestsOfSection(sql`(${isWaiting} or ${isReady})`)}
    order by (request.waits_for <> '') desc, request.ordinal limit 1)`;

function selectSections(db: Db) {
  return db
    .select({
      section: payoutSections,
      state: stateOfSection,
      requestId: ofFirstRequest(sql`request.request_id`),
      waitsFor: ofFirstRequest(sql`request.waits_for`),
      requestError: ofFirstRequest(sql`request.error`),
      personCount: countOf(ofPerson),
      attentionPaymentId: sql<string | null>`(select min(payment.payment_id) ${paymentsOfSection(ofPerson)})`,
      returnedCount: countOf(sql`payment.status = 'returned'`),
      failedCount: countOf(sql`payment.status = 'failed'`),
      unclaimedCount: countOf(sql`payment.status = 'unclaimed'`),
    })
    .from(payoutSections);
}

/** The sections of some payouts, in the order in which they were created. */
export async function sectionsOf(
  db: Db,
  shopId: ShopId,
  payoutIds: readonly PayoutId[],
): Promise<SectionRow[]> {
  if (payoutIds.length === 0) return [];
  return selectSections(db)
    .where(and(eq(payoutSections.shopId, shopId), isOneOf(payoutSections.payoutId, payoutIds)))
    .orderBy(asc(payoutSections.sectionId));
}

/** One section, or null. */
export async function findSectionFacts(
  db: Db,
  shopId: ShopId,
  sectionId: string,
): Promise<SectionRow | null> {
  if (!isIdOf("payoutSection", sectionId)) return null;
  const [row] = await selectSections(db).where(
    and(eq(payoutSections.shopId, shopId), eq(payoutSections.sectionId, sectionId as PayoutSectionId)),
  );
  return row ?? null;
}

/** Sections of a shop in one of these states that the merchant was not notified about yet, oldest first. */
export async function sectionsToReport(
  db: Db,
  shopId: ShopId,
  states: readonly SectionState[],
): Promise<SectionRow[]> {
  return selectSections(db)
    .where(
      and(
        eq(payoutSections.shopId, shopId),
        sql`${stateOfSection} = any(${sql.param([...states])})`,
        sql`${payoutSections.toldState} <> ${stateOfSection}`,
      ),
    )
    .orderBy(asc(payoutSections.sectionId))
    .limit(100);
}

/** Records that the merchant was notified about this state. False if that was recorded before. */
export async function markSectionReported(
  tx: Tx,
  shopId: ShopId,
  sectionId: PayoutSectionId,
  state: SectionState,
): Promise<boolean> {
  const rows = await tx
    .update(payoutSections)
    .set({ toldState: state })
    .where(
      and(
        eq(payoutSections.shopId, shopId),
        eq(payoutSections.sectionId, sectionId),
        ne(payoutSections.toldState, state),
      ),
    )
    .returning({ sectionId: payoutSections.sectionId });
  return rows.length > 0;
}

export type PayoutFilter = {
  readonly view?: PayoutView | undefined;
  /** Only payouts with a section in one of these states. */
  readonly states?: readonly SectionState[] | undefined;
  readonly method?: PayoutMethod | undefined;
  readonly currency?: string | undefined;
  /** Part of the payout's id, its day, or its creator's name. */
  readonly search?: string | undefined;
};

type Page = { readonly filter: PayoutFilter; readonly limit: number; readonly offset: number };
/** The last payout shown. */
export type PayoutPosition = { readonly at: Date; readonly id: string };

/** Payouts, newest first, after a position or an offset. */
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

/** One row for each payout that matches a filter, to be counted. */
export function payoutsFound(db: Db, shopId: ShopId, filter: PayoutFilter) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(payouts)
    .where(filterOf(shopId, filter));
}

export async function countPayouts(db: Db, shopId: ShopId, filter: PayoutFilter): Promise<number> {
  const found = payoutsFound(db, shopId, filter).as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

const sectionsWhere = (condition: SQL) => sql`exists (select 1 from ${payoutSections}
  where ${payoutSections.shopId} = ${payouts.shopId} and ${payoutSections.payoutId} = ${payouts.payoutId}
    and ${condition})`;

/** Payouts with bank transfers or manual payments to mark as paid, to be counted. */
export function payoutsToMark(db: Db, shopId: ShopId) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(payouts)
    .where(and(eq(payouts.shopId, shopId), sectionsWhere(isToMark)));
}

const isToMark = sql`(${stateOfSection} = 'to_pay'
  or (${stateOfSection} = 'sent' and ${payoutSections.method} = 'bank'))`;

/** Sections that need the merchant: in a state with a button, or bank transfers to mark as paid. */
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
    method ? sectionsWhere(sql`${payoutSections.method} = ${method}`) : undefined,
    currency ? sectionsWhere(sql`${payoutSections.currency} = ${currency}`) : undefined,
    pattern
      ? or(
          ilike(payouts.payoutId, pattern),
          ilike(payouts.scheduleDay, pattern),
          sql`${payouts.createdBy} ->> 'name' ilike ${pattern}`,
          sectionsWhere(sql`${payoutSections.sectionId} ilike ${pattern}`),
        )
      : undefined,
  );
}
