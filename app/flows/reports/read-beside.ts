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

/** The same of some days and, where figures are compared, of the days before, with the same currencies. */
export type BesideCompared = {
  /** Null where a filter knows orders alone. */
  readonly besideOrders: readonly BesideOrders[] | null;
  readonly besideOrdersBefore: readonly BesideOrders[] | null;
};

type Asked = { readonly days: DaySpan; readonly filter: ReportFilter };

export async function readBesideCompared(
  db: Db,
  shop: { readonly shopId: ShopId; readonly timeZone: string },
  { compared, ...asked }: Asked & { readonly compared: DaySpan | null },
): Promise<BesideCompared> {
  const now = await readBeside(db, shop, asked);
  const before = compared && (await readBeside(db, shop, { ...asked, days: compared }));
  if (!now || !before) return { besideOrders: now, besideOrdersBefore: null };
  return { besideOrders: withCurrenciesOf(before, now), besideOrdersBefore: withCurrenciesOf(now, before) };
}

/** Zeros for a currency that only the other days have. */
function withCurrenciesOf(others: readonly BesideOrders[], these: readonly BesideOrders[]): BesideOrders[] {
  const known = new Set(these.map(({ currency }) => currency));
  const missing = others.filter(({ currency }) => !known.has(currency));
  const zeros = missing.map(({ currency, adjustedMinor }) => ({
    currency,
    bonusMinor: 0n,
    manualMinor: 0n,
    adjustedMinor: adjustedMinor && 0n,
  }));
  return [...these, ...zeros].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/**
 * What bonuses, additions and adjustments made on some days of the shop's calendar come to, by currency: with the
 * commission of orders it is what the ledger has. Null where figures are narrowed by what none of these has.
 */
export async function readBeside(
  db: Db,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  { days, filter }: Asked,
): Promise<BesideOrders[] | null> {
  const { affiliate, tag, program, ...others } = filter;
  if (Object.values(others).some((value) => value !== undefined)) return null;
  const since = dayStart(timeZone, days.from);
  const until = dayStart(timeZone, dayAfter(days.to, 1));
  const sums = await sumBesideOrders(db, shopId, { since, until, affiliate, tag, program });
  return sums.map((one) => ({ ...one, adjustedMinor: program === undefined ? one.adjustedMinor : null }));
}
