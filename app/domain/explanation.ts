import type { Attribution, Candidate } from "./attribution.ts";
import type { EvaluatedLine, Evaluation } from "./commission.ts";
import type { LineFacts, OrderFacts } from "./order.ts";
import { toDecimal } from "./money.ts";
import type { BaseTerms, ProgramTerms } from "./program.ts";
import { toPercent } from "./rate.ts";
import { type ReasonCode, reasonText } from "./reasons.ts";

/** One step of the arithmetic; `rule` is the number in docs/ledger.md, amounts are decimals in major units. */
export type Step = { readonly rule: string; readonly text: string; readonly amount: string };

export type ExplainedLine = {
  readonly lineId: string;
  readonly title: string;
  readonly kind: EvaluatedLine["kind"];
  readonly counts: boolean;
  readonly steps: readonly Step[];
  readonly commission: string;
  readonly standing: string;
};

export type ExplainedCandidate = {
  readonly kind: Candidate["evidence"]["kind"];
  readonly affiliateId: string;
  readonly programId: string | null;
  /** The code, or the id of the click. */
  readonly signal: string;
  readonly at: string | null;
  readonly won: boolean;
  readonly reason: ReasonCode;
  readonly text: string;
};

/** Why an order was credited, or not, and how each cent came about. Plain data: JSON carries it as it is. */
export type Explanation = {
  readonly orderId: string;
  readonly currency: string;
  readonly attribution: {
    readonly reason: ReasonCode;
    readonly text: string;
    readonly affiliateId: string | null;
    readonly programId: string | null;
    readonly termsVersionId: string | null;
    readonly candidates: readonly ExplainedCandidate[];
  };
  readonly terms: {
    readonly text: string;
    readonly alsoCounts: readonly (keyof BaseTerms)[];
    readonly attributionDays: number;
    readonly holdDays: number;
  } | null;
  readonly lines: readonly ExplainedLine[];
  readonly totals: {
    readonly base: string;
    readonly remainingBase: string;
    readonly commission: string;
    readonly standing: string;
  };
  /** Set when nothing stands. */
  readonly uncredited: { readonly reason: ReasonCode; readonly text: string } | null;
};

export type ExplanationInput = {
  readonly facts: OrderFacts;
  readonly terms: ProgramTerms | null;
  readonly attribution: Attribution;
  readonly evaluation: Evaluation;
};

/**
 * Tells an evaluation to people: the signals, who lost and why, then the arithmetic line by line, which sums to the
 * evaluated minor units because it is made from them.
 * @throws UnknownCurrencyError when the order's currency is not in ISO 4217.
 */
export function explain({ facts, terms, attribution, evaluation }: ExplanationInput): Explanation {
  const decimal = decimalIn(facts.currency);
  const { uncreditedReason, lines } = evaluation;
  return {
    orderId: facts.id,
    currency: facts.currency,
    attribution: {
      reason: attribution.reason,
      text: reasonText(attribution.reason),
      affiliateId: attribution.winner?.affiliateId ?? null,
      programId: attribution.winner?.programId ?? null,
      termsVersionId: attribution.winner?.version.id ?? null,
      candidates: attribution.candidates.map(explainCandidate),
    },
    terms: terms === null ? null : explainTerms(terms),
    lines: lines.map((line) => ({
      lineId: line.lineId,
      title: line.title,
      kind: line.kind,
      counts: line.counts,
      steps: stepsOf(line, facts, terms),
      commission: decimal(line.commissionMinor),
      standing: decimal(line.standingMinor),
    })),
    totals: {
      base: decimal(evaluation.baseMinor),
      remainingBase: decimal(evaluation.remainingBaseMinor),
      commission: decimal(evaluation.originalMinor),
      standing: decimal(evaluation.standingMinor),
    },
    uncredited:
      uncreditedReason === null ? null : { reason: uncreditedReason, text: reasonText(uncreditedReason) },
  };
}

function explainCandidate({ evidence, won, reason, programId }: Candidate): ExplainedCandidate {
  return {
    kind: evidence.kind,
    affiliateId: evidence.affiliateId,
    programId,
    signal: evidence.kind === "click" ? evidence.clickId : evidence.code,
    at: evidence.at,
    won,
    reason,
    text: reasonText(reason),
  };
}

function explainTerms(terms: ProgramTerms): Explanation["terms"] {
  const kinds = ["shipping", "tax", "tips", "giftCards", "duties"] as const;
  const { attributionDays, holdDays } = terms;
  const alsoCounts = kinds.filter((kind) => terms.base[kind]);
  return { text: payText(terms), alsoCounts, attributionDays, holdDays };
}

function payText({ commission }: ProgramTerms): string {
  if (commission.kind === "percentage") return `${toPercent(commission.rateBps)} % of the base`;
  return `${toDecimal(commission.amount)} ${commission.amount.currency} for an order`;
}

/** The way from the price to the commission. A step that changes nothing is left out. */
function stepsOf(line: EvaluatedLine, facts: OrderFacts, terms: ProgramTerms | null): Step[] {
  const decimal = decimalIn(facts.currency);
  const bought = facts.lines.find((one) => one.id === line.lineId);
  const steps = bought === undefined ? [] : stepsToNet(bought, facts, terms);
  steps.push({ rule: "M7", text: "Base", amount: decimal(line.netMinor) });
  if (terms === null) return steps;
  if (!line.counts) {
    steps.push({ rule: "M7", text: "The terms leave this out", amount: decimal(0n) });
    return steps;
  }
  if (line.remainingNetMinor !== line.netMinor) {
    const amount = decimal(line.remainingNetMinor);
    steps.push({ rule: "M9", text: "Left after refunds and removals", amount });
  }
  steps.push({ rule: "M8", text: `Earned: ${payText(terms)}`, amount: decimal(line.commissionMinor) });
  if (line.standingMinor !== line.commissionMinor) {
    steps.push({ rule: "M9", text: "Stands now", amount: decimal(line.standingMinor) });
  }
  return steps;
}

function stepsToNet(line: LineFacts, facts: OrderFacts, terms: ProgramTerms | null): Step[] {
  const decimal = decimalIn(facts.currency);
  const gross = line.priceMinor * BigInt(line.quantity);
  const steps = [{ rule: "M7", text: `Price × ${line.quantity}`, amount: decimal(gross) }];
  if (line.discountMinor !== 0n) {
    steps.push({ rule: "M7", text: "Less discounts", amount: decimal(-line.discountMinor) });
  }
  const countsTax = terms?.base.tax === true;
  if (facts.taxesIncluded && !countsTax && line.taxMinor !== 0n) {
    steps.push({ rule: "M7", text: "Less the tax in the price", amount: decimal(-line.taxMinor) });
  }
  if (!facts.taxesIncluded && countsTax && line.taxMinor !== 0n) {
    steps.push({ rule: "M7", text: "With tax, as the terms say", amount: decimal(line.taxMinor) });
  }
  return steps;
}

function decimalIn(currency: string): (minor: bigint) => string {
  return (minor) => toDecimal({ minor, currency });
}
