import { tagsAt, type TagPeriod } from "#app/domain/tags.ts";
import type { AttributionRules, Winner } from "#app/domain/attribution.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { noProgress, type Progress, type ReachedVolume } from "#app/domain/inputs.ts";
import { compareInstants } from "#app/domain/instant.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { TermsNeeds } from "#app/domain/terms/pay.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { FigureChange } from "#app/store/figures.ts";
import {
  type EarlierOrders,
  earlierOrdersOf,
  type FigureWindow,
  sumsOfWindows,
  type WindowSums,
} from "#app/store/progress.ts";
import { tagPeriodsOf } from "#app/store/tags.ts";

/**
 * An order that is evaluated for an affiliate for the first time, under terms that depend on other orders (M5).
 */
export type FirstEvaluation = {
  readonly facts: OrderFacts;
  /** The order's day in the shop's time zone. */
  readonly day: string;
  readonly winner: Winner;
  readonly needs: TermsNeeds;
  /** The rule for new customers. */
  readonly newCustomer: AttributionRules["newCustomer"];
  /** Rows that the order itself added to the figures until now. */
  readonly counted: readonly FigureChange[];
};

/** An order settled earlier in the same transaction, which the database does not show yet. */
export type SettledBefore = {
  readonly facts: OrderFacts;
  /** Null if the order has no credit. */
  readonly creditedTo: AffiliateId | null;
  readonly figures: readonly FigureChange[];
};

/** Returns an order's inputs from other orders, including those settled earlier in the same transaction. */
export type ProgressOf = (orderId: string, before: readonly SettledBefore[]) => Progress;

type CustomerOfInput = {
  readonly order: FirstEvaluation;
  readonly tiers: readonly { readonly key: string; readonly place: number }[];
  readonly cap: number | null;
  readonly customer: number | null;
};

const noEarlier: EarlierOrders = { known: 0, credited: 0, creditedToAny: 0, firstCreditedAt: null };

/**
 * Reads the inputs of these orders from other orders and from tags, with one statement each. The affiliates are
 * locked before, so two orders of one affiliate are read one after the other. `batch` names the orders of this
 * transaction, whose rows in the database are outdated.
 */
export async function readProgress(
  tx: Db,
  shopId: ShopId,
  { orders, batch }: { orders: readonly FirstEvaluation[]; batch: readonly string[] },
): Promise<ProgressOf> {
  const windows: FigureWindow[] = [];
  const asking: FirstEvaluation[] = [];
  const asked = orders.map((order): CustomerOfInput => {
    const { needs, facts } = order;
    const wantsCustomer = (needs.customerIndex || needs.customerOrder) && facts.customerHash !== null;
    return {
      order,
      tiers: needs.tiers.map((tier) => ({
        key: tier.key,
        place: placeIn(windows, {
          ...progressKey(order),
          first: periodDays(tier.period, order.day).first,
          last: order.day,
        }),
      })),
      cap: needs.cap && placeIn(windows, { ...progressKey(order), ...periodDays(needs.cap, order.day) }),
      customer: wantsCustomer ? placeIn(asking, order) : null,
    };
  });
  const sums = await sumsOfWindows(tx, shopId, windows);
  const questions = asking.map(({ facts, winner }) => ({
    orderId: facts.id,
    placedAt: new Date(facts.createdAt),
    customerHash: facts.customerHash ?? "",
    affiliateId: winner.affiliateId,
  }));
  const earlier = await earlierOrdersOf(tx, shopId, { questions, except: batch });
  const tagged = orders.filter((one) => one.needs.affiliateTags);
  const affiliateIds = new Set(tagged.map((one) => one.winner.affiliateId));
  const tags = await tagPeriodsOf(tx, shopId, [...affiliateIds]);
  const byOrder = new Map(asked.map((one) => [one.order.facts.id, one]));
  return (orderId, before) => {
    const one = byOrder.get(orderId);
    if (!one) return noProgress();
    const at = (index: number): WindowSums =>
      sumWindow(windows[index], sums[index], { before, order: one.order });
    return {
      reached: Object.fromEntries(one.tiers.map((tier) => [tier.key, reachedOf(at(tier.place))])),
      capUsedMinor: one.cap === null ? 0n : at(one.cap).earnedMinor,
      ...customerOf(one, { before, earlier: earlier[one.customer ?? -1] ?? noEarlier }),
      affiliateTags: affiliateTagsOf(one.order, tags),
    };
  };
}

/** The affiliate's tags when the order was created, if the terms ask for them (T3). */
function affiliateTagsOf(
  { facts, winner, needs }: FirstEvaluation,
  tags: ReadonlyMap<AffiliateId, readonly TagPeriod[]>,
): string[] | null {
  return needs.affiliateTags ? tagsAt(tags.get(winner.affiliateId) ?? [], facts.createdAt) : null;
}

/** Appends to a list and returns the index. */
function placeIn<One>(list: One[], one: One): number {
  return list.push(one) - 1;
}

function progressKey({ winner, facts }: FirstEvaluation) {
  return { affiliateId: winner.affiliateId, programId: winner.programId, currency: facts.currency };
}

function reachedOf({ orders, salesMinor }: WindowSums): ReachedVolume {
  return { orders, salesMinor };
}

/** Sums of the database with the orders settled since, without the order itself. */
function sumWindow(
  window: FigureWindow | undefined,
  sum: WindowSums | undefined,
  { before, order }: { before: readonly SettledBefore[]; order: FirstEvaluation },
): WindowSums {
  if (!window || !sum) throw new Error("A window was not summed.");
  let { orders, salesMinor, earnedMinor } = sum;
  const add = (change: FigureChange, sign: 1 | -1): void => {
    if (!isWithin(change, window)) return;
    orders += sign * change.keptOrders;
    salesMinor += BigInt(sign) * change.revenueMinor;
    earnedMinor += BigInt(sign) * change.earnedMinor;
  };
  for (const one of before) for (const change of one.figures) add(change, 1);
  for (const own of order.counted) add(own, -1);
  return { orders, salesMinor, earnedMinor };
}

function isWithin(change: FigureChange, window: FigureWindow): boolean {
  const isOfIt =
    change.affiliateId === window.affiliateId &&
    change.programId === window.programId &&
    change.currency === window.currency;
  if (!isOfIt || (window.first !== null && change.day < window.first)) return false;
  return window.last === null || change.day <= window.last;
}

function customerOf(
  { order, customer }: CustomerOfInput,
  { before, earlier }: { before: readonly SettledBefore[]; earlier: EarlierOrders },
): Pick<Progress, "customerOrderIndex" | "customerCountedBy" | "customerOrder"> {
  const { newCustomer: customerCountedBy } = order;
  if (customer === null) return { customerOrderIndex: null, customerCountedBy, customerOrder: null };
  const own = before.filter((one) => one.facts.customerHash === order.facts.customerHash);
  const credited = own.filter((one) => one.creditedTo === order.winner.affiliateId);
  const ofAny = earlier.creditedToAny + own.filter((one) => one.creditedTo !== null).length;
  const instants = [
    ...(earlier.firstCreditedAt ? [earlier.firstCreditedAt.toISOString()] : []),
    ...credited.map((one) => one.facts.createdAt),
  ].toSorted(compareInstants);
  return {
    customerOrderIndex: 1 + (customerCountedBy === "store" ? earlier.known + own.length : ofAny),
    customerCountedBy,
    customerOrder: {
      number: earlier.credited + credited.length + 1,
      firstAt: instants[0] ?? order.facts.createdAt,
    },
  };
}
