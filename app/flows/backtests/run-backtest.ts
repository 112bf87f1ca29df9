import { reasonAsText } from "#app/domain/refusal.ts";
import type { ShopWith } from "#app/domain/context.ts";
import { setImmediate } from "node:timers/promises";
import { TooManyBonusesError } from "#app/domain/bonus.ts";
import { type Backtest as Fold, openBacktest } from "#app/domain/backtest/backtest.ts";
import { asksForCustomers, creditsOf, looksAtOthers, type TagsOf } from "#app/domain/backtest/side.ts";
import { tagsAt, type TagPeriod } from "#app/domain/tags.ts";
import type { AffiliateId, BacktestId, ShopId } from "#app/domain/ids.ts";
import { testsOf } from "#app/domain/terms/condition.ts";
import { needsOf } from "#app/domain/terms/pay.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  type Backtest,
  countPastOrders,
  findBacktest,
  newestTermsIn,
  noteBacktest,
  type PastCursor,
  type PastOrders,
  readPastOrders,
} from "#app/store/backtests.ts";
import { findProgram } from "#app/store/programs.ts";
import { tagPeriodsOfShop } from "#app/store/tags.ts";
import { orderShopsOf } from "#app/store/shops.ts";

/** Orders in memory at once. Other work of the process runs between two pages. */
const pageSize = 1_000;
const yieldEvery = 50;
const noteEveryMs = 1_000;
const dayMs = 86_400_000;

/**
 * Job: reads the orders page by page and keeps only sums. A killed run starts over. An error is stored with the
 * backtest.
 */
export async function runBacktest(
  asked: { shopId: string; backtestId: string },
  clock: () => Date,
): Promise<void> {
  const shopId = asked.shopId as ShopId;
  const backtestId = asked.backtestId as BacktestId;
  const backtest = await findBacktest(db(), shopId, backtestId);
  const shop = (await orderShopsOf(db(), [shopId])).get(shopId);
  if (!backtest || !shop || backtest.status === "done" || backtest.status === "failed") return;
  try {
    await runOverOrders(shop, backtest, clock);
  } catch (error) {
    log.error("A backtest failed", { shop: shopId, backtest: backtestId, ...describeError(error) });
    const said = error instanceof TooManyBonusesError ? tooManyBonuses : unexpected;
    await noteBacktest(db(), shopId, backtestId, { status: "failed", error: said, finishedAt: clock() });
  }
}

const unexpected = reasonAsText({ code: "run_failed", what: "stopped" });
const tooManyBonuses = reasonAsText({ code: "run_failed", what: "bonuses" });

async function runOverOrders(
  shop: ShopWith<"currency" | "timeZone">,
  backtest: Backtest,
  clock: () => Date,
): Promise<void> {
  const { shopId, backtestId } = backtest;
  const { programId } = backtest;
  const isGone = programId !== null && !(await findProgram(db(), shopId, programId));
  if (isGone) {
    const error = reasonAsText({ code: "run_failed", what: "program_deleted" });
    await noteBacktest(db(), shopId, backtestId, { status: "failed", error, finishedAt: clock() });
    return;
  }
  const today = await newestTermsIn(db(), shopId, programId);
  const judging = [
    backtest.terms,
    ...[...today.values()].flatMap(({ terms, own }) => [terms, ...own.values()]),
  ];
  const which = pastOrdersOf(backtest, judging);
  const ordersTotal = await countPastOrders(db(), shopId, which);
  await noteBacktest(db(), shopId, backtestId, { status: "running", ordersDone: 0, ordersTotal });
  const fold = openBacktest({
    currency: shop.currency,
    firstDay: backtest.firstDay,
    lastDay: backtest.lastDay,
    dayOf: quickDays(shop.timeZone),
    ...creditsOf(backtest, backtest.terms, today),
    asOf: clock().toISOString(),
    countsCustomers: judging.some(asksForCustomers),
    tagsOf: await readTags(shopId, judging),
  });
  const ordersDone = await foldPastOrders(backtest, which, { fold, clock });
  await noteBacktest(db(), shopId, backtestId, {
    status: "done",
    result: fold.finish(),
    ordersDone,
    ordersTotal: ordersDone,
    finishedAt: clock(),
  });
}

/** Each affiliate's tags at an instant. Read only if one of the terms asks for tags. */
async function readTags(shopId: ShopId, judging: readonly ProgramTerms[]): Promise<TagsOf> {
  const isAsked = judging.some((terms) => needsOf(terms).affiliateTags);
  const periods = isAsked ? await tagPeriodsOfShop(db(), shopId) : new Map<AffiliateId, TagPeriod[]>();
  return (affiliateId, instant) =>
    affiliateId === null ? [] : tagsAt(periods.get(affiliateId) ?? [], instant);
}

/** Folds orders page by page while the database reads the next page. Returns the number of orders. */
async function foldPastOrders(
  { shopId, backtestId }: Backtest,
  which: PastOrders,
  { fold, clock }: { fold: Fold; clock: () => Date },
): Promise<number> {
  const read = (after: PastCursor | null) => readPastOrders(db(), shopId, which, { after, limit: pageSize });
  let coming: ReturnType<typeof read> | null = read(null);
  let ordersDone = 0;
  let notedAt = clock().getTime();
  while (coming !== null) {
    const page: Awaited<ReturnType<typeof read>> = await coming;
    coming = page.next && read(page.next);
    // If the fold throws, the next page is not awaited.
    coming?.catch(() => {});
    for (const order of page.orders) {
      fold.take(order);
      ordersDone += 1;
      // Lets the process serve other work, and receive the parts of the next page that the database already sent.
      if (ordersDone % yieldEvery === 0) await setImmediate();
    }
    if (clock().getTime() - notedAt < noteEveryMs) continue;
    await noteBacktest(db(), shopId, backtestId, { ordersDone });
    notedAt = clock().getTime();
  }
  return ordersDone;
}

/** Terms that depend on other orders need all of them from the first. The fold handles the edges of a day. */
function pastOrdersOf(
  { scope, programId, affiliateId, firstDay, lastDay }: Backtest,
  terms: readonly ProgramTerms[],
): PastOrders {
  return {
    credited: scope === "credited" ? { programId, affiliateId } : null,
    from: terms.some(looksAtOthers) ? null : new Date(Date.parse(firstDay) - dayMs),
    until: new Date(Date.parse(lastDay) + 2 * dayMs),
    asksMore: terms.some(asksForClicksOrCustomers),
  };
}

function asksForClicksOrCustomers(terms: ProgramTerms): boolean {
  const isOfClick = terms.rules.some((rule) => testsOf(rule.when).some((test) => test.kind === "sub-id"));
  return isOfClick || asksForCustomers(terms);
}

const quarterMs = 900_000;
const quartersKept = 100_000;

/** Days of instants, cached by quarter of an hour, because days begin at full quarters in every time zone. */
function quickDays(timeZone: string): (iso: string) => string {
  const known = new Map<number, string>();
  return (iso) => {
    const at = new Date(iso);
    const quarter = Math.floor(at.getTime() / quarterMs);
    const kept = known.get(quarter);
    if (kept !== undefined) return kept;
    if (known.size >= quartersKept) known.clear();
    const day = dayIn(timeZone, at);
    known.set(quarter, day);
    return day;
  };
}
