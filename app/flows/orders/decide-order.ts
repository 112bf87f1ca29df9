import { attribute, type Attribution } from "#app/domain/attribution.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { Evidence } from "#app/domain/touch.ts";
import { joinEvidence } from "./find-evidence.ts";
import type { Standings } from "./find-standings.ts";
import type { KeptAttribution } from "./kept-attribution.ts";

export type DecisionInput = {
  readonly facts: OrderFacts;
  /** What was decided before, or null. */
  readonly kept: KeptAttribution | null;
  readonly found: readonly Evidence[];
  readonly standings: Standings;
  /** M19: once something was released, later evidence decides nothing. */
  readonly isReleased: boolean;
};

/**
 * Who is credited with an order. M19: evidence that is new decides anew until the first release, and without new
 * evidence the decision stands; M12: what a person decided stands whatever arrives.
 */
export function decideAttribution(input: DecisionInput): KeptAttribution {
  const { kept, found, isReleased } = input;
  const evidence = joinEvidence(kept?.evidence ?? [], found);
  if (kept === null) return { evidence, decided: decide(input, evidence), reassigned: null, inputs: {} };
  if (evidence.length === kept.evidence.length) return kept;
  if (isReleased || kept.reassigned !== null) return { ...kept, evidence };
  const decided = decide(input, evidence);
  const before = kept.decided.winner;
  // A commission names the version it was made under; more evidence for the same affiliate does not change that.
  if (!before || decided.winner?.affiliateId !== before.affiliateId) return { ...kept, evidence, decided };
  const winner = { ...before, evidence: decided.winner.evidence };
  return { ...kept, evidence, decided: { ...decided, winner } };
}

function decide({ facts, standings }: DecisionInput, evidence: readonly Evidence[]): Attribution {
  return attribute({ orderCreatedAt: facts.createdAt, evidence, ...standings });
}
