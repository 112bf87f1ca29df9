import type { DaySpan } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { ReportFilter } from "#app/domain/report.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayStart } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { sumBesideOrders } from "#app/store/beside-orders.ts";

/** What is earned beside orders, in one currency; an adjustment is null of a program, because it is no program's. */
export type BesideOrders = {
  readonly currency: string;
  readonly bonusMinor: bigint;
  readonly manualMinor: bigint;
  readonly adjustedMinor: bigint | null;
};

/**
 * What bonuses, additions and adjustments made on some days of the shop's calendar come to, by currency: with the
 * commission of orders it is what the ledger has. Null where figures are narrowed by what none of these has.
 */
export async function readBeside(
  db: Db,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  { days, filter }: { readonly days: DaySpan; readonly filter: ReportFilter },
): Promise<BesideOrders[] | null> {
  const { affiliate, program, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return null;
  const since = dayStart(timeZone, days.from);
  const until = dayStart(timeZone, dayAfter(days.to, 1));
  const sums = await sumBesideOrders(db, shopId, { since, until, affiliate, program });
  return sums.map((one) => ({ ...one, adjustedMinor: program === undefined ? one.adjustedMinor : null }));
}
