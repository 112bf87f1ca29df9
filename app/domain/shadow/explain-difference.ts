import { asGiven } from "../audit/expected-commission.ts";
import { evaluate, type Evaluation, ratePartsOf } from "../commission.ts";
import type { OrderFacts } from "../order.ts";
import type { ProgramTerms } from "../terms/terms.ts";
import { type BaseDifference, baseDifferences, type ComparisonReason } from "./comparison.ts";

/** An order with its shadow commission, and another amount that the previous app gave. */
export type DifferingOrder = {
  readonly facts: OrderFacts;
  readonly terms: ProgramTerms;
  readonly evaluation: Evaluation;
  /** Above zero. */
  readonly thereMinor: bigint;
};

/** One minor unit for each line that earned something, because each is rounded by itself (M8). */
export function toleranceOf({ lines }: Pick<Evaluation, "lines">): bigint {
  return BigInt(Math.max(1, lines.filter(({ commissionMinor }) => commissionMinor !== 0n).length));
}

const sizeOf = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/** The term that makes the difference, if one of them explains the previous app's amount. */
export function explainDifference(order: DifferingOrder): ComparisonReason {
  const { evaluation, thereMinor } = order;
  const { currentMinor, originalMinor: earnedMinor } = evaluation;
  const isThere = (minor: bigint) => sizeOf(minor - thereMinor) <= toleranceOf(evaluation);
  if (earnedMinor > currentMinor && isThere(earnedMinor)) return { code: "refunded_here", earnedMinor };
  return (
    baseReason(order, isThere) ??
    excludedReason(order, isThere) ??
    rateReason(order, isThere) ?? { code: "amount" }
  );
}

type IsThere = (minor: bigint) => boolean;

/** The other app counts shipping, tax or prices before discounts, or doesn't. */
function baseReason({ facts, terms }: DifferingOrder, isThere: IsThere): ComparisonReason | null {
  for (const part of baseDifferences) {
    const other = { ...terms, base: { ...terms.base, [part]: !terms.base[part] } };
    const { currentMinor, originalMinor } = evaluate({
      terms: other,
      facts,
      attribution: asGiven(other, facts),
      inputs: null,
    });
    if (isThere(currentMinor) || isThere(originalMinor)) return countsIn(terms, part);
  }
  return null;
}

const countsIn = ({ base }: ProgramTerms, part: BaseDifference): ComparisonReason => ({
  code: base[part] ? "counts_here" : "counts_there",
  part,
});

/** The other app pays for lines on which the terms here give nothing. */
function excludedReason({ terms, evaluation }: DifferingOrder, isThere: IsThere): ComparisonReason | null {
  const rateBps = flatRate(terms, evaluation);
  const excluded = evaluation.lines.filter(
    ({ kind, netMinor, commissionMinor }) => kind === "goods" && netMinor > 0n && commissionMinor === 0n,
  );
  const [first] = excluded;
  if (rateBps === null || !first) return null;
  const sold = excluded.reduce((sum, { netMinor }) => sum + share(netMinor, rateBps), 0n);
  const left = excluded.reduce((sum, { remainingNetMinor }) => sum + share(remainingNetMinor, rateBps), 0n);
  const isPaid = isThere(evaluation.originalMinor + sold) || isThere(evaluation.currentMinor + left);
  return isPaid ? { code: "excluded", title: first.title, lines: excluded.length } : null;
}

const wholeBps = 10_000n;

const share = (minor: bigint, bps: number): bigint => (minor * BigInt(bps) + wholeBps / 2n) / wholeBps;

function rateReason({ terms, evaluation }: DifferingOrder, isThere: IsThere): ComparisonReason | null {
  const hereBps = flatRate(terms, evaluation);
  for (const baseMinor of [evaluation.remainingBaseMinor, evaluation.baseMinor]) {
    const thereBps = rateThatGives(baseMinor, isThere);
    if (thereBps === null || thereBps === hereBps) continue;
    return hereBps === null
      ? { code: "rate_there", thereBps, baseMinor }
      : { code: "rate", hereBps, thereBps, baseMinor };
  }
  return null;
}

/** The percentage of the whole order. Null if there is more than one, or something else. */
function flatRate(terms: ProgramTerms, evaluation: Evaluation): number | null {
  const [part, ...others] = ratePartsOf(evaluation, terms);
  if (part && others.length === 0) return part.rateBps;
  return terms.commission.kind === "percentage" ? terms.commission.rateBps : null;
}

/** People choose such rates: whole percents first, then halves and tenths. */
const rateSteps = [100, 50, 10] as const;

/** The simplest percentage of an amount that gives the previous app's commission. */
function rateThatGives(baseMinor: bigint, isThere: IsThere): number | null {
  if (baseMinor <= 0n) return null;
  for (const step of rateSteps) {
    for (let bps: number = step; bps <= 10_000; bps += step) if (isThere(share(baseMinor, bps))) return bps;
  }
  return null;
}
