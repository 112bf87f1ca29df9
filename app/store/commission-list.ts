import { and, asc, desc, eq, gt, gte, like, lt, not, or, sql, type SQL } from "drizzle-orm";
import type { CommissionKind, CommissionState } from "../domain/commission-state.ts";
import type { LineState } from "../domain/ledger/line.ts";
import { isIdOf, type AffiliateId, type CommissionId, type ProgramId, type ShopId } from "../domain/ids.ts";
import { type Db, plannedSelect } from "../platform/db.server.ts";
import { lineAmounts } from "./balance-lines.ts";
import { type DeductionFilter, deductionsOf } from "./deductions.ts";
import { literally } from "./like.ts";
import { isOneOf } from "./many-rows.ts";
import { paymentsOf } from "./paid-lines.ts";
import { affiliates } from "./schema/affiliates.ts";
import { balanceLines } from "./schema/balance-lines.ts";
import { commissions, orders } from "./schema/orders.ts";
import { programs } from "./schema/programs.ts";

const itsOrder = and(eq(orders.shopId, commissions.shopId), eq(orders.orderId, commissions.orderId));
const itsAffiliate = and(
  eq(affiliates.shopId, commissions.shopId),
  eq(affiliates.affiliateId, commissions.affiliateId),
);
const itsProgram = and(
  eq(programs.shopId, commissions.shopId),
  eq(programs.programId, commissions.programId),
);
/** A commission always has a line (M22). */
const itsLine = and(
  eq(balanceLines.shopId, commissions.shopId),
  sql`${balanceLines.lineId} = ${commissions.commissionId}`,
);

