import type { OrderFacts } from "#app/domain/order.ts";
import { netSalesOf } from "#app/domain/net-sales.ts";
import { fromPlain } from "#app/domain/plain.ts";
import { dayIn } from "#app/platform/clock.ts";
import { type FigureChange, noMeasures } from "#app/store/figures.ts";
import type { Decision } from "./decide-order.ts";

/** What an order adds to the figures, a row for each day it touches; what `orders.counted` keeps. */
export type Counted = { readonly rows: readonly FigureChange[] };

/** M14: the sale counts on the order's day, what came back on the day of its refund, in the shop's time zone. */
export function countOrder(facts: OrderFacts, decision: Decision, timeZone: string): Counted {
  const { winner } = decision.attribution.decided;
  if (winner === null || facts.test || facts.deleted) return { rows: [] };
  const dayOf = (instant: string) => dayIn(timeZone, new Date(instant));
  const key = {
    affiliateId: winner.affiliateId,
    programId: winner.programId,
    currency: facts.currency,
  };
  const sales = netSalesOf(facts);
  const sale = {
    ...key,
    ...noMeasures,
    day: dayOf(facts.createdAt),
    orders: 1,
    clickOrders: hasClick(decision) ? 1 : 0,
    revenueMinor: sales.soldMinor,
    commissionMinor: decision.evaluation.standingMinor,
  };
  const returns = sales.returned.map(({ at, minor }) => ({
    ...key,
    ...noMeasures,
    day: dayOf(at),
    revenueMinor: -minor,
  }));
  return { rows: [sale, ...returns] };
}

/** M21: a credited order has a click when one stood as evidence, whether or not it won. */
function hasClick(decision: Decision): boolean {
  const standing = new Set<string>(["won-by-click", "outranked", "later-click"]);
  return decision.attribution.decided.candidates.some(
    (one) => one.evidence.kind === "click" && standing.has(one.reason),
  );
}

/** The difference between what was counted and what counts now. */
export function countedDifference(before: Record<string, unknown>, after: Counted): FigureChange[] {
  const counted = "rows" in before ? fromPlain<Counted>(before).rows : [];
  return [...counted.map(negated), ...after.rows];
}

function negated(one: FigureChange): FigureChange {
  return {
    day: one.day,
    affiliateId: one.affiliateId,
    programId: one.programId,
    currency: one.currency,
    clicks: -one.clicks,
    visitors: -one.visitors,
    orders: -one.orders,
    clickOrders: -one.clickOrders,
    revenueMinor: -one.revenueMinor,
    commissionMinor: -one.commissionMinor,
  };
}
