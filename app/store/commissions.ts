import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import type { DecisionInForce } from "../domain/decision.ts";
import { type CommissionId, isIdOf, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertLines } from "./balance-lines.ts";
import type { FlagRow } from "./flags.ts";
import { insertRows, isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { balanceLines } from "./schema/balance-lines.ts";
import { commissions } from "./schema/orders.ts";

export type CommissionRow = typeof commissions.$inferSelect;

/** Commissions of some orders. */
export async function commissionsOfOrders(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<CommissionRow[]> {
  if (orderIds.length === 0) return [];
  return db
    .select()
    .from(commissions)
    .where(and(eq(commissions.shopId, shopId), isOneOf(commissions.orderId, orderIds)));
}

/**
 * The order's commission for the flag's affiliate. Null if there is none, and for flags about other subjects.
 */
export async function commissionOfFlag(
  db: Db,
  {
    shopId,
    subjectKind,
    subjectId,
    affiliateId,
  }: Pick<FlagRow, "shopId" | "subjectKind" | "subjectId" | "affiliateId">,
): Promise<CommissionRow | null> {
  if (subjectKind !== "order") return null;
  const rows = await commissionsOfOrders(db, shopId, [subjectId]);
  return rows.find((one) => one.kind === "order" && one.affiliateId === affiliateId) ?? null;
}

/** Adds commissions and their balance lines (M22). The caller has locked their orders. */
export async function insertCommissions(
  tx: Tx,
  rows: readonly (typeof commissions.$inferInsert)[],
): Promise<void> {
  await insertRows(tx, commissions, rows);
  const lines = rows.map(({ shopId, commissionId, affiliateId, currency, createdAt }) => {
    return { shopId, lineId: commissionId, kind: "commission" as const, affiliateId, currency, createdAt };
  });
  await insertLines(tx, lines);
}

/** When a commission's approval period ends, null while it has not begun, and when it was released. */
export type ApprovalState = {
  readonly commissionId: CommissionId;
  readonly approvesAt: Date | null;
  readonly releasedAt: Date | null;
};

/**
 * Updates approval periods that begin, begin again or are over (M11). The caller has locked the orders or
 * affiliates.
 */
export async function setApprovals(
  tx: Tx,
  shopId: ShopId,
  approvals: readonly ApprovalState[],
): Promise<void> {
  if (approvals.length === 0) return;
  const given = approvals.map(({ commissionId, approvesAt, releasedAt }) => {
    return { commission_id: commissionId, approves_at: approvesAt, released_at: releasedAt };
  });
  await tx.execute(sql`
    update commissions set approves_at = given.approves_at, released_at = given.released_at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (commission_id text, approves_at timestamptz, released_at timestamptz)
    where commissions.shop_id = ${shopId} and commissions.commission_id = given.commission_id`);
}

export async function markReleased(
  tx: Tx,
  shopId: ShopId,
  release: { readonly commissionIds: readonly CommissionId[]; readonly at: Date },
): Promise<void> {
  if (release.commissionIds.length === 0) return;
  await tx
    .update(commissions)
    .set({ releasedAt: release.at })
    .where(
      and(eq(commissions.shopId, shopId), inArray(commissions.commissionId, [...release.commissionIds])),
    );
}

/** The immutable columns of a commission, which say what to lock before it is read again. */
export type CommissionKey = Pick<CommissionRow, "commissionId" | "kind" | "orderId" | "affiliateId">;

const keyColumns = {
  commissionId: commissions.commissionId,
  kind: commissions.kind,
  orderId: commissions.orderId,
  affiliateId: commissions.affiliateId,
};

/** The key of one commission, or null. Also null for a text that is no id. */
export async function findCommissionKey(
  db: Db,
  shopId: ShopId,
  commissionId: string,
): Promise<CommissionKey | null> {
  if (!isIdOf("commission", commissionId)) return null;
  const [row] = await db
    .select(keyColumns)
    .from(commissions)
    .where(and(eq(commissions.shopId, shopId), eq(commissions.commissionId, commissionId as CommissionId)));
  return row ?? null;
}

/** Commissions past their approval period that are not on hold or denied and need no approval (M11), by id. */
export async function commissionsDueForRelease(
  db: Db,
  shopId: ShopId,
  due: { readonly now: Date; readonly after: string; readonly limit: number },
): Promise<CommissionKey[]> {
  return db
    .select(keyColumns)
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, shopId),
        isNull(commissions.releasedAt),
        lte(commissions.approvesAt, due.now),
        or(
          eq(commissions.decision, "approved"),
          and(isNull(commissions.decision), eq(commissions.approval, "automatic")),
        ),
        gt(commissions.commissionId, due.after as CommissionId),
      ),
    )
    .orderBy(asc(commissions.commissionId))
    .limit(due.limit);
}

/**
 * When the next pending commission of an active affiliate is approved automatically. Null if none has a date.
 */
export async function nextApprovalAt(db: Db, shopId: ShopId, now: Date): Promise<Date | null> {
  const [row] = await db
    .select({ at: commissions.approvesAt })
    .from(commissions)
    .innerJoin(
      balanceLines,
      and(eq(balanceLines.shopId, shopId), sql`${balanceLines.lineId} = ${commissions.commissionId}`),
    )
    .innerJoin(
      affiliates,
      and(eq(affiliates.shopId, shopId), eq(affiliates.affiliateId, commissions.affiliateId)),
    )
    .where(
      and(
        eq(commissions.shopId, shopId),
        isNull(commissions.releasedAt),
        gt(commissions.approvesAt, now),
        isNull(commissions.decision),
        eq(commissions.approval, "automatic"),
        gt(balanceLines.pendingMinor, 0n),
        eq(affiliates.status, "active"),
      ),
    )
    .orderBy(asc(commissions.approvesAt))
    .limit(1);
  return row?.at ?? null;
}

/**
 * Reads and locks commissions. The caller has locked their orders, and the affiliates of those that post
 * without an order.
 */
export async function lockCommissions(
  tx: Tx,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<CommissionRow[]> {
  if (commissionIds.length === 0) return [];
  return tx
    .select()
    .from(commissions)
    .where(and(eq(commissions.shopId, shopId), inArray(commissions.commissionId, [...commissionIds])))
    .orderBy(asc(commissions.commissionId))
    .for("no key update");
}

/** Counts a posting about these locked commissions, which have no order's row to count it (M3). */
export async function raiseCommissionRevisions(
  tx: Tx,
  shopId: ShopId,
  commissionIds: readonly CommissionId[],
): Promise<void> {
  if (commissionIds.length === 0) return;
  await tx
    .update(commissions)
    .set({ revision: sql`${commissions.revision} + 1` })
    .where(and(eq(commissions.shopId, shopId), inArray(commissions.commissionId, [...commissionIds])));
}

/**
 * Sets the current decision about a locked commission, and the end of its approval period if the decision ended
 * it (M12).
 */
export async function setDecision(
  tx: Tx,
  shopId: ShopId,
  decided: {
    readonly commissionId: CommissionId;
    readonly decision: DecisionInForce | null;
    readonly approvesAt?: Date;
  },
): Promise<void> {
  const { commissionId, decision, approvesAt } = decided;
  await tx
    .update(commissions)
    .set({ decision, ...(approvesAt && { approvesAt }) })
    .where(and(eq(commissions.shopId, shopId), eq(commissions.commissionId, commissionId)));
}
