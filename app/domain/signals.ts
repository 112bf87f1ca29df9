import {
  type Attribution,
  couldWin,
  type Evidence,
  type EvidenceKind,
  evidenceKinds,
} from "./attribution.ts";

/** How the credit of an order depends on each kind of signal. */
export type SignalWorth = {
  /** Kinds without which nobody would have been credited. */
  readonly missedWithout: readonly EvidenceKind[];
  /** Kinds without which somebody else would have been credited. */
  readonly movedWithout: readonly EvidenceKind[];
};

/** Kinds of signals on an order, in the order of `evidenceKinds`. */
export function signalsIn(evidence: readonly Evidence[]): EvidenceKind[] {
  return evidenceKinds.filter((kind) => evidence.some((one) => one.kind === kind));
}

/** For orders that are credited to nobody. */
export const noWorth: SignalWorth = { missedWithout: [], movedWithout: [] };

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
    missedWithout: kinds.filter((kind) => nextWithout(kind) === undefined),
    movedWithout: kinds.filter((kind) => {
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
