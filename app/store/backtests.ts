import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { Evidence } from "#app/domain/attribution.ts";
import type { BacktestResult, PastOrder } from "#app/domain/backtest/past-order.ts";
import type { BacktestOf, NewestTerms } from "#app/domain/backtest/side.ts";
import { type AffiliateId, type BacktestId, isIdOf, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import type { CustomerOrder } from "#app/domain/inputs.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { readFacts } from "#app/domain/read-facts.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { notSeenReason } from "./orders.ts";
import { affiliates } from "./schema/affiliates.ts";
import { backtests } from "./schema/backtests.ts";
import { commissions, orders } from "./schema/orders.ts";
import { programs, programVersions } from "./schema/programs.ts";
import { isInForce } from "./waiting-versions.ts";

type Row = typeof backtests.$inferSelect;

export type Backtest = Omit<Row, "terms" | "result"> & {
  readonly terms: ProgramTerms;
  /** Null until it is done. */
  readonly result: BacktestResult | null;
};

const { terms: _terms, result: _result, ...headColumns } = getTableColumns(backtests);

/** A backtest without its tables, for lists. */
export type BacktestHead = Omit<Row, "terms" | "result">;

export async function insertBacktest(
  tx: Tx,
  row: Omit<typeof backtests.$inferInsert, "terms"> & { readonly terms: ProgramTerms },
): Promise<void> {
  await tx.insert(backtests).values({ ...row, terms: plainRecord(row.terms) });
}

/** A backtest of the shop, or null. */
export async function findBacktest(db: Db, shopId: ShopId, backtestId: string): Promise<Backtest | null> {
  if (!isIdOf("backtest", backtestId)) return null;
  const [row] = await db
    .select()
    .from(backtests)
    .where(and(eq(backtests.shopId, shopId), eq(backtests.backtestId, backtestId as BacktestId)));
  if (!row) return null;
  return {
    ...row,
    terms: fromPlain<ProgramTerms>(row.terms),
    result: row.result && fromPlain<BacktestResult>(row.result),
  };
}

/**
 * Backtests of a program, of an affiliate's custom terms in it, or of programs to be created, newest first.
 */
export async function listBacktests(
  db: Db,
  shopId: ShopId,
  { programId, affiliateId }: BacktestOf,
  limit: number,
): Promise<BacktestHead[]> {
  return await db
    .select(headColumns)
    .from(backtests)
    .where(
      and(
        eq(backtests.shopId, shopId),
        isOrNull(backtests.programId, programId),
        isOrNull(backtests.affiliateId, affiliateId),
      ),
    )
    .orderBy(desc(backtests.createdAt), desc(backtests.backtestId))
    .limit(limit);
}

/** A backtest with the names of what it is of. */
export type NamedBacktest = BacktestHead & {
  readonly programName: string | null;
  readonly affiliateName: string | null;
};

/** All backtests of a shop, newest first, with the names of what they are of. */
export async function listBacktestsOfShop(
  db: Db,
  shopId: ShopId,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<NamedBacktest[]> {
  return await db
    .select({ ...headColumns, programName: programs.name, affiliateName: affiliates.name })
    .from(backtests)
    .leftJoin(
      programs,
      and(eq(programs.shopId, backtests.shopId), eq(programs.programId, backtests.programId)),
    )
    .leftJoin(
      affiliates,
      and(eq(affiliates.shopId, backtests.shopId), eq(affiliates.affiliateId, backtests.affiliateId)),
    )
    .where(eq(backtests.shopId, shopId))
    .orderBy(desc(backtests.createdAt), desc(backtests.backtestId))
    .limit(limit)
    .offset(offset);
}

export async function countBacktestsOfShop(db: Db, shopId: ShopId): Promise<number> {
  const [row] = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(backtests)
    .where(eq(backtests.shopId, shopId));
  return row?.total ?? 0;
}

/** Backtests of a shop that wait or run. */
export async function unfinishedBacktests(db: Db, shopId: ShopId): Promise<BacktestHead[]> {
  return await db
    .select(headColumns)
    .from(backtests)
    .where(and(eq(backtests.shopId, shopId), inArray(backtests.status, ["waiting", "running"])));
}

type BacktestChange = Partial<Pick<Row, "status" | "ordersDone" | "ordersTotal" | "error" | "finishedAt">>;

/** Saves the progress of a backtest. One that has ended stays as it is. */
export async function noteBacktest(
  db: Db,
  shopId: ShopId,
  backtestId: BacktestId,
  change: BacktestChange & { readonly result?: BacktestResult },
): Promise<void> {
  const { result, ...rest } = change;
  await db
    .update(backtests)
    .set({ ...rest, ...(result ? { result: plainRecord(result) } : {}) })
    .where(
      and(
        eq(backtests.shopId, shopId),
        eq(backtests.backtestId, backtestId),
        inArray(backtests.status, ["waiting", "running"]),
      ),
    );
}

/**
 * The terms in force of one program, or of all programs that the shop ever had, including custom terms (T12).
 */
export async function newestTermsIn(
  db: Db,
  shopId: ShopId,
  programId: ProgramId | null,
): Promise<Map<ProgramId, NewestTerms>> {
  const v = alias(programVersions, "v");
  const versions = await db
    .select({
      programId: v.programId,
      affiliateId: v.affiliateId,
      terms: v.terms,
    })
    .from(v)
    .where(and(eq(v.shopId, shopId), isInForce, programId === null ? undefined : eq(v.programId, programId)))
    .orderBy(asc(v.effectiveFrom), asc(v.version));
  // Later versions overwrite earlier ones. Null ends custom terms.
  const rows = [
    ...new Map(versions.map((row) => [`${row.programId} ${row.affiliateId ?? ""}`, row])).values(),
  ];
  const own = new Map<ProgramId, Map<AffiliateId, ProgramTerms>>();
  for (const { programId: of, affiliateId, terms } of rows) {
    if (affiliateId === null || terms === null) continue;
    own.set(
      of,
      (own.get(of) ?? new Map<AffiliateId, ProgramTerms>()).set(affiliateId, fromPlain<ProgramTerms>(terms)),
    );
  }
  const newest = new Map<ProgramId, NewestTerms>();
  for (const { programId: of, affiliateId, terms } of rows) {
    if (affiliateId !== null || terms === null) continue;
    newest.set(of, {
      terms: fromPlain<ProgramTerms>(terms),
      own: own.get(of) ?? new Map<AffiliateId, ProgramTerms>(),
    });
  }
  return newest;
}

/** Deletes the backtests of a shop. */
export async function dropBacktests(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(backtests).where(eq(backtests.shopId, shopId));
}

function isOrNull(column: PgColumn, value: string | null): SQL {
  return value === null ? isNull(column) : eq(column, value);
}

function plainRecord(value: unknown): Record<string, unknown> {
  return toPlain(value) as Record<string, unknown>;
}

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
    .where(pastOrderOfRow(shopId, which));
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
    .where(pastOrderOfRow(shopId, which))
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
    .where(and(pastOrderOfRow(shopId, which), beyond ?? undefined))
    .orderBy(asc(orders.placedAt), asc(orders.orderId))
    .limit(limit);
  const last = rows.at(-1);
  return {
    orders: nextOrders(rows),
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

function* nextOrders(rows: readonly PastRow[]): Generator<PastOrder> {
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

function pastOrderOfRow(shopId: ShopId, { credited, from, until }: PastOrders): SQL | undefined {
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
