import type { Ctx } from "#app/domain/context.ts";
import type { BacktestOf } from "#app/domain/backtest/side.ts";
import type { BacktestId, ShopId } from "#app/domain/ids.ts";
import { isUnderWay } from "#app/domain/long-run.ts";
import { isRefusal, refuse, refuseFields, type FieldError, type Refusal } from "#app/domain/refusal.ts";
import {
  shopDefaults,
  type ShopDefaults,
  termsOfInput,
  type TermsInput,
} from "#app/domain/terms/terms-of-input.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { hasPastOrders, insertBacktest, newestTermsIn, unfinishedBacktests } from "#app/store/backtests.ts";
import { lockShop } from "#app/store/shops.ts";
import { type BacktestTarget, type BacktestSubject, findSubject } from "./find-subject.ts";

export type BacktestInput = {
  /**
   * The draft. It overrides the current terms, or the shop's defaults for a program that is not created yet.
   */
  readonly terms?: TermsInput | undefined;
  /** Days of the shop such as "2026-03-31", both included. The last ninety days by default. */
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
  /** By default the credited orders, or all orders while none is credited. */
  readonly scope?: "credited" | "all" | undefined;
};

const usualDays = 90;
const dayMs = 86_400_000;

type BacktestShop = ShopDefaults & {
  readonly shopId: ShopId;
  readonly currency: string;
  readonly timeZone: string;
};

/** Each backtest reads all the shop's orders, so more at once would only slow each other down. */
const mostAtOnce = 3;

/**
 * Starts a job that runs a draft over past orders: for a program, an affiliate's custom terms in it, or a
 * program that is not created yet. It writes only the backtest itself.
 */
export async function startBacktest(
  ctx: Ctx<BacktestShop>,
  named: BacktestTarget,
  asked: BacktestInput,
): Promise<BacktestId | Refusal> {
  const { shop } = ctx;
  const subject = await findSubject(shop.shopId, named);
  if (isRefusal(subject)) return subject;
  const { of } = subject;
  const terms = termsOfInput(asked.terms ?? {}, await savedTerms(shop, subject), shop.currency);
  const days = backtestDays(asked, shop.timeZone, ctx.now);
  const faults = [
    ...faultsOfDays(days, dayIn(shop.timeZone, ctx.now)),
    ...faultsOfScope(of, asked.scope),
    ...(isRefusal(terms) ? terms.errors : []),
  ];
  const fault = refuseFields(faults);
  if (fault) return fault;
  if (isRefusal(terms)) return terms;
  const scope = asked.scope ?? (await usualScope(shop.shopId, of, ctx.now));
  const backtestId = newId<BacktestId>("bkt", ctx.now);
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    // The shop's lock keeps simultaneous requests from exceeding the limit together.
    await lockShop(tx, shop.shopId);
    const unfinished = await unfinishedBacktests(tx, shop.shopId);
    if (unfinished.filter((one) => isUnderWay(one, ctx.now)).length >= mostAtOnce) {
      return refuse("conflict", { code: "too_many_backtests" });
    }
    await insertBacktest(tx, {
      shopId: shop.shopId,
      backtestId,
      ...of,
      terms,
      ...days,
      scope,
      status: "waiting",
      createdBy: ctx.actor.name,
      createdAt: ctx.now,
    });
    await queue.send(tx, "run-backtest", { shopId: shop.shopId, backtestId });
    return backtestId;
  });
}

/** The terms that a draft overrides: the current ones, or the shop's defaults. */
async function savedTerms(
  { shopId, ...shop }: BacktestShop,
  { of, terms }: BacktestSubject,
): Promise<Parameters<typeof termsOfInput>[1]> {
  if (terms === null) return shopDefaults(shop);
  const { programId, affiliateId } = of;
  if (programId === null || affiliateId === null) return terms;
  const newest = await newestTermsIn(db(), shopId, programId);
  return newest.get(programId)?.own.get(affiliateId) ?? terms;
}

type BacktestDays = { readonly firstDay: string; readonly lastDay: string };

function backtestDays({ firstDay, lastDay }: BacktestInput, timeZone: string, now: Date): BacktestDays {
  const last = lastDay ?? dayIn(timeZone, now);
  return { firstDay: firstDay ?? usualFirstDay(last), lastDay: last };
}

/**
 * The first of the ninety days that end with this one. It counts calendar days, so daylight saving time doesn't
 * shift it.
 */
export function usualFirstDay(lastDay: string): string {
  return new Date(Date.parse(lastDay) - (usualDays - 1) * dayMs).toISOString().slice(0, 10);
}

/**
 * A new shop has no credited orders, so its drafts run over all orders. Custom terms only ever use the
 * affiliate's orders.
 */
async function usualScope(shopId: ShopId, of: BacktestOf, now: Date): Promise<"credited" | "all"> {
  if (of.affiliateId !== null) return "credited";
  const credited = await hasPastOrders(db(), shopId, of, now);
  return credited ? "credited" : "all";
}

function faultsOfScope({ affiliateId }: BacktestOf, scope: BacktestInput["scope"]): FieldError[] {
  if (affiliateId === null || scope !== "all") return [];
  return [{ field: "scope", reason: { code: "custom_terms_scope" } }];
}

function faultsOfDays({ firstDay, lastDay }: BacktestDays, today: string): FieldError[] {
  const reason = { code: "day_in_future", today: { day: today } } as const;
  if (firstDay > today) return [{ field: "firstDay", reason }];
  if (lastDay > today) return [{ field: "lastDay", reason }];
  if (lastDay < firstDay) return [{ field: "lastDay", reason: { code: "days_out_of_order" } }];
  return [];
}
