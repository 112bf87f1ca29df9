import type { OrderFacts } from "#app/domain/order.ts";
import type { Condition } from "#app/domain/terms/condition.ts";
import { evaluate, type Evaluation } from "#app/domain/commission.ts";
import { noProgress, type Progress, type StoredInputs } from "#app/domain/inputs.ts";
import type { FlatPay, Pay, ProgramTerms, Rule } from "#app/domain/terms/terms.ts";
import { credited, percentOf } from "./order-of.ts";

export const usd = (minor: bigint) => ({ minor, currency: "USD" });
export const percent = (rate: number): FlatPay => ({ kind: "percentage", rateBps: rate * 100 });
export const perItem = (minor: bigint): FlatPay => ({ kind: "per-item", amount: usd(minor) });
export const fixed = (minor: bigint): FlatPay => ({ kind: "fixed", amount: usd(minor) });
export const none: FlatPay = { kind: "none" };

export const ruleOf = (id: string, when: Condition, pay: Pay): Rule => ({
  id,
  name: `Rule ${id}`,
  when,
  pay,
});

/** Ten percent of everything, unless the test says otherwise. */
export function termsOf(parts: Partial<ProgramTerms> = {}): ProgramTerms {
  return { ...percentOf(10), ...parts };
}

/** Evaluates an order for its credited affiliate when it is first received. */
export function first(terms: ProgramTerms, facts: OrderFacts, progress: Partial<Progress> = {}): Evaluation {
  const attribution = credited(terms);
  return evaluate({ terms, facts, attribution, inputs: null, progress: { ...noProgress(), ...progress } });
}

/** Evaluates an order again later, with the inputs kept the first time. */
export function again(terms: ProgramTerms, facts: OrderFacts, inputs: StoredInputs): Evaluation {
  return evaluate({ terms, facts, attribution: credited(terms), inputs });
}

/** Earned and standing, in minor units. */
export const amounts = (evaluation: Evaluation) => [evaluation.originalMinor, evaluation.currentMinor];
/** By line, in minor units. */
export const earnedByLine = (evaluation: Evaluation) => evaluation.lines.map((line) => line.commissionMinor);
export const currentByLine = (evaluation: Evaluation) => evaluation.lines.map((line) => line.currentMinor);
