import type { Ctx, ShopWith } from "#app/domain/context.ts";
import { type Month, monthAfter } from "#app/domain/day-spans.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { dayIn, monthStart } from "#app/platform/clock.ts";
import { inTransaction, isLockTimeout } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  type ClosedPeriod,
  insertClosedPeriod,
  lastClosedPeriod,
  listClosedPeriods,
  takePostingLock,
} from "#app/store/closed-periods.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";

/** A month can be closed this long after its end, because clocks differ and transactions may still be running. */
const afterEndMs = 3_600_000;

/** A closed period with its last month. */
type ClosedMonth = Omit<ClosedPeriod, "closedBy"> & { readonly month: Month; readonly closedBy: string };

/** Closed periods, newest first, and the next month that can be closed. Null while it is not over. */
export async function readClosedPeriods(
  shop: ShopWith<"timeZone">,
  { page, limit, now }: { readonly page: number; readonly limit: number; readonly now: Date },
): Promise<{ periods: ClosedMonth[]; total: number; next: Month | null } | Refusal> {
  const { shopId } = shop;
  return await readWithin(thisList, async (tx) => {
    const { periods, total } = await listClosedPeriods(tx, shopId, { limit, offset: (page - 1) * limit });
    return {
      periods: periods.map((one) => closedMonth(one, lastMonthOf(shop, one.until))),
      total,
      next: nextMonth(shop, await lastClosedPeriod(tx, shopId), now),
    };
  });
}

/**
 * M14: closes a month of the shop for good. Months are closed in order; the first one includes all months before it.
 * Nothing is recorded in a closed month, whatever arrives and however long it took.
 */
export async function closeMonth(
  { shop, actor, now }: Ctx<ShopWith<"timeZone">>,
  month: Month,
): Promise<ClosedMonth | Refusal> {
  const { shopId } = shop;
  const until = monthStart(shop.timeZone, monthAfter(month, 1));
  if (now.getTime() < until.getTime() + afterEndMs) {
    return refuse("invalid", { code: "month_not_over" }, "month");
  }
  try {
    return await inTransaction(async (tx) => {
      await takePostingLock(tx, shopId);
      const last = await lastClosedPeriod(tx, shopId);
      const refusal = refusalUnlessNext(shop, last, { month, until });
      if (refusal) return refusal;
      const period = { since: last?.until ?? null, until, closedBy: actor, closedAt: now };
      await insertClosedPeriod(tx, shopId, period);
      await recordAudit(tx, shopId, {
        subjectKind: "closed_period",
        subjectId: month,
        action: "closed",
        actor,
        details: { until: until.toISOString() },
        now,
      });
      const closed = await lastClosedPeriod(tx, shopId);
      if (!closed) throw new Error("The period that was just closed is not there.");
      return closedMonth(closed, month);
    });
  } catch (error) {
    if (isLockTimeout(error)) return refuse("conflict", { code: "books_busy" });
    throw error;
  }
}

function closedMonth(period: ClosedPeriod, month: Month): ClosedMonth {
  return { ...period, month, closedBy: period.closedBy.name };
}

function refusalUnlessNext(
  shop: ShopWith<"timeZone">,
  last: ClosedPeriod | null,
  { month, until }: { readonly month: Month; readonly until: Date },
): Refusal | null {
  if (!last) return null;
  if (until <= last.until) return refuse("conflict", { code: "month_closed" }, "month");
  const next = monthOfInstant(shop, last.until);
  return month === next ? null : refuse("conflict", { code: "close_month_first", month: next }, "month");
}

/** The month of an instant in the shop's time zone. */
function monthOfInstant({ timeZone }: ShopWith<"timeZone">, at: Date): Month {
  return dayIn(timeZone, at).slice(0, 7);
}

/** The last month of a period. */
function lastMonthOf(shop: ShopWith<"timeZone">, until: Date): Month {
  return monthOfInstant(shop, new Date(until.getTime() - 1));
}

/** The month after the last closed one. If none is closed, the last month that is over. */
function nextMonth(shop: ShopWith<"timeZone">, last: ClosedPeriod | null, now: Date): Month | null {
  const over = monthAfter(monthOfInstant(shop, new Date(now.getTime() - afterEndMs)), -1);
  if (!last) return over;
  const next = monthOfInstant(shop, last.until);
  return next <= over ? next : null;
}
