import { type DaySpan, spansOf } from "./day-spans.ts";
import { allOrders, type SignalName, signalNames } from "./signals.ts";
import { dayAfter } from "./terms/period-days.ts";

/** Orders of a time, and of them those credited, that one signal missed or moved. */
type Counts = {
  readonly orders: number;
  readonly credited: number;
  /** Nobody would have been credited without the signal. */
  readonly missed: number;
  /** Somebody else would have been. */
  readonly moved: number;
};

/** What a day counted of a signal; '' counts all its orders. */
export type SignalDay = Counts & { readonly day: string; readonly signal: string };

export type SignalCounts = Counts & {
  readonly signal: SignalName;
  /** Of all orders of the time; 0.125 is 12.5 %, four decimals; 0 without orders. */
  readonly share: number;
};

/** Days of the shop, both counted in, with what their orders carried; each signal, in its order. */
export type SignalPeriod = {
  readonly from: string;
  readonly to: string;
  readonly orders: number;
  readonly credited: number;
  readonly signals: readonly SignalCounts[];
};

/** Lengths of the periods that the time can be cut into; weeks begin on Monday. */
export const signalSteps = ["day", "week"] as const;
export type SignalStep = (typeof signalSteps)[number];

/** What the orders of some days carried: together, and period by period, those without orders too. */
export function signalHealth(
  days: readonly SignalDay[],
  span: DaySpan,
  by: SignalStep,
): { readonly total: SignalPeriod; readonly periods: readonly SignalPeriod[] } {
  const byDay = Map.groupBy(days, (one) => one.day);
  const periods = spansOf(span, by).map((period) => {
    const own: SignalDay[] = [];
    for (let day = period.from; day <= period.to; day = dayAfter(day, 1)) own.push(...(byDay.get(day) ?? []));
    return periodOf(period, own);
  });
  return { total: periodOf(span, days), periods };
}

function periodOf(span: DaySpan, days: readonly SignalDay[]): SignalPeriod {
  const all = summed(days.filter((one) => one.signal === allOrders));
  const signals = signalNames.map((signal) => {
    const counts = summed(days.filter((one) => one.signal === signal));
    return { signal, ...counts, share: shareOf(counts.orders, all.orders) };
  });
  return { ...span, orders: all.orders, credited: all.credited, signals };
}

function summed(days: readonly Counts[]): Counts {
  const sum = (of: (one: Counts) => number): number => days.reduce((total, one) => total + of(one), 0);
  return {
    orders: sum((one) => one.orders),
    credited: sum((one) => one.credited),
    missed: sum((one) => one.missed),
    moved: sum((one) => one.moved),
  };
}

function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Number((part / whole).toFixed(4));
}
