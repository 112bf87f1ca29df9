import { type Attribution, couldWin } from "#app/domain/attribution.ts";
import type { Evaluation } from "#app/domain/commission.ts";
import { wasNewCustomer } from "#app/domain/inputs.ts";
import { netSalesOf, returnsOf } from "#app/domain/net-sales.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { isClick } from "#app/domain/touch.ts";
import type { Sold } from "#app/domain/sold.ts";
import { dayIn } from "#app/platform/clock.ts";
import { type FigureChange, negative, noMeasures } from "#app/store/figures.ts";

/** What an order adds to the figures, a row for each day it touches; what `orders.counted` keeps. */
export type Counted = { readonly rows: readonly FigureChange[] };

/** What decides how an order counts. */
export type ToCount = {
  readonly facts: OrderFacts;
  /** What it charges for, where that is reckoned already. */
  readonly sold?: Sold;
  readonly attribution: Attribution;
  readonly evaluation: Pick<Evaluation, "originalMinor" | "standingMinor" | "lines"> &
    Partial<Pick<Evaluation, "inputs">>;
  /** A person denied the commission (M12). */
  readonly isDenied: boolean;
};

/**
 * M14: the sale counts on the order's day, what came back on the day of its refund, in the shop's time zone. Of an order
 * that was deleted only what it took of its affiliate's cap counts (T9).
 */
export function countOrder({ facts, sold, ...decided }: ToCount, timeZone: string): Counted {
  const { winner } = decided.attribution;
  if (winner === null || facts.test) return { rows: [] };
  const { originalMinor: earnedMinor, standingMinor } = decided.evaluation;
  const dayOf = (instant: string) => dayIn(timeZone, new Date(instant));
  const key = { affiliateId: winner.affiliateId, programId: winner.programId, currency: facts.currency };
  const day = dayOf(facts.createdAt);
  if (facts.deleted) {
    return { rows: earnedMinor === 0n ? [] : [{ ...key, ...noMeasures, day, earnedMinor }] };
  }
  const sales = netSalesOf(facts, sold);
  const sale = {
    ...key,
    ...noMeasures,
    day,
    orders: 1,
    clickOrders: hasClick(decided.attribution) ? 1 : 0,
    keptOrders: sales.remainingMinor > 0n ? 1 : 0,
    revenueMinor: sales.soldMinor,
    commissionMinor: decided.isDenied ? 0n : standingMinor,
    earnedMinor,
    newCustomers: wasNewCustomer(facts, decided.evaluation.inputs) === true ? 1 : 0,
    ...clickTime(decided.attribution, facts.createdAt),
  };
  const returns = returnsOf(facts, sold).map(({ at, minor }) => ({
    ...key,
    ...noMeasures,
    day: dayOf(at),
    revenueMinor: -minor,
    refundsMinor: minor,
  }));
  return { rows: [sale, ...returns] };
}

/** M21: a credited order has a click when one stood as evidence, whether or not it won. */
function hasClick({ candidates }: Attribution): boolean {
  return candidates.some((one) => isClick(one.evidence) && couldWin(one));
}

/** What an order's own commission comes to, over all its days; minor units. */
export function commissionOf({ rows }: Counted): bigint {
  return rows.reduce((sum, row) => sum + row.commissionMinor, 0n);
}

/** From the strongest click that the credited affiliate's order has, in whole seconds. */
function clickTime({ winner, candidates }: Attribution, createdAt: string) {
  const own = candidates.find(
    (one) => isClick(one.evidence) && couldWin(one) && one.evidence.affiliateId === winner?.affiliateId,
  );
  const at = own?.evidence.at ?? null;
  if (at === null) return {};
  // The platform stamps whole seconds: a click of the same second came before it.
  const clickSeconds = Math.max(0, Math.floor((Date.parse(createdAt) - Date.parse(at)) / 1000));
  return { timedOrders: 1, clickSeconds };
}

/** What `orders.counted` keeps; rows of older versions of the app measure less. */
export function readCounted(kept: Record<string, unknown>): readonly FigureChange[] {
  if (!("rows" in kept)) return [];
  return fromPlain<Counted>(kept).rows.map((row) => ({ ...noMeasures, ...row }));
}

/** The difference between what was counted and what counts now. */
export function countedDifference(before: readonly FigureChange[], after: Counted): FigureChange[] {
  return [...before.map((one) => ({ ...one, ...negative(one) })), ...after.rows];
}
