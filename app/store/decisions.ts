import { and, asc, desc, eq, inArray, lt, or, sql } from "drizzle-orm";
import type { Actor } from "../domain/actor.ts";
import type { DecisionKind } from "../domain/decision.ts";
import {
  type AdjustmentId,
  type AffiliateId,
  type BalanceEntryId,
  type CommissionId,
  type DecisionId,
  idPrefixes,
  type ShopId,
} from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { newId } from "../platform/ids.server.ts";
import { lineAmounts } from "./balance-lines.ts";
import { insertRows } from "./many-rows.ts";
import { balanceLines } from "./schema/balance-lines.ts";
import { adjustments, balanceEntries, commissions, decisions, orders } from "./schema/orders.ts";

export type DecisionRow = typeof decisions.$inferSelect;
export type AdjustmentRow = typeof adjustments.$inferSelect;

/** The actor's columns, which remain when the actor is gone. The system has no id. */
function actorColumns(actor: Actor) {
  return { actorKind: actor.kind, actorId: actor.id ?? "", actorName: actor.name };
}

/** Records a person's decision (M12). The caller has locked its subject. */
export async function insertDecision(
  tx: Tx,
  shopId: ShopId,
  decision: {
    readonly subject: { readonly kind: "commission" | "order"; readonly id: string };
    /** Created here if missing. */
    readonly decisionId?: DecisionId;
    readonly kind: DecisionKind;
    readonly note: string;
    readonly details?: Record<string, unknown>;
    readonly by: { readonly actor: Actor; readonly now: Date };
  },
): Promise<void> {
  const { subject, kind, note, details = {}, by } = decision;
  const decisionId = decision.decisionId ?? newId<DecisionId>(idPrefixes.decision, by.now);
  await tx.insert(decisions).values({
    shopId,
    decisionId,
    subjectKind: subject.kind,
    subjectId: subject.id,
    kind,
    note,
    details,
    ...actorColumns(by.actor),
    at: by.now,
  });
}

/** Decisions about some commissions and orders, in the order in which they were made. */
export async function decisionsAbout(
  db: Db,
  shopId: ShopId,
  subjectIds: readonly string[],
): Promise<DecisionRow[]> {
  if (subjectIds.length === 0) return [];
  return db
    .select()
    .from(decisions)
    .where(and(eq(decisions.shopId, shopId), inArray(decisions.subjectId, [...subjectIds])))
    .orderBy(asc(decisions.sequence));
}

/** SQL for a commission named `c`: true if a flag made its last decision. */
export const isDecidedByFlag = sql`(select d.details ? 'flagId' from decisions d
  where d.shop_id = c.shop_id and d.subject_id = c.commission_id order by d.sequence desc limit 1)`;