export type CommissionFilter = {
  readonly affiliateId?: string | undefined;
  readonly programId?: string | undefined;
  readonly status?: CommissionState | undefined;
  readonly kind?: CommissionKind | undefined;
  readonly currency?: string | undefined;
  /** Id of a payout, section or payment that pays them, or a part of them. */
  readonly payoutId?: string | undefined;
  /** Beginning of the order's name, with or without "#". */
  readonly search?: string | undefined;
  /** Created from `since` on and before `until`. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};
export type CommissionSort = "newest" | "oldest";
export type CommissionCursor = { readonly createdAt: Date; readonly commissionId: string };

/** Commissions with the names that lists show. */
function selectNamed(db: Db) {
  return db
    .select(named)
    .from(commissions)
    .innerJoin(balanceLines, itsLine)
    .leftJoin(orders, itsOrder)
    .innerJoin(affiliates, itsAffiliate)
    .innerJoin(programs, itsProgram);
}

/** Commissions with the names that people know them by, newest first. */
export async function listCommissionRows(
  db: Db,
  shopId: ShopId,
  page: {
    readonly filter: CommissionFilter;
    /** Tells what waits for approval from what is still pending (M11). */
    readonly now: Date;
    readonly limit: number;
    readonly after?: CommissionCursor | undefined;
  },
) {
  const { after } = page;
  return selectNamed(db)
    .where(and(filterOf(shopId, page.filter, page.now), after && beyond("newest", after, page.filter)))
    .orderBy(...placeOf(page.filter).map(desc))
    .limit(page.limit);
}

/** A line has the time and id of its commission, so a list of one state is read from `balance_lines_state`. */
function placeOf({ status }: CommissionFilter) {
  const isOfLines = status !== undefined && !["denied", "on_hold", "to_approve"].includes(status);
  return isOfLines
    ? ([balanceLines.createdAt, balanceLines.lineId] as const)
    : ([commissions.createdAt, commissions.commissionId] as const);
}

function beyond(
  sort: CommissionSort,
  { createdAt, commissionId }: CommissionCursor,
  filter: CommissionFilter,
): SQL | undefined {
  const further = sort === "newest" ? lt : gt;
  const [at, id] = placeOf(filter);
  return or(further(at, createdAt), and(eq(at, createdAt), further(id, commissionId)));
}

export type EntryKey = { readonly createdAt: Date; readonly id: string; readonly isDeduction: boolean };

/** Keys of commissions and deductions in one list. A deduction is dated by its debit. */
export async function listEntryKeys(
  db: Db,
  shopId: ShopId,
  page: {
    /** Null for none of them. */
    readonly commissions: CommissionFilter | null;
    readonly deductions: DeductionFilter | null;
    readonly sort?: CommissionSort | undefined;
    readonly limit: number;
    readonly offset: number;
    readonly after?: CommissionCursor | undefined;
    /** Tells what waits for approval from what is still pending (M11). */
    readonly now: Date;
  },
): Promise<EntryKey[]> {
  const { sort = "newest", limit, offset, after } = page;
  const direction = sort === "newest" ? desc : asc;
  const most = limit + offset;
  const filter = page.commissions ?? {};
  const own = db
    .select({ at: sql`${placeOf(filter)[0]}`.as("at"), id: sql`${placeOf(filter)[1]}`.as("id") })
    .from(commissions)
    .innerJoin(balanceLines, itsLine)
    .leftJoin(orders, itsOrder)
    .where(and(filterOf(shopId, filter, page.now), after && beyond(sort, after, filter)))
    .orderBy(...placeOf(filter).map(direction))
    .limit(page.commissions === null ? 0 : most);
  const [way, than] = sort === "newest" ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const position = after
    ? sql`(at, id) ${than} (${after.createdAt.toISOString()}::timestamptz, ${after.commissionId}::text collate "C")`
    : sql`true`;
  const { rows } = await db.execute<{ at: string; id: string; deduction: boolean }>(sql`
    select at::text as at, id, deduction from (
      select at, id, false as deduction from (${own}) own
      union all
      (select at, id, true from (${deductionsOf(shopId, page.deductions ?? {})}) deducted where ${position}
        order by at ${way}, id ${way} limit ${page.deductions === null ? 0 : most})
    ) entries order by entries.at ${way}, entries.id collate "C" ${way} limit ${limit} offset ${offset}`);
  return rows.map(({ at, id, deduction }) => ({ createdAt: new Date(at), id, isDeduction: deduction }));
}

/** Some commissions with their names, by their ids. */
export async function commissionsByIds(
  db: Db,
  shopId: ShopId,
  ids: readonly string[],
): Promise<NamedCommission[]> {
  if (ids.length === 0) return [];
  return selectNamed(db).where(
    and(eq(commissions.shopId, shopId), isOneOf(commissions.commissionId, ids as CommissionId[])),
  );
}

export type NamedCommission = Awaited<ReturnType<typeof listCommissionRows>>[number];

const namedOfSales = plannedSelect(
  ({ shopId, orderIds }: { shopId: ShopId; orderIds: readonly string[] }, on) =>
    selectNamed(on).where(
      and(
        eq(commissions.shopId, shopId),
        eq(commissions.kind, "order"),
        isOneOf(commissions.orderId, orderIds),
      ),
    ),
);

/** Commissions of some orders with their names, without bonuses and manual ones. */
export async function commissionsOfSales(
  db: Db,
  shopId: ShopId,
  orderIds: readonly string[],
): Promise<NamedCommission[]> {
  if (orderIds.length === 0) return [];
  return await namedOfSales(db, { shopId, orderIds });
}

/** One commission with its names, or null. */
export async function findCommission(
  db: Db,
  shopId: ShopId,
  commissionId: string,
): Promise<NamedCommission | null> {
  if (!isIdOf("commission", commissionId)) return null;
  const [row] = await selectNamed(db).where(
    and(eq(commissions.shopId, shopId), eq(commissions.commissionId, commissionId as CommissionId)),
  );
  return row ?? null;
}

type CommissionCount = { readonly cap: number; readonly now: Date };

/** One row for each commission that matches, at most `cap`, to be counted. */
export function commissionsFound(
  db: Db,
  shopId: ShopId,
  filter: CommissionFilter,
  { cap, now }: CommissionCount,
) {
  return db
    .select({ one: sql`1`.as("one") })
    .from(commissions)
    .innerJoin(balanceLines, itsLine)
    .leftJoin(orders, itsOrder)
    .where(filterOf(shopId, filter, now))
    .limit(cap);
}

/** How many match, at most `cap`. */
export async function countCommissionRows(
  db: Db,
  shopId: ShopId,
  filter: CommissionFilter,
  count: CommissionCount,
): Promise<number> {
  const found = commissionsFound(db, shopId, filter, count).as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(found);
  return row?.total ?? 0;
}

const named = {
  commission: commissions,
  line: lineAmounts,
  orderName: orders.name,
  orderReason: orders.reason,
  orderCreditedTo: orders.affiliateId,
  orderPlacedAt: orders.placedAt,
  orderFacts: orders.facts,
  affiliateName: affiliates.name,
  affiliateStatus: affiliates.status,
  programName: programs.name,
};

function filterOf(shopId: ShopId, filter: CommissionFilter, now: Date): SQL | undefined {
  const search = filter.search && literally(filter.search.trim().replace(/^#/, ""));
  return and(
    eq(commissions.shopId, shopId),
    filter.status && eq(balanceLines.shopId, shopId),
    filter.affiliateId ? eq(commissions.affiliateId, filter.affiliateId as AffiliateId) : undefined,
    filter.programId ? eq(commissions.programId, filter.programId as ProgramId) : undefined,
    filter.kind ? eq(commissions.kind, filter.kind) : undefined,
    filter.currency ? eq(commissions.currency, filter.currency) : undefined,
    filter.payoutId
      ? sql`${commissions.commissionId} in (select line_id from payout_coverings
          where shop_id = ${shopId} and payment_id in (${paymentsOf(shopId, filter.payoutId)})
            and amount_minor > 0 and state <> 'uncovered')`
      : undefined,
    filter.status ? inState(filter.status, now) : undefined,
    filter.since && gte(commissions.createdAt, filter.since),
    filter.until && lt(commissions.createdAt, filter.until),
    search ? or(like(orders.name, `${search}%`), like(orders.name, `#${search}%`)) : undefined,
  );
}

/** The conditions of `commissionState` in SQL. */
function inState(state: CommissionState, now: Date): SQL | undefined {
  const isDenied = sql`${commissions.decision} is not distinct from 'denied'`;
  if (state === "denied") return isDenied;
  const isIn = (line: LineState) =>
    and(not(isDenied), eq(balanceLines.kind, "commission"), eq(balanceLines.state, line));
  if (state === "reversed") return isIn("none");
  if (state !== "pending" && state !== "on_hold" && state !== "to_approve") return isIn(state);
  // The index `commissions_held` has the same condition.
  if (state === "on_hold") return and(sql`${commissions.decision} = 'held'`, isIn("pending"));
  const waits = and(sql`${commissions.decision} is distinct from 'held'`, isIn("pending"));
  const toApprove = onlyApprovalIsMissing(now);
  // The condition of the index `commissions_to_approve`. Pending commissions were not released.
  const isIndexed = sql`${commissions.approval} = 'manual' and ${commissions.releasedAt} is null`;
  if (state === "to_approve") return and(isIndexed, waits, toApprove);
  return and(waits, not(toApprove));
}

/** The conditions of `waitsForApproval` in SQL, for commissions that are neither held nor denied. */
function onlyApprovalIsMissing(now: Date): SQL {
  return sql`(${commissions.approval} = 'manual' and ${commissions.decision} is distinct from 'approved'
    and coalesce(${commissions.approvesAt} <= ${sql.param(now, commissions.approvesAt)}, false)
    and exists (
      select from ${affiliates} where ${itsAffiliate} and ${affiliates.status} = 'active'
    )
    and (${commissions.kind} <> 'order' or coalesce(
      ${orders.facts} ->> 'financialStatus' in ('paid', 'partially_refunded')
        and ${orders.facts} ->> 'dispute' <> 'open', false)))`;
}
