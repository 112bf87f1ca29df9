import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  like,
  lt,
  not,
  or,
  sql,
  type SQL,
} from "drizzle-orm";
import { type CommissionKind, type CommissionState, winningReasons } from "../domain/commission-state.ts";
import { isIdOf, type AffiliateId, type CommissionId, type ProgramId, type ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { literally } from "./like.ts";
import { affiliates } from "./schema/affiliates.ts";
import { ledgerTransfers } from "./schema/ledger.ts";
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

export type CommissionFilter = {
  readonly affiliateId?: string | undefined;
  readonly programId?: string | undefined;
  readonly status?: CommissionState | undefined;
  readonly kind?: CommissionKind | undefined;
  readonly currency?: string | undefined;
  /** Beginning of the order's name, with or without "#". */
  readonly search?: string | undefined;
  /** Made not before, and made before. */
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
};
export type CommissionSort = "newest" | "oldest";
export type CommissionCursor = { readonly createdAt: Date; readonly commissionId: string };

/** Commissions with the names that people know them by, newest first unless asked otherwise. */
export async function listCommissionRows(
  db: Db,
  shopId: ShopId,
  page: {
    readonly filter: CommissionFilter;
    /** Tells what waits for approval from what is still pending (M11). */
    readonly now: Date;
    readonly sort?: CommissionSort | undefined;
    readonly limit: number;
    readonly offset?: number;
    readonly after?: CommissionCursor | undefined;
  },
) {
  const { after, sort = "newest" } = page;
  const direction = sort === "newest" ? desc : asc;
  return db
    .select(named)
    .from(commissions)
    .leftJoin(orders, itsOrder)
    .innerJoin(affiliates, itsAffiliate)
    .innerJoin(programs, itsProgram)
    .where(and(filterOf(shopId, page.filter, page.now), after && beyond(sort, after)))
    .orderBy(direction(commissions.createdAt), direction(commissions.commissionId))
    .limit(page.limit)
    .offset(page.offset ?? 0);
}

function beyond(sort: CommissionSort, { createdAt, commissionId }: CommissionCursor): SQL | undefined {
  const further = sort === "newest" ? lt : gt;
  return or(
    further(commissions.createdAt, createdAt),
    and(
      eq(commissions.createdAt, createdAt),
      further(commissions.commissionId, commissionId as CommissionId),
    ),
  );
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
    .leftJoin(orders, itsOrder)
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
  { cap, now }: { readonly cap: number; readonly now: Date },
): Promise<number> {
  const found = db
    .select({ one: sql`1`.as("one") })
    .from(commissions)
    .leftJoin(orders, itsOrder)
    .where(filterOf(shopId, filter, now))
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

function filterOf(shopId: ShopId, filter: CommissionFilter, now: Date): SQL | undefined {
  const search = filter.search && literally(filter.search.trim().replace(/^#/, ""));
  return and(
    eq(commissions.shopId, shopId),
    filter.affiliateId ? eq(commissions.affiliateId, filter.affiliateId as AffiliateId) : undefined,
    filter.programId ? eq(commissions.programId, filter.programId as ProgramId) : undefined,
    filter.kind ? eq(commissions.kind, filter.kind) : undefined,
    filter.currency ? eq(commissions.currency, filter.currency) : undefined,
    filter.status ? inState(filter.status, now) : undefined,
    filter.since && gte(commissions.createdAt, filter.since),
    filter.until && lt(commissions.createdAt, filter.until),
    search ? or(like(orders.name, `${search}%`), like(orders.name, `#${search}%`)) : undefined,
  );
}

/** The conditions of `commissionState`, asked of the database. */
function inState(state: CommissionState, now: Date): SQL | undefined {
  const isDenied = sql`${commissions.decision} is not distinct from 'denied'`;
  if (state === "denied") return isDenied;
  if (state === "reversed") return and(not(isDenied), not(stands));
  if (state === "payable") return and(not(isDenied), stands, isNotNull(commissions.releasedAt));
  const waits = and(not(isDenied), stands, isNull(commissions.releasedAt));
  // Its words stand in the index `commissions_held` too.
  if (state === "held") return and(sql`${commissions.decision} = 'held'`, waits);
  const waitsFreely = and(sql`${commissions.decision} is distinct from 'held'`, waits);
  const toApprove = onlyApprovalIsMissing(now);
  // Its words stand in the index `commissions_to_approve` too.
  if (state === "to_approve") return and(sql`${commissions.approval} = 'manual'`, waitsFreely, toApprove);
  return and(waitsFreely, not(toApprove));
}

/** The conditions of `waitsForApproval`, asked of the database about what nobody holds or denied. */
function onlyApprovalIsMissing(now: Date): SQL {
  return sql`(${commissions.approval} = 'manual' and ${commissions.decision} is distinct from 'approved'
    and coalesce(${commissions.holdUntil} <= ${now.toISOString()}::timestamptz, false)
    and exists (
      select from ${affiliates} where ${itsAffiliate} and ${affiliates.status} = 'active'
    )
    and (${commissions.kind} <> 'order' or coalesce(
      ${orders.facts} ->> 'financialStatus' in ('paid', 'partially_refunded')
        and ${orders.facts} ->> 'dispute' <> 'open', false)))`;
}

const stands = sql`(case ${commissions.kind} when 'manual' then true
  when 'bonus' then (
    select coalesce(sum(case ${ledgerTransfers.code} when 'earned' then ${ledgerTransfers.amountMinor}
      when 'reversed' then -${ledgerTransfers.amountMinor} else 0 end), 0) <> 0
    from ${ledgerTransfers}
    where ${ledgerTransfers.shopId} = ${commissions.shopId} and ${ledgerTransfers.subject} = ${commissions.commissionId}
  )
  else coalesce(${inArray(orders.reason, [...winningReasons])}, false)
    and ${orders.affiliateId} is not distinct from ${commissions.affiliateId} end)`;
