import {
  type Attribution,
  couldWin,
  type Evidence,
  type EvidenceKind,
  evidenceKinds,
} from "./attribution.ts";
import { type DaySpan, spansOf } from "./day-spans.ts";
import { dayAfter } from "./terms/period-days.ts";

/** How the credit of an order depends on each kind of signal. */
export type SignalWorth = {
  /** Kinds without which nobody would have been credited. */
  readonly lostWithout: readonly EvidenceKind[];
  /** Kinds without which somebody else would have been credited. */
  readonly elsewhereWithout: readonly EvidenceKind[];
};

/** Kinds of signals on an order, in the order of `evidenceKinds`. */
export function signalsIn(evidence: readonly Evidence[]): EvidenceKind[] {
  return evidenceKinds.filter((kind) => evidence.some((one) => one.kind === kind));
}

/** For orders that are credited to nobody. */
export const noWorth: SignalWorth = { lostWithout: [], elsewhereWithout: [] };

/**
 * Finds the credit without each kind of signal. Without the clicks that the order carries, the pixel's copies
 * of the same clicks would count. Without any other kind than the winner's, the winner stays. Empty when nobody
 * is credited or a person gave the credit (M12).
 */
export function signalWorth({ winner, candidates, reason }: Attribution): SignalWorth {
  if (!winner?.evidence || reason === "reassigned") return noWorth;
  const nextWithout = (kind: EvidenceKind) =>
    candidates.find(
      (one) =>
        one.evidence.kind !== kind && (couldWin(one) || (kind === "click" && one.reason === "carried-too")),
    );
  const kinds = signalsIn(candidates.map((one) => one.evidence));
  return {
    lostWithout: kinds.filter((kind) => nextWithout(kind) === undefined),
    elsewhereWithout: kinds.filter((kind) => {
      const next = nextWithout(kind);
      return next !== undefined && next.evidence.affiliateId !== winner.affiliateId;
    }),
  };
}

/** Names for all orders, and for orders without any signal. */
export const allOrders = "";
export const noSignal = "none";
/** Signals by which orders are counted. */
export const signalNames = [...evidenceKinds, noSignal] as const;
export type SignalName = (typeof signalNames)[number];

/** Orders of a period that carried a signal, and how many of them depend on it. */
type Counts = {
  readonly orders: number;
  readonly credited: number;
  readonly missed: number;
  readonly moved: number;
};

/** Counts of a signal on one day. The signal '' counts all orders. */
export type SignalDay = Counts & { readonly day: string; readonly signal: string };

type SignalCounts = {
  readonly signal: SignalName;
  readonly orders: number;
  readonly credited: number;
  /** Orders that would have been credited to nobody without the signal. */
  readonly lostWithout: number;
  /** Orders that would have been credited to somebody else. */
  readonly elsewhereWithout: number;
  /** Share of all orders in the period: 0.125 means 12.5%, four decimals. 0 without orders. */
  readonly share: number;
};

/** Days in the shop's time zone, inclusive, with the counts of every signal. */
export type SignalPeriod = {
  readonly from: string;
  readonly to: string;
  readonly orders: number;
  readonly credited: number;
  readonly signals: readonly SignalCounts[];
};

/** Lengths of the periods. Weeks begin on Monday. */
export const signalSteps = ["day", "week"] as const;
export type SignalStep = (typeof signalSteps)[number];

/** Signal counts in total and per period, including periods without orders. */
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
  const all = sumCounts(days.filter((one) => one.signal === allOrders));
  const signals = signalNames.map((signal) => {
    const { orders, credited, missed, moved } = sumCounts(days.filter((one) => one.signal === signal));
    const share = shareOf(orders, all.orders);
    return { signal, orders, share, credited, lostWithout: missed, elsewhereWithout: moved };
  });
  return { ...span, orders: all.orders, credited: all.credited, signals };
}

function sumCounts(days: readonly Counts[]): Counts {
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
