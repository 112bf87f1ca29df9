import type { Actor } from "#app/domain/actor.ts";
import type { BacktestId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { isUnderWay } from "#app/domain/long-run.ts";
import { refuse, type FieldError, type Refusal } from "#app/domain/refusal.ts";
import { faultsOfTerms } from "#app/domain/terms/faults.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { openQueue } from "#app/queue/queue.server.ts";
import { insertBacktest, unfinishedBacktests } from "#app/store/backtests.ts";
import { hasPastOrders } from "#app/store/past-orders.ts";
import { findProgram } from "#app/store/programs.ts";
import { lockShop } from "#app/store/shops.ts";

export type BacktestAsked = {
  /** The draft, laid over the program's saved terms. */
  readonly terms?: { readonly [Part in keyof ProgramTerms]?: ProgramTerms[Part] | undefined } | undefined;
  /** Days of the shop, "2026-03-31", both counted in; the last ninety when they are left out. */
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
  /** When it is left out: the credited orders, or all of them while there is none. */
  readonly scope?: "credited" | "all" | undefined;
};

const usualDays = 90;
const dayMs = 86_400_000;

type Shop = { readonly shopId: ShopId; readonly currency: string; readonly timeZone: string };

/** Each of them reads the shop's orders; more at once would only make all of them wait. */
const mostAtOnce = 3;

/** Asks for a draft to be run over past orders, by a job. Nothing is written but the backtest itself. */
export async function startBacktest(
  shop: Shop,
  programId: string,
  asked: BacktestAsked,
  by: { actor: Actor; now: Date },
): Promise<BacktestId | Refusal> {
  const program = await findProgram(db(), shop.shopId, programId);
  if (!program) return refuse("not-found", "There is no such program");
  const terms = laidOver(program.terms, asked.terms ?? {});
  const days = daysOf(asked, shop.timeZone, by.now);
  const faults = [...faultsOfDays(days, dayIn(shop.timeZone, by.now)), ...faultsOf(terms, shop.currency)];
  const [first] = faults;
  if (first) return { refused: "invalid", message: first.message, errors: faults };
  const scope = asked.scope ?? (await usualScope(shop.shopId, program.programId, by.now));
  const backtestId = newId<BacktestId>("bkt", by.now);
  const queue = await openQueue();
  return await inTransaction(async (tx) => {
    // Under the shop's lock many who ask at once cannot all find that few run.
    await lockShop(tx, shop.shopId);
    const unfinished = await unfinishedBacktests(tx, shop.shopId);
    if (unfinished.filter((one) => isUnderWay(one, by.now)).length >= mostAtOnce) {
      return refuse("conflict", "Other backtests are still running. Please wait until they are done");
    }
    await insertBacktest(tx, {
      shopId: shop.shopId,
      backtestId,
      programId: program.programId,
      terms,
      ...days,
      scope,
      status: "waiting",
      createdBy: by.actor.name,
      createdAt: by.now,
    });
    await queue.send(tx, "run-backtest", { shopId: shop.shopId, backtestId });
    return backtestId;
  });
}

type Days = { readonly firstDay: string; readonly lastDay: string };

function daysOf({ firstDay, lastDay }: BacktestAsked, timeZone: string, now: Date): Days {
  const last = lastDay ?? dayIn(timeZone, now);
  return { firstDay: firstDay ?? usualFirstDay(last), lastDay: last };
}

/** The first of the ninety days that end with this one; days of the calendar, so no change of the clock shifts it. */
export function usualFirstDay(lastDay: string): string {
  return new Date(Date.parse(lastDay) - (usualDays - 1) * dayMs).toISOString().slice(0, 10);
}

/** A shop that begins has no credited order yet: its drafts are run over all orders. */
async function usualScope(shopId: ShopId, programId: ProgramId, now: Date): Promise<"credited" | "all"> {
  const credited = await hasPastOrders(db(), shopId, programId, now);
  return credited ? "credited" : "all";
}

function laidOver(saved: ProgramTerms, given: NonNullable<BacktestAsked["terms"]>): ProgramTerms {
  return {
    rules: given.rules ?? saved.rules,
    commission: given.commission ?? saved.commission,
    base: given.base ?? saved.base,
    caps: given.caps ?? saved.caps,
    bonuses: given.bonuses ?? saved.bonuses,
    attributionDays: given.attributionDays ?? saved.attributionDays,
    holdDays: given.holdDays ?? saved.holdDays,
    holdFrom: given.holdFrom ?? saved.holdFrom,
  };
}

function faultsOfDays({ firstDay, lastDay }: Days, today: string): FieldError[] {
  const late = `Must not be after today, ${today}`;
  if (firstDay > today) return [{ field: "firstDay", message: late }];
  if (lastDay > today) return [{ field: "lastDay", message: late }];
  if (lastDay < firstDay) return [{ field: "lastDay", message: "Must not be before the first day" }];
  return [];
}

function faultsOf(terms: ProgramTerms, currency: string): FieldError[] {
  return faultsOfTerms(terms, currency).map((fault) => ({ ...fault, field: `terms.${fault.field}` }));
}
