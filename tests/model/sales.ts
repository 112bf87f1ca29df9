import { chargesOf, leftOf, refundsOf } from "./left.ts";
import { sumOf } from "./numbers.ts";
import type { Order, Period, Reached } from "./shapes.ts";

/** M14, M21: what an order adds to an affiliate's figures. */
export type Counted = {
  readonly day: string;
  readonly earned: bigint;
  readonly isKept: boolean;
  /** Net sales of goods by day: sold on the order's day, given back on the days of the refunds. */
  readonly sales: readonly { readonly day: string; readonly minor: bigint }[];
};

/** The day of an instant in the shop's time zone, "2026-03-31". */
export type DayOf = (instant: string) => string;

export function countedOf(order: Order, earned: bigint, dayOf: DayOf): Counted {
  const day = dayOf(order.createdAt);
  if (order.deleted) return { day, earned, isKept: false, sales: [] };
  const goods = chargesOf(order).filter((one) => one.kind === "goods");
  const left = leftOf(order);
  const sold = sumOf(goods.map((one) => one.sold.net));
  const isVoid = order.cancelledAt !== null || order.financialStatus === "refunded";
  const kept = isVoid ? 0n : sumOf(goods.map((one) => left.get(one.id)?.net ?? 0n));
  const given = givenBack(order, { sold, kept }).map(({ at, minor }) => ({ day: dayOf(at), minor: -minor }));
  return { day, earned, isKept: kept > 0n, sales: [{ day, minor: sold }, ...given] };
}

/**
 * M14: what each refund took on its day; what an edit took on the order's; what neither did, when the order was cancelled
 * or ended.
 */
function givenBack(
  order: Order,
  { sold, kept }: { sold: bigint; kept: bigint },
): { at: string; minor: bigint }[] {
  const refunds = refundsOf(order);
  const goods = chargesOf(order).filter((one) => one.kind === "goods");
  const leftAfter = (made: number): bigint => {
    const left = leftOf(order, refunds.slice(0, made));
    return sumOf(goods.map((one) => left.get(one.id)?.net ?? 0n));
  };
  const edited = order.cancelledAt === null ? sold - leftAfter(0) : 0n;
  const given = refunds.map(({ createdAt }, before) => ({
    at: createdAt,
    minor: leftAfter(before) - leftAfter(before + 1),
  }));
  const last = order.financialStatus === "refunded" ? refunds.at(-1)?.createdAt : undefined;
  const rest = sold - kept - edited - sumOf(given.map(({ minor }) => minor));
  const end = order.cancelledAt ?? last ?? order.createdAt;
  return [{ at: order.createdAt, minor: edited }, ...given, { at: end, minor: rest }];
}

/** T6: what was reached in the period of an order's day, up to that day. */
export function reachedIn(all: readonly Counted[], period: Period, day: string): Reached {
  const first = firstDay(period, day);
  const counts = (one: string): boolean => one <= day && (first === null || one >= first);
  return {
    orders: all.filter((one) => one.isKept && counts(one.day)).length,
    salesMinor: sumOf(
      all.flatMap((one) => one.sales.filter((sale) => counts(sale.day)).map((sale) => sale.minor)),
    ),
  };
}

/** T9: what was earned in the period of an order's day; a calendar period counts whole. */
export function earnedIn(all: readonly Counted[], period: Period, day: string): bigint {
  const first = firstDay(period, day);
  const isIn = (one: string): boolean => {
    if (period.kind === "ever") return true;
    if (period.kind === "rolling") return one <= day && (first === null || one >= first);
    return firstDay(period, one) === first;
  };
  return sumOf(all.filter((one) => isIn(one.day)).map((one) => one.earned));
}

/** The first day of the period that the day belongs to; null where it has no beginning. */
function firstDay(period: Period, day: string): string | null {
  if (period.kind === "ever") return null;
  if (period.kind === "rolling") {
    const at = new Date(`${day}T12:00:00Z`);
    for (let left = (period.days ?? 1) - 1; left > 0; left -= 1) at.setUTCDate(at.getUTCDate() - 1);
    return at.toISOString().slice(0, 10);
  }
  const [year, month] = [day.slice(0, 4), Number(day.slice(5, 7))];
  if (period.unit === "year") return `${year}-01-01`;
  const firstMonth = period.unit === "quarter" ? [1, 4, 7, 10].findLast((one) => one <= month) : month;
  return `${year}-${String(firstMonth).padStart(2, "0")}-01`;
}
