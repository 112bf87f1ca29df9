import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { seenRun } from "#app/domain/long-run.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { type Backtest, type BacktestHead, findBacktest, listBacktests } from "#app/store/backtests.ts";
import { affiliateNames } from "#app/store/names.ts";
import { findProgram } from "#app/store/programs.ts";

export type BacktestView = Backtest & {
  /** Of the affiliates in the result. */
  readonly names: ReadonlyMap<string, string>;
};

/** More of them than a page shows are reached by the API. */
const shownAtMost = 50;

/** A backtest with the names that its result needs; a refusal where the shop has none of that id. */
export async function readBacktest(
  shopId: ShopId,
  backtestId: string,
  now: Date,
): Promise<BacktestView | Refusal> {
  const backtest = await findBacktest(db(), shopId, backtestId);
  if (!backtest) return refuse("not-found", "There is no such backtest");
  const rows = backtest.result?.affiliates ?? [];
  const ids = rows.flatMap((row) => (row.id === null ? [] : [row.id as AffiliateId]));
  return { ...seenRun(backtest, now), names: await affiliateNames(db(), shopId, ids) };
}

/** The newest backtests of a program; a refusal where the shop has no such program. */
export async function readBacktests(
  shopId: ShopId,
  programId: string,
  now: Date,
): Promise<BacktestHead[] | Refusal> {
  const program = await findProgram(db(), shopId, programId);
  if (!program) return refuse("not-found", "There is no such program");
  const rows = await listBacktests(db(), shopId, program.programId, shownAtMost);
  return rows.map((row) => seenRun(row, now));
}
