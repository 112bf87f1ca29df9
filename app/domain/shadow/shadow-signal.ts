import { type Attribution, type EvidenceKind, isClick, signalOf } from "../attribution.ts";
import type { AffiliateId } from "../ids.ts";

/** A signal of a shadow commission, without ids of clicks, because shoppers' browsers know them too. */
export type ShadowSignal = {
  readonly kind: EvidenceKind;
  readonly affiliateId: AffiliateId;
  /** The code, product, customer's order or the like. '' for a click. */
  readonly name: string;
  readonly at: string | null;
  readonly won: boolean;
  /** Reason code of domain/reasons.ts. */
  readonly reason: string;
};

/** The signals that were judged, strongest first. */
export function shadowSignals({ candidates }: Attribution): ShadowSignal[] {
  return candidates.map(({ evidence, won, reason }) => ({
    kind: evidence.kind,
    affiliateId: evidence.affiliateId,
    name: isClick(evidence) ? "" : signalOf(evidence),
    at: evidence.at,
    won,
    reason,
  }));
}
