import type { BacktestCost, BacktestResult, BacktestRow } from "#app/domain/backtest/past-order.ts";
import type { AffiliateId, BacktestId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { seenRun } from "#app/domain/long-run.ts";
import { type Money, scale, toPercent } from "#app/domain/money.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { db } from "#app/platform/db.server.ts";
import {
  type BacktestHead,
  countBacktestsOfShop,
  findBacktest,
  listBacktests,
  listBacktestsOfShop,
} from "#app/store/backtests.ts";
import { affiliateNames } from "#app/store/names.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";
import { type BacktestTarget, findSubject } from "./find-subject.ts";

/** A backtest without its tables. */
export type BacktestHeadView = Omit<BacktestHead, "shopId" | "backtestId" | "programId" | "affiliateId"> & {
  readonly id: BacktestId;
  /** Null for a program that is not created yet. */
  readonly program: ProgramId | null;
  /** The affiliate whose custom terms the draft is; null for a program's. */
  readonly affiliate: AffiliateId | null;
};

export type BacktestView = BacktestHeadView & {
  readonly terms: ProgramTerms;
  /** Null until it is done. */
  readonly result: ResultView | null;
};

type ResultView = {
  readonly orders: number;
  readonly otherCurrencyOrders: number;
  readonly changedOrders: number;
  /** Absent in results stored before this was counted. */
  readonly unreadOrders?: number;
  readonly revenue: Money;
  readonly today: CostView;
  readonly draft: CostView;
  readonly difference: Money;
  readonly affiliates: readonly BacktestRowView[];
  readonly products: readonly BacktestRowView[];
  readonly months: readonly BacktestRowView[];
};

type CostView = {
  readonly total: Money;
  readonly bonuses: Money;
  readonly paidOrders: number;
  /** Percent of the revenue; null without revenue. */
  readonly share: string | null;
};

export type BacktestRowView = {
  readonly id: string | null;
  /** Null for orders without an affiliate, charges and the other rows. */
  readonly name: string | null;
  readonly orders: number;
  readonly revenue: Money;
  readonly today: Money;
  readonly draft: Money;
  readonly difference: Money;
};

/** The API reaches more than a page shows. */
const shownAtMost = 50;

/** A backtest with its result, or a refusal if the shop has none with that id. */
export async function readBacktest(
  shopId: ShopId,
  backtestId: string,
  now: Date,
): Promise<BacktestView | Refusal> {
  const backtest = await findBacktest(db(), shopId, backtestId);
  if (!backtest) return refuse("not-found", { code: "not_found", what: "backtest" });
  const { terms, result } = backtest;
  const rows = result?.affiliates ?? [];
  const ids = rows.flatMap((row) => (row.id === null ? [] : [row.id as AffiliateId]));
  const names = await affiliateNames(db(), shopId, ids);
  return { ...headView(backtest, now), terms, result: result && resultView(result, names) };
}

/**
 * The newest backtests of a program, of an affiliate's custom terms in it, or of programs not created yet.
 * Refuses if the shop has no such program or member.
 */
export async function readBacktests(
  shopId: ShopId,
  named: BacktestTarget,
  now: Date,
): Promise<BacktestHeadView[] | Refusal> {
  const subject = await findSubject(shopId, named);
  if (isRefusal(subject)) return subject;
  const rows = await listBacktests(db(), shopId, subject.of, shownAtMost);
  return rows.map((row) => headView(row, now));
}

/** A page of all backtests of the shop, newest first. */
export async function readBacktestsOfShop(
  { shopId, now }: { readonly shopId: ShopId; readonly now: Date },
  { page, limit }: { readonly page: number; readonly limit: number },
) {
  return await readWithin(thisList, async (tx) => {
    const rows = await listBacktestsOfShop(tx, shopId, { limit, offset: (page - 1) * limit });
    const backtests = rows.map(({ programName, affiliateName: ofAffiliate, ...row }) => ({
      ...headView(row, now),
      programName,
      affiliateName: ofAffiliate,
    }));
    return { backtests, total: await countBacktestsOfShop(tx, shopId) };
  });
}

function headView(row: BacktestHead, now: Date): BacktestHeadView {
  const {
    shopId: _,
    backtestId: id,
    programId: program,
    affiliateId: affiliate,
    ...head
  } = seenRun(row, now);
  return { id, program, affiliate, ...head };
}

function resultView(result: BacktestResult, names: ReadonlyMap<string, string>): ResultView {
  const { currency, revenueMinor, today, draft, unreadOrders } = result;
  const rowsOf = (rows: readonly BacktestRow[], nameOf: (one: BacktestRow) => string | null) =>
    rows.map((one) => rowView(one, nameOf(one), currency));
  return {
    orders: result.orders,
    otherCurrencyOrders: result.otherCurrency,
    changedOrders: result.changedOrders,
    ...(unreadOrders !== undefined && { unreadOrders }),
    revenue: { minor: revenueMinor, currency },
    today: costView(today, revenueMinor, currency),
    draft: costView(draft, revenueMinor, currency),
    difference: { minor: draft.totalMinor - today.totalMinor, currency },
    affiliates: rowsOf(result.affiliates, (one) => affiliateName(one, names)),
    products: rowsOf(result.products, productName),
    months: rowsOf(result.months, (one) => one.id ?? ""),
  };
}

function costView({ totalMinor, bonusMinor, paidOrders }: BacktestCost, revenue: bigint, currency: string) {
  const bps = revenue > 0n ? Number(scale(totalMinor, 10_000n, revenue)) : null;
  return {
    total: { minor: totalMinor, currency },
    bonuses: { minor: bonusMinor, currency },
    paidOrders,
    share: bps === null ? null : toPercent(bps),
  };
}

function rowView(row: BacktestRow, name: string | null, currency: string): BacktestRowView {
  const { id, orders, revenueMinor, todayMinor, draftMinor } = row;
  return {
    id,
    name,
    orders,
    revenue: { minor: revenueMinor, currency },
    today: { minor: todayMinor, currency },
    draft: { minor: draftMinor, currency },
    difference: { minor: draftMinor - todayMinor, currency },
  };
}

/** Ids of rows that stand for no affiliate or product, whose names are words. */
const unnamed: ReadonlySet<string> = new Set(["shipping", "tip", "duties", "others"]);

function isUnnamed({ id }: BacktestRow): boolean {
  return id !== null && unnamed.has(id);
}

function affiliateName(row: BacktestRow, names: ReadonlyMap<string, string>): string | null {
  if (row.id === null) return null;
  return names.get(row.id) ?? (isUnnamed(row) ? null : row.id);
}

function productName(row: BacktestRow): string | null {
  return isUnnamed(row) ? null : row.title;
}