/** Those of these commissions whose last decision was made by a flag. */
export async function decidedByFlags(
  db: Db,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<Set<CommissionId>> {
  if (commissionIds.length === 0) return new Set();
  const { rows } = await db.execute<{ id: CommissionId }>(sql`
    select c.commission_id as id from commissions c
    where c.shop_id = ${shopId} and c.commission_id = any(${sql.param([...commissionIds])}) and ${isDecidedByFlag}`);
  return new Set(rows.map((row) => row.id));
}

/** The last decider about a commission and the note, with the kind of the flag where a rule decided. */
export type LastDecider = {
  readonly name: string;
  readonly note: string;
  readonly flagKind: string | null;
};

/**
 * The last deciders of some commissions, without undecided ones. If the flag that decided was dismissed, the
 * strongest flag that keeps the decision is named.
 */
export async function lastDeciders(
  db: Db,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<Map<CommissionId, LastDecider>> {
  if (commissionIds.length === 0) return new Map();
  const { rows } = await db.execute<LastDecider & { id: CommissionId }>(sql`
    select distinct on (d.subject_id) d.subject_id as id, d.actor_name as name, d.note, f.kind as "flagKind"
    from decisions d
    join commissions c on c.shop_id = d.shop_id and c.commission_id = d.subject_id
    left join lateral (
      select flags.kind from flags
      where flags.shop_id = d.shop_id and flags.status <> 'dismissed' and (
        flags.flag_id = d.details ->> 'flagId'
        or (flags.subject_kind = 'order' and flags.subject_id = c.order_id
          and flags.affiliate_id = c.affiliate_id and flags.action <> 'note')
      )
      order by flags.flag_id = d.details ->> 'flagId' desc, flags.action = 'deny' desc, flags.raised_at
      limit 1
    ) f on d.details ? 'flagId'
    where d.shop_id = ${shopId} and d.subject_id = any(${sql.param([...commissionIds])})
    order by d.subject_id, d.sequence desc`);
  return new Map(rows.map(({ id, ...decider }) => [id, decider]));
}

/** Records an adjustment (M12). False if one with that id exists. */
export async function insertAdjustment(
  tx: Tx,
  adjustment: Omit<AdjustmentRow, "actorKind" | "actorId" | "actorName"> & { readonly actor: Actor },
): Promise<boolean> {
  const { actor, ...row } = adjustment;
  const rows = await tx
    .insert(adjustments)
    .values({ ...row, ...actorColumns(actor) })
    .onConflictDoNothing()
    .returning({ adjustmentId: adjustments.adjustmentId });
  return rows.length > 0;
}

/** One adjustment, or null. */
export async function findAdjustment(
  db: Db,
  shopId: ShopId,
  adjustmentId: AdjustmentId,
): Promise<AdjustmentRow | null> {
  const [row] = await db
    .select()
    .from(adjustments)
    .where(and(eq(adjustments.shopId, shopId), eq(adjustments.adjustmentId, adjustmentId)));
  return row ?? null;
}

/** Adjustments of some commissions, in the order in which they were made. */
export async function adjustmentsOf(
  db: Db,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<AdjustmentRow[]> {
  if (commissionIds.length === 0) return [];
  return db
    .select()
    .from(adjustments)
    .where(and(eq(adjustments.shopId, shopId), inArray(adjustments.commissionId, [...commissionIds])))
    .orderBy(asc(adjustments.adjustmentId));
}

/** Adjustments of an affiliate, newest first, each with the order of its commission. */
export async function listAdjustments(
  db: Db,
  shopId: ShopId,
  page: {
    readonly affiliateId: AffiliateId;
    readonly limit: number;
    /** The last row shown. `id` may be of any kind. */
    readonly after?: { readonly at: Date; readonly id: string } | undefined;
  },
) {
  const { after, affiliateId, limit } = page;
  const below =
    after &&
    or(
      lt(adjustments.at, after.at),
      and(eq(adjustments.at, after.at), lt(adjustments.adjustmentId, after.id as AdjustmentId)),
    );
  return selectWithOrder(db)
    .where(and(eq(adjustments.shopId, shopId), eq(adjustments.affiliateId, affiliateId), below))
    .orderBy(desc(adjustments.at), desc(adjustments.adjustmentId))
    .limit(limit);
}

/** Adjustments of some commissions, each with its order. */
export async function adjustmentsWithOrder(
  db: Db,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<AdjustmentWithOrder[]> {
  if (commissionIds.length === 0) return [];
  return selectWithOrder(db).where(
    and(eq(adjustments.shopId, shopId), inArray(adjustments.commissionId, [...commissionIds])),
  );
}

function selectWithOrder(db: Db) {
  const ofAdjustment = sql`${balanceLines.lineId} = ${adjustments.adjustmentId}`;
  return (
    db
      .select({ adjustment: adjustments, line: lineAmounts, orderId: orders.orderId, orderName: orders.name })
      .from(adjustments)
      // An adjustment always has a line (M22).
      .innerJoin(balanceLines, and(eq(balanceLines.shopId, adjustments.shopId), ofAdjustment))
      .leftJoin(
        commissions,
        and(
          eq(commissions.shopId, adjustments.shopId),
          eq(commissions.commissionId, adjustments.commissionId),
        ),
      )
      .leftJoin(orders, and(eq(orders.shopId, commissions.shopId), eq(orders.orderId, commissions.orderId)))
  );
}

export type AdjustmentWithOrder = Awaited<ReturnType<typeof listAdjustments>>[number];

export type BalanceEntryRow = typeof balanceEntries.$inferSelect;

/** Inserts a write-off or opening balance. False if one with that id exists. */
export async function insertBalanceEntry(tx: Tx, entry: NewBalanceEntry): Promise<boolean> {
  const rows = await tx
    .insert(balanceEntries)
    .values(balanceEntryRow(entry))
    .onConflictDoNothing()
    .returning({ entryId: balanceEntries.entryId });
  return rows.length > 0;
}

type NewBalanceEntry = Omit<BalanceEntryRow, "actorKind" | "actorId" | "actorName"> & {
  readonly actor: Actor;
};

const balanceEntryRow = ({ actor, ...row }: NewBalanceEntry) => ({ ...row, ...actorColumns(actor) });

/** Adds the entries of a batch, whose ids are new. */
export async function insertBalanceEntries(tx: Tx, entries: readonly NewBalanceEntry[]): Promise<void> {
  await insertRows(tx, balanceEntries, entries.map(balanceEntryRow));
}

/** A write-off or opening balance, or null. */
export async function findBalanceEntry(
  db: Db,
  shopId: ShopId,
  entryId: string,
): Promise<BalanceEntryRow | null> {
  const [row] = await db
    .select()
    .from(balanceEntries)
    .where(and(eq(balanceEntries.shopId, shopId), eq(balanceEntries.entryId, entryId as BalanceEntryId)));
  return row ?? null;
}
