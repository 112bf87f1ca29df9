import { attribute } from "#app/domain/attribution.ts";
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
  const { facts, kept, found, standings, isReleased } = input;
  const evidence = joinEvidence(kept?.evidence ?? [], found);
  if (kept && evidence.length === kept.evidence.length) return kept;
  if (kept && (isReleased || kept.reassigned !== null)) return { ...kept, evidence };
  const decided = attribute({ orderCreatedAt: facts.createdAt, evidence, ...standings });
  const before = kept?.decided.winner;
  // A commission names the version it was made under; more evidence for the same affiliate does not change that.
  if (before && decided.winner?.affiliateId === before.affiliateId) {
    const { evidence: strongest } = decided.winner;
    const winner = { ...before, evidence: strongest };
    return { evidence, decided: { ...decided, winner }, reassigned: null };
  }
  return { evidence, decided, reassigned: null };
}
