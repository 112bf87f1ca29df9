import { allOrders, noSignal } from "#app/domain/signals.ts";
import type { OrderRow } from "#app/store/orders.ts";
import type { SignalChange } from "#app/store/daily-signals.ts";

/** What of an order decides how its signals count. */
type Signalled = Pick<OrderRow, "credited" | "signals" | "missedWithout" | "movedWithout">;

/**
 * The difference between what an order's signals counted and what they count now. The day stands beside what the order
 * adds to the figures, in the time zone that the shop had when it was counted; null before it was.
 */
export function signalDifference(before: OrderRow, now: Signalled, day: string): SignalChange[] {
  const countedOn = before.counted["signalDay"];
  const was = typeof countedOn === "string" ? signalRows(countedOn, before) : [];
  const taken = was.map(({ orders, credited, missed, moved, ...key }) => {
    return { ...key, orders: -orders, credited: -credited, missed: -missed, moved: -moved };
  });
  return [...taken, ...signalRows(day, now)];
}

function signalRows(day: string, order: Signalled): SignalChange[] {
  const credited = order.credited ? 1 : 0;
  const row = { day, orders: 1, credited, missed: 0, moved: 0 };
  const carried = order.signals.map((signal) => ({
    ...row,
    signal,
    missed: order.missedWithout.includes(signal) ? 1 : 0,
    moved: order.movedWithout.includes(signal) ? 1 : 0,
  }));
  const own = carried.length > 0 ? carried : [{ ...row, signal: noSignal }];
  return [{ ...row, signal: allOrders }, ...own];
}
