import { attribute, type Attribution } from "#app/domain/attribution.ts";
import { chooseRules, rulesOfVersion, type RulesVersion } from "#app/domain/attribution-rules.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { Renewal } from "#app/domain/renewal.ts";
import {
  currentEvidence,
  type Evidence,
  isSameEvidence,
  joinEvidence,
  withoutTags,
} from "#app/domain/touch.ts";
import type { Standings } from "./find-standings.ts";
import type { KeptAttribution } from "./kept-attribution.ts";

export type DecisionInput = {
  readonly facts: OrderFacts;
  /** What was decided before, or null. */
  readonly kept: KeptAttribution | null;
  readonly found: readonly Evidence[];
  /** M23: the search for a renewal's first order; null for other orders. */
  readonly renewal: Renewal | null;
  readonly standings: Standings;
  /** All versions of the shop's rules. */
  readonly versions: readonly RulesVersion[];
  /** M19: once something was released, later evidence decides nothing. */
  readonly isReleased: boolean;
};

/**
 * Who is credited with an order. M4: the rules are those in force when it was created, and the version that judged it
 * once judges it ever after. M19: evidence that is new decides anew until the first release, and without new evidence
 * the decision stands; M12: what a person decided stands whatever arrives.
 */
export function decideAttribution(input: DecisionInput): KeptAttribution {
  const { kept, found, isReleased, versions } = input;
  const renewal = kept?.renewal ?? input.renewal;
  if (kept === null) {
    const evidence = currentEvidence([], found);
    const { version, rules } = chooseRules(versions, input.facts.createdAt);
    const { newCustomer } = rules;
    const decided = decide({ ...input, renewal }, evidence, rules);
    const judging = {
      version,
      newCustomer,
      ...(rules.precedence.includes("tag") && { tags: true as const }),
    };
    return { evidence, decided, rules: judging, renewal, reassigned: null, inputs: {} };
  }
  const evidence = evidenceAfter(kept, input);
  if (isSameEvidence(evidence, kept.evidence)) return kept;
  if (isReleased || kept.reassigned !== null) return { ...kept, evidence };
  const decided = decide({ ...input, renewal }, evidence, rulesOfVersion(versions, kept.rules.version).rules);
  const before = kept.decided.winner;
  // A commission names the version it was made under; more evidence for the same affiliate does not change that.
  if (!before || decided.winner?.affiliateId !== before.affiliateId) return { ...kept, evidence, decided };
  const winner = { ...before, evidence: decided.winner.evidence };
  return { ...kept, evidence, decided: { ...decided, winner } };
}

/** M24: what tags and notes say now, until somebody's decision or a release; a forgotten customer's stay as they were. */
function evidenceAfter(kept: KeptAttribution, { facts, found, isReleased }: DecisionInput): Evidence[] {
  const isFixed = isReleased || kept.reassigned !== null || facts.forgotten !== undefined;
  return isFixed ? joinEvidence(kept.evidence, withoutTags(found)) : currentEvidence(kept.evidence, found);
}

function decide(
  { facts, renewal, standings }: DecisionInput,
  evidence: readonly Evidence[],
  rules: RulesVersion["rules"],
): Attribution {
  return attribute({ orderCreatedAt: facts.createdAt, evidence, rules, renewal, ...standings });
}
