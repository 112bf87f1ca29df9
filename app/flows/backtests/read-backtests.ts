import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { seenRun } from "#app/domain/long-run.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { type Backtest, type BacktestHead, findBacktest, listBacktests } from "#app/store/backtests.ts";
import { affiliateNames } from "#app/store/names.ts";
import { type BacktestNamed, findSubject } from "./find-subject.ts";

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

/**
 * The newest backtests of a program, of an affiliate's own terms in it, or of programs that are not made yet; a refusal
 * where the shop has no such program or member.
 */
export async function readBacktests(
  shopId: ShopId,
  named: BacktestNamed,
  now: Date,
): Promise<BacktestHead[] | Refusal> {
  const subject = await findSubject(shopId, named);
  if (isRefusal(subject)) return subject;
  const rows = await listBacktests(db(), shopId, subject.of, shownAtMost);
  return rows.map((row) => seenRun(row, now));
}
