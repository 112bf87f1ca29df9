import { and, asc, desc, eq, getTableColumns, inArray, isNull, type SQL } from "drizzle-orm";
import { alias, type PgColumn } from "drizzle-orm/pg-core";
import type { BacktestOf, NewestTerms } from "#app/domain/backtest/side.ts";
import type { BacktestResult } from "#app/domain/backtest/past-order.ts";
import { type AffiliateId, type BacktestId, isIdOf, type ProgramId, type ShopId } from "#app/domain/ids.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { backtests } from "./schema/backtests.ts";
import { programVersions } from "./schema/programs.ts";
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

/** The backtests of a program, of an affiliate's own terms in it, or of programs not made yet, newest first. */
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

/** The backtests of a shop that wait or run. */
export async function unfinishedBacktests(db: Db, shopId: ShopId): Promise<BacktestHead[]> {
  return await db
    .select(headColumns)
    .from(backtests)
    .where(and(eq(backtests.shopId, shopId), inArray(backtests.status, ["waiting", "running"])));
}

type Change = Partial<Pick<Row, "status" | "ordersDone" | "ordersTotal" | "error" | "finishedAt">>;

/** Writes down how far a backtest is; one that has ended stays as it is. */
export async function noteBacktest(
  db: Db,
  shopId: ShopId,
  backtestId: BacktestId,
  change: Change & { readonly result?: BacktestResult },
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

/** The terms in force of one program, or of all that the shop ever had, with the own terms in them (T12). */
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
  // The newest of each program and affiliate is the last to be put in; null ends own terms.
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

/** Forgets the backtests of a shop that is forgotten. */
export async function dropBacktests(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(backtests).where(eq(backtests.shopId, shopId));
}

function isOrNull(column: PgColumn, value: string | null): SQL {
  return value === null ? isNull(column) : eq(column, value);
}

function plainRecord(value: unknown): Record<string, unknown> {
  return toPlain(value) as Record<string, unknown>;
}
