import { and, asc, eq, gte, lt, ne, sql, type SQL } from "drizzle-orm";
import type { BacktestOf } from "#app/domain/backtest/side.ts";
import type { PastOrder } from "#app/domain/backtest/past-order.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { CustomerOrder } from "#app/domain/inputs.ts";
import type { Evidence } from "#app/domain/attribution.ts";
import type { Db } from "#app/platform/db.server.ts";
import { notSeenReason } from "./orders.ts";
import { commissions, orders } from "./schema/orders.ts";

/** The orders of a backtest: those credited, in the program and to the affiliate if named. Null takes all. */
export type PastOrders = {
  readonly credited: BacktestOf | null;
  /** Instants. Null starts with the first order. The end is excluded. */
  readonly from: Date | null;
  readonly until: Date;
  /** True if the terms need more than facts: the winning signal, or who the customer was. */
  readonly asksMore: boolean;
};

/** The instant in the database's format. */
export type PastCursor = { readonly placedAt: string; readonly orderId: string };

/** Number of orders in a backtest. */
export async function countPastOrders(db: Db, shopId: ShopId, which: PastOrders): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(orders)
    .where(pastOf(shopId, which));
  return row?.total ?? 0;
}

/** True if any order was ever credited this way. */
export async function hasPastOrders(
  db: Db,
  shopId: ShopId,
  credited: BacktestOf,
  until: Date,
): Promise<boolean> {
  const which = { credited, from: null, until, asksMore: false };
  const rows = await db
    .select({ orderId: orders.orderId })
    .from(orders)
    .where(pastOf(shopId, which))
    .limit(1);
  return rows.length > 0;
}

/**
 * A page of past orders, oldest first, with the cursor of the next one, null after the last. Each order is
 * parsed from its text in its turn: parsing a page at once would outgrow the young generation of the garbage
 * collector.
 */
export async function readPastOrders(
  db: Db,
  shopId: ShopId,
  which: PastOrders,
  page: { readonly after: PastCursor | null; readonly limit: number },
): Promise<{ readonly orders: Iterable<PastOrder>; readonly next: PastCursor | null }> {
  const { after, limit } = page;
  const beyond =
    after && sql`(${orders.placedAt}, ${orders.orderId}) > (${after.placedAt}, ${after.orderId})`;
  const rows = await db
    .select(which.asksMore ? { ...columns, ...furtherColumns } : columns)
    .from(orders)
    .leftJoin(commissions, itsCommission)
    .where(and(pastOf(shopId, which), beyond ?? undefined))
    .orderBy(asc(orders.placedAt), asc(orders.orderId))
    .limit(limit);
  const last = rows.at(-1);
  return {
    orders: inTurn(rows),
    next: rows.length === limit && last ? { placedAt: last.placedAt, orderId: last.orderId } : null,
  };
}

const columns = {
  orderId: orders.orderId,
  // Left as text, because only the last row's value is read.
  placedAt: sql<string>`${orders.placedAt}`,
  affiliateId: orders.affiliateId,
  programId: orders.programId,
  facts: sql<string>`${orders.facts}::text`,
  isDenied: sql<boolean>`coalesce(${commissions.decision} = 'denied', false)`,
};

const furtherColumns = {
  evidence: sql<Evidence | null>`${orders.attribution} #> '{decided,winner,evidence}'`,
  customerOrderIndex: sql<number | null>`${commissions.inputs} -> 'customerOrderIndex'`,
  customerCountedBy: sql<string | null>`${orders.attribution} #>> '{rules,newCustomer}'`,
  customerOrder: sql<CustomerOrder | null>`${commissions.inputs} -> 'customerOrder'`,
};

const itsCommission = and(
  eq(commissions.shopId, orders.shopId),
  eq(commissions.orderId, orders.orderId),
  eq(commissions.affiliateId, orders.affiliateId),
  eq(commissions.role, "affiliate"),
);

type PastRow = {
  readonly affiliateId: AffiliateId | null;
  readonly programId: ProgramId | null;
  readonly facts: string;
  readonly isDenied: boolean;
  readonly evidence?: Evidence | null;
  readonly customerOrderIndex?: number | null;
  readonly customerCountedBy?: string | null;
  readonly customerOrder?: CustomerOrder | null;
};

function* inTurn(rows: readonly PastRow[]): Generator<PastOrder> {
  for (const row of rows) yield pastOrder(row);
}

function pastOrder({ facts, ...row }: PastRow): PastOrder {
  const {
    affiliateId,
    programId,
    isDenied,
    evidence = null,
    customerOrderIndex = null,
    customerOrder = null,
  } = row;
  return {
    facts: readFacts(JSON.parse(facts)),
    affiliateId,
    programId,
    isDenied,
    evidence,
    customerOrderIndex,
    customerCountedBy: row.customerCountedBy === "affiliate" ? "affiliate" : "store",
    customerOrder,
  };
}

function pastOf(shopId: ShopId, { credited, from, until }: PastOrders): SQL | undefined {
  const { programId = null, affiliateId = null } = credited ?? {};
  return and(
    eq(orders.shopId, shopId),
    credited === null ? ne(orders.reason, notSeenReason) : eq(orders.credited, true),
    programId === null ? undefined : eq(orders.programId, programId),
    affiliateId === null ? undefined : eq(orders.affiliateId, affiliateId),
    from === null ? undefined : gte(orders.placedAt, from),
    lt(orders.placedAt, until),
  );
}
