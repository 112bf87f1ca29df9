import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { dailySignals } from "./schema/attribution.ts";

/** What a day gains or loses of one signal. */
export type SignalChange = {
  /** The shop's own, "2026-03-31". */
  readonly day: string;
  readonly signal: string;
  readonly orders: number;
  readonly credited: number;
  readonly missed: number;
  readonly moved: number;
};

/** Writes differences into the signals of days, in sorted order; what cancels out writes nothing. */
export async function addSignals(tx: Tx, shopId: ShopId, changes: readonly SignalChange[]): Promise<void> {
  const byKey = new Map<string, SignalChange>();
  for (const change of changes) {
    const key = `${change.day} ${change.signal}`;
    const known = byKey.get(key);
    byKey.set(key, known ? plus(known, change) : change);
  }
  const rows = [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => ({ shopId, ...change }))
    .filter((one) => [one.orders, one.credited, one.missed, one.moved].some((count) => count !== 0));
  await insertRows(
    tx,
    dailySignals,
    rows,
    sql`on conflict (shop_id, day, signal) do update set orders = daily_signals.orders + excluded.orders,
      credited = daily_signals.credited + excluded.credited, missed = daily_signals.missed + excluded.missed,
      moved = daily_signals.moved + excluded.moved`,
  );
}

function plus(a: SignalChange, b: SignalChange): SignalChange {
  return {
    ...a,
    orders: a.orders + b.orders,
    credited: a.credited + b.credited,
    missed: a.missed + b.missed,
    moved: a.moved + b.moved,
  };
}

/** The signals of the days of a shop from one to another, both counted in, by day. */
export async function listSignals(
  db: Db,
  shopId: ShopId,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<SignalChange[]> {
  return await db
    .select({
      day: dailySignals.day,
      signal: dailySignals.signal,
      orders: dailySignals.orders,
      credited: dailySignals.credited,
      missed: dailySignals.missed,
      moved: dailySignals.moved,
    })
    .from(dailySignals)
    .where(and(eq(dailySignals.shopId, shopId), gte(dailySignals.day, from), lte(dailySignals.day, to)))
    .orderBy(asc(dailySignals.day), asc(dailySignals.signal));
}

/** Days of which the signals that are kept are not what the orders counted. */
export async function wrongSignals(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ day: string; signal: string; kept: string; follows: string }>(sql`
    with counted as (
      select counted->>'signalDay' as day, credited::int as credited, signals, missed_without, moved_without
      from orders where shop_id = ${shopId} and counted ? 'signalDay'
    ), one as (
      select day, '' as signal, credited, 0 as missed, 0 as moved from counted
      union all
      select day, 'none', credited, 0, 0 from counted where signals = '{}'
      union all
      select day, carried, credited, (carried = any(missed_without))::int, (carried = any(moved_without))::int
      from counted, unnest(signals) as carried
    ), summed as (
      select day, signal, concat_ws('/', count(*), sum(credited), sum(missed), sum(moved)) as counts
      from one group by day, signal
    ), kept as (
      select day::text as day, signal, concat_ws('/', orders, credited, missed, moved) as counts
      from daily_signals where shop_id = ${shopId}
    )
    select day, signal, coalesce(kept.counts, '0/0/0/0') as kept, coalesce(summed.counts, '0/0/0/0') as follows
    from kept full join summed using (day, signal)
    where coalesce(kept.counts, '0/0/0/0') <> coalesce(summed.counts, '0/0/0/0')
    order by day, signal`);
  return rows;
}
