import {
  type Attribution,
  couldWin,
  type Evidence,
  type EvidenceKind,
  evidenceKinds,
} from "./attribution.ts";

/** What a kind of evidence was worth to one order. */
export type SignalWorth = {
  /** Kinds without which nobody would have been credited. */
  readonly missedWithout: readonly EvidenceKind[];
  /** Kinds without which somebody else would have been credited. */
  readonly movedWithout: readonly EvidenceKind[];
};

/** The kinds of evidence that an order carries, each once, in the order of `evidenceKinds`. */
export function signalsIn(evidence: readonly Evidence[]): EvidenceKind[] {
  return evidenceKinds.filter((kind) => evidence.some((one) => one.kind === kind));
}

/** What signals are worth to an order that nobody is credited with. */
export const noWorth: SignalWorth = { missedWithout: [], movedWithout: [] };

/**
 * What would have become of the credit without each kind of evidence. Without the clicks that the order carries, what
 * the pixel saw of the same ones would count; without any other kind but the winner's, the same evidence wins. Nothing
 * where nobody is credited, or where a person gave the credit (M12).
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

/** Under these names days count all their orders, and those that carried no signal. */
export const allOrders = "";
export const noSignal = "none";
/** What orders can be told apart by. */
export const signalNames = [...evidenceKinds, noSignal] as const;
export type SignalName = (typeof signalNames)[number];
