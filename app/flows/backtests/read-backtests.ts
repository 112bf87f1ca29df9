import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { seenRun } from "#app/domain/long-run.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { type Backtest, type BacktestHead, findBacktest, listBacktests } from "#app/store/backtests.ts";
import { affiliateNames } from "#app/store/names.ts";
import { type BacktestNamed, findSubject } from "./find-subject.ts";

export type BacktestView = Backtest & {
  /** Names of the affiliates in the result, by id. */
  readonly names: ReadonlyMap<string, string>;
};

/** The API reaches more than a page shows. */
const shownAtMost = 50;

/** A backtest with the names that its result needs, or a refusal if the shop has none with that id. */
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
 * The newest backtests of a program, of an affiliate's custom terms in it, or of programs not created yet.
 * Refuses if the shop has no such program or member.
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
