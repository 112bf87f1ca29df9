import { type Attribution, defaultRules, type Evidence } from "#app/domain/attribution.ts";
import { earnsMoreThanSold, evaluate, type EvaluationInput } from "#app/domain/commission.ts";
import { explain, type Explanation } from "#app/domain/explanation.ts";
import type { AffiliateId, ProgramId } from "#app/domain/ids.ts";
import { orderReason } from "#app/domain/order-reason.ts";
import type { Reason } from "#app/domain/reasons.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";

type PricingInput = Omit<EvaluationInput, "attribution" | "terms"> & {
  readonly terms: ProgramTerms;
  /** The signal that the order was credited for. Terms may ask for its sub-id. */
  readonly evidence: Evidence | null;
};

export type PricedOrder = Pick<Explanation, "totals" | "lines" | "goods" | "knownBefore"> & {
  /** It earns more than it sold for. Such terms are allowed, but their author should see it. */
  readonly moreThanSold: boolean;
  /** Set when the current commission is zero. */
  readonly reason: Reason | null;
};

/**
 * Explains an order under terms as if an affiliate had been credited. A preview shows what terms pay, not to
 * whom.
 */
export function priceOrder({ evidence, ...pricing }: PricingInput): PricedOrder {
  const { terms, facts } = pricing;
  const affiliateId = evidence?.affiliateId ?? ("aff_preview" as AffiliateId);
  const programId = "prg_preview" as ProgramId;
  const effectiveFrom = facts.createdAt;
  const version = { id: "preview", programId, number: 1, effectiveFrom, affiliateId: null, terms };
  const winner = { affiliateId, programId, version, evidence };
  const attribution: Attribution = { winner, reason: "won-by-code", candidates: [] };
  const evaluation = evaluate({ ...pricing, attribution });
  const explained = explain({ facts, terms, attribution, evaluation });
  const { totals, lines, goods, knownBefore, uncredited } = explained;
  return {
    totals,
    lines,
    goods,
    knownBefore,
    moreThanSold: earnsMoreThanSold(facts, evaluation),
    reason: uncredited && orderReason(uncredited, attribution, { ...facts, touch: defaultRules.touch }),
  };
}
