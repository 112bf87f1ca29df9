import {
  and,
  asc,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  not,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { type CommissionState, winningReasons } from "../domain/commission-state.ts";
import { isIdOf, type AffiliateId, type CommissionId, type ProgramId, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { affiliates } from "./schema/affiliates.ts";
import { commissions, orders } from "./schema/orders.ts";
import { programs } from "./schema/programs.ts";

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
    .where(and(eq(commissions.shopId, shopId), inArray(commissions.orderId, [...orderIds])));
}

/** Adds commissions; their orders are locked by the caller. */
export async function insertCommissions(
  tx: Tx,
  rows: readonly (typeof commissions.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0) await tx.insert(commissions).values([...rows]);
}

/** M11: something is pending again, with a hold of its own. */
export async function reopenHold(
  tx: Tx,
  shopId: ShopId,
  hold: { readonly commissionId: CommissionId; readonly holdUntil: Date },
): Promise<void> {
  await tx
    .update(commissions)
    .set({ releasedAt: null, holdUntil: hold.holdUntil })
    .where(and(eq(commissions.shopId, shopId), eq(commissions.commissionId, hold.commissionId)));
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

/** Orders of a shop with a commission whose hold has elapsed, oldest hold first, below a position. */
export async function ordersDueForRelease(
  db: Db,
  shopId: ShopId,
  due: { readonly now: Date; readonly afterOrderId: string; readonly limit: number },
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ orderId: commissions.orderId })
    .from(commissions)
    .where(
      and(
        eq(commissions.shopId, shopId),
        isNull(commissions.releasedAt),
        lte(commissions.holdUntil, due.now),
        sql`${commissions.orderId} > ${due.afterOrderId}`,
      ),
    )
    .orderBy(asc(commissions.orderId))
    .limit(due.limit);
  return rows.map((row) => row.orderId);
}

const itsOrder = and(eq(orders.shopId, commissions.shopId), eq(orders.orderId, commissions.orderId));
const itsAffiliate = and(
  eq(affiliates.shopId, commissions.shopId),
  eq(affiliates.affiliateId, commissions.affiliateId),
);
const itsProgram = and(
  eq(programs.shopId, commissions.shopId),
  eq(programs.programId, commissions.programId),
);

export type CommissionFilter = {
  readonly affiliateId?: string | undefined;
  readonly programId?: string | undefined;
  readonly status?: CommissionState | undefined;
  /** Beginning of the order's name, with or without "#". */
  readonly search?: string | undefined;
};
export type CommissionCursor = { readonly createdAt: Date; readonly commissionId: string };

/** Commissions with the names that people know them by, newest first. */
export async function listCommissionRows(
  db: Db,
  shopId: ShopId,
  page: {
    readonly filter: CommissionFilter;
    readonly limit: number;
    readonly offset?: number;
    readonly after?: CommissionCursor | undefined;
  },
) {
  const { after } = page;
  const below = after
    ? or(
        lt(commissions.createdAt, after.createdAt),
        and(
          eq(commissions.createdAt, after.createdAt),
          lt(commissions.commissionId, after.commissionId as CommissionId),
        ),
      )
    : undefined;
  return db
    .select(named)
    .from(commissions)
    .innerJoin(orders, itsOrder)
    .innerJoin(affiliates, itsAffiliate)
    .innerJoin(programs, itsProgram)
    .where(and(filterOf(shopId, page.filter), below))
    .orderBy(desc(commissions.createdAt), desc(commissions.commissionId))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

export type NamedCommission = Awaited<ReturnType<typeof listCommissionRows>>[number];

/** One commission with its names, or null. */
export async function findCommission(
  db: Db,
  shopId: ShopId,
  commissionId: string,
): Promise<NamedCommission | null> {
  if (!isIdOf("commission", commissionId)) return null;
  const [row] = await db
    .select(named)
    .from(commissions)
    .innerJoin(orders, itsOrder)
    .innerJoin(affiliates, itsAffiliate)
    .innerJoin(programs, itsProgram)
    .where(and(eq(commissions.shopId, shopId), eq(commissions.commissionId, commissionId as CommissionId)));
  return row ?? null;
}

/** How many match, at most `cap`. */
export async function countCommissionRows(
  db: Db,
  shopId: ShopId,
  filter: CommissionFilter,
  cap: number,
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(commissions)
    .innerJoin(orders, itsOrder)
    .where(filterOf(shopId, filter))
    .limit(cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

const named = {
  commission: commissions,
  orderName: orders.name,
  orderReason: orders.reason,
  orderCreditedTo: orders.affiliateId,
  orderPlacedAt: orders.placedAt,
  orderFacts: orders.facts,
  affiliateName: affiliates.name,
  affiliateStatus: affiliates.status,
  programName: programs.name,
};

function filterOf(shopId: ShopId, filter: CommissionFilter): SQL | undefined {
  const search = filter.search
    ?.trim()
    .replace(/^#/, "")
    .replace(/[\\%_]/g, String.raw`\$&`);
  return and(
    eq(commissions.shopId, shopId),
    filter.affiliateId ? eq(commissions.affiliateId, filter.affiliateId as AffiliateId) : undefined,
    filter.programId ? eq(commissions.programId, filter.programId as ProgramId) : undefined,
    filter.status ? inState(filter.status) : undefined,
    search ? or(like(orders.name, `${search}%`), like(orders.name, `#${search}%`)) : undefined,
  );
}

/** The conditions of `commissionState`, asked of the database. */
function inState(state: CommissionState): SQL | undefined {
  const stands = sql`(${inArray(orders.reason, [...winningReasons])} and ${orders.affiliateId} is not distinct from ${commissions.affiliateId})`;
  if (state === "reversed") return not(stands);
  return and(
    stands,
    state === "pending" ? isNull(commissions.releasedAt) : isNotNull(commissions.releasedAt),
  );
}
