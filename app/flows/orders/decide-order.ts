import { type Attribution, attribute } from "#app/domain/attribution.ts";
import { type Evaluation, evaluate, type StoredInputs } from "#app/domain/commission.ts";
import { type Explanation, explain } from "#app/domain/explanation.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import type { Evidence } from "#app/domain/touch.ts";
import type { Standings } from "./find-standings.ts";
import { joinEvidence } from "./find-evidence.ts";

/** What `orders.attribution` keeps: the evidence, which only grows, and what was decided on it. */
export type KeptAttribution = { readonly evidence: readonly Evidence[]; readonly decided: Attribution };

export type Decision = {
  readonly attribution: KeptAttribution;
  readonly evaluation: Evaluation;
  readonly explanation: Explanation;
};

export type DecisionInput = {
  readonly facts: OrderFacts;
  /** What was decided before, or null. */
  readonly kept: KeptAttribution | null;
  readonly found: readonly Evidence[];
  readonly standings: Standings;
  /** M19: once something was released, later evidence decides nothing. */
  readonly isReleased: boolean;
  /** What the commission of an affiliate keeps from its first evaluation (M5). */
  readonly inputsOf: (affiliateId: string) => StoredInputs | null;
};

/** Who is credited with an order, and what stands. Pure: everything it depends on is handed in. */
export function decideOrder(input: DecisionInput): Decision {
  const attribution = decideAttribution(input);
  const { winner } = attribution.decided;
  const terms = winner?.version.terms ?? null;
  const evaluation = evaluate({
    terms,
    facts: input.facts,
    attribution: attribution.decided,
    inputs: winner ? input.inputsOf(winner.affiliateId) : null,
  });
  const explanation = explain({
    facts: input.facts,
    terms,
    attribution: attribution.decided,
    evaluation,
  });
  return { attribution, evaluation, explanation };
}

/** M19: evidence that is new decides anew until the first release; without new evidence the decision stands. */
function decideAttribution({ facts, kept, found, standings, isReleased }: DecisionInput): KeptAttribution {
  const evidence = joinEvidence(kept?.evidence ?? [], found);
  if (kept && evidence.length === kept.evidence.length) return kept;
  if (kept && isReleased) return { evidence, decided: kept.decided };
  const decided = attribute({ orderCreatedAt: facts.createdAt, evidence, ...standings });
  const before = kept?.decided.winner;
  // A commission names the version it was made under; more evidence for the same affiliate does not change that.
  if (before && decided.winner?.affiliateId === before.affiliateId) {
    const { evidence: strongest } = decided.winner;
    return { evidence, decided: { ...decided, winner: { ...before, evidence: strongest } } };
  }
  return { evidence, decided };
}

export function keptAttribution(plain: Record<string, unknown>): KeptAttribution | null {
  return "decided" in plain ? fromPlain<KeptAttribution>(plain) : null;
}

export function plainRecord(value: unknown): Record<string, unknown> {
  return toPlain(value) as Record<string, unknown>;
}
