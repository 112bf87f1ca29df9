import { tagsAt } from "#app/domain/affiliate-tags.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { newCustomerIn } from "#app/domain/attribution.ts";
import { noProgress, type Progress } from "#app/domain/inputs.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { needsOf, type TermsNeeds } from "#app/domain/terms/pay.ts";
import { periodDays } from "#app/domain/terms/period-days.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import type { FigureChange } from "#app/store/figures.ts";
import type { OrderRow } from "#app/store/orders.ts";
import { earlierOrdersOf, type FigureWindow, sumsOfWindows, type WindowSums } from "#app/store/progress.ts";
import { tagPeriodsOf } from "#app/store/tags.ts";
import { readCountedRows } from "./counted-rows.ts";

type Shop = { readonly shopId: ShopId; readonly timeZone: string };
type Credited = OrderRow & { readonly affiliateId: AffiliateId; readonly programId: ProgramId };

/**
 * What other orders tell about one of the past, for terms that did not judge it: as the books are now, without the
 * order itself. One that nobody was credited with is reckoned for an affiliate who begins with it; its customer may have
 * ordered before.
 */
export async function previewProgress(
  shop: Shop,
  terms: ProgramTerms,
  order: { readonly row: OrderRow; readonly facts: OrderFacts },
): Promise<Progress> {
  const { row } = order;
  const needs = needsOf(terms);
  const asksForCustomer = needs.customerIndex || needs.customerOrder;
  return {
    ...noProgress(),
    ...(isCredited(row) ? await reachedBefore(shop, needs, row) : {}),
    affiliateTags: needs.affiliateTags ? await tagsAtOrder(shop, row) : null,
    ...(asksForCustomer ? await customerBefore(shop, order.facts, row) : {}),
  };
}

function isCredited(row: OrderRow): row is Credited {
  return row.affiliateId !== null && row.programId !== null;
}

/** T6, T9: tiers look at the days up to the order's, caps at all days of their period. */
async function reachedBefore({ shopId, timeZone }: Shop, { tiers, cap }: TermsNeeds, row: Credited) {
  const { affiliateId, programId, currency } = row;
  const day = dayIn(timeZone, row.placedAt);
  const key = { affiliateId, programId, currency };
  const tierWindows = tiers.map(({ period }) => ({
    ...key,
    first: periodDays(period, day).first,
    last: day,
  }));
  const windows = [...tierWindows, ...(cap ? [{ ...key, ...periodDays(cap, day) }] : [])];
  const summed = await sumsOfWindows(db(), shopId, windows);
  const sums = windows.map((window, index) => withoutOwn(summed[index], window, row));
  return {
    reached: Object.fromEntries(
      tiers.map((tier, index) => [
        tier.key,
        { orders: sums[index]?.orders ?? 0, salesMinor: sums[index]?.salesMinor ?? 0n },
      ]),
    ),
    capUsedMinor: cap ? (sums.at(-1)?.earnedMinor ?? 0n) : 0n,
  };
}

function withoutOwn(sum: WindowSums | undefined, window: FigureWindow, row: Credited): WindowSums {
  const own = readCountedRows(row).filter(({ day = "" }) => {
    return (window.first === null || day >= window.first) && (window.last === null || day <= window.last);
  });
  const total = (of: (one: Partial<FigureChange>) => bigint | undefined) =>
    own.reduce((all, one) => all + (of(one) ?? 0n), 0n);
  return {
    orders: (sum?.orders ?? 0) - own.reduce((all, one) => all + (one.keptOrders ?? 0), 0),
    salesMinor: (sum?.salesMinor ?? 0n) - total((one) => one.revenueMinor),
    earnedMinor: (sum?.earnedMinor ?? 0n) - total((one) => one.earnedMinor),
  };
}

/** An order that nobody was credited with has no affiliate, and so no tags. */
async function tagsAtOrder({ shopId }: Shop, { affiliateId, placedAt }: OrderRow): Promise<string[]> {
  if (affiliateId === null) return [];
  const periods = await tagPeriodsOf(db(), shopId, [affiliateId]);
  return tagsAt(periods.get(affiliateId) ?? [], placedAt.toISOString());
}

async function customerBefore(
  { shopId }: Shop,
  facts: OrderFacts,
  row: OrderRow,
): Promise<Pick<Progress, "customerOrderIndex" | "customerCountedBy" | "customerOrder">> {
  const { customerHash } = facts;
  const customerCountedBy = newCustomerIn(row.attribution);
  if (customerHash === null) return { customerOrderIndex: null, customerCountedBy, customerOrder: null };
  const { orderId, placedAt, affiliateId } = row;
  const questions = [{ orderId, placedAt, customerHash, affiliateId }];
  const [before] = await earlierOrdersOf(db(), shopId, { questions, except: [] });
  const firstAt = before?.firstCreditedAt?.toISOString() ?? facts.createdAt;
  return {
    customerOrderIndex: 1 + ((customerCountedBy === "store" ? before?.known : before?.creditedToAny) ?? 0),
    customerCountedBy,
    customerOrder: { number: (before?.credited ?? 0) + 1, firstAt },
  };
}
