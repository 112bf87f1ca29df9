import { type Attribution, type Candidate, type Renewal, signalOf } from "./attribution.ts";
import { chargesOf } from "./charges.ts";
import {
  type EvaluatedLine,
  type Evaluation,
  goodsOf,
  type RatePart,
  ratePartsOf,
  viewOf,
} from "./commission.ts";
import { capRuleOf, type Step, stepsOf, reversalsOf } from "./explanation-steps.ts";
import { reachedFor, type StoredInputs } from "./inputs.ts";
import type { Money } from "./money.ts";
import type { OrderFacts } from "./order.ts";
import type { ReasonCode } from "./reasons.ts";
import { orderApprovalBeganAt } from "./release.ts";
import { goodsNamed, type NamedGoods, type TitleOf } from "./terms/condition.ts";
import type { OrderView } from "./terms/match.ts";
import { flatPay, isReached } from "./terms/pay.ts";
import {
  type BaseTerms,
  defaultBase,
  fallbackKey,
  type Pay,
  type Period,
  type ProgramTerms,
  type Rule,
  type Threshold,
} from "./terms/terms.ts";
import { type UnmetTest, unmetTests } from "./terms/why-not.ts";

/** A rule and how it applied to a line (T1). */
export type LineRule = {
  /** Null for the fallback. */
  readonly rule: Pick<Rule, "id" | "name" | "when"> | null;
  readonly pay: Pay;
  /** False for the rules after the one that pays. */
  readonly tried: boolean;
  readonly matched: boolean;
  /** Tests for which a tried rule does not pay. */
  readonly unmet: readonly UnmetTest[];
};

/** A fact from other orders or about the affiliate, read when the order was first evaluated (T10). */
export type FirstReadFact =
  /** `of` is the rule's name, or null for the fallback. */
  | {
      readonly rule: "T6";
      readonly code: "reached";
      readonly of: string | null;
      readonly orders: number;
      readonly sales: Money;
    }
  | { readonly rule: "T9"; readonly code: "cap-left"; readonly left: Money }
  | { readonly rule: "T10"; readonly code: "affiliate-order"; readonly number: number }
  | {
      readonly rule: "T10";
      readonly code: "customer-order";
      readonly number: number;
      readonly countedBy: StoredInputs["customerCountedBy"];
    }
  | { readonly rule: "T10"; readonly code: "affiliate-tags"; readonly tags: readonly string[] };

/** A product, variant or collection with its title. */
export type TitledGoods = NamedGoods & { readonly title: string };

export type ExplainedLine = {
  readonly id: string;
  readonly title: string;
  readonly kind: EvaluatedLine["kind"];
  readonly counts: boolean;
  /** All rules in order, and the fallback when it pays. Empty when nothing pays for the line. */
  readonly rules: readonly LineRule[];
  readonly steps: readonly Step[];
  readonly commission: Money;
  readonly current: Money;
};

export type ExplainedCandidate = {
  readonly kind: Candidate["evidence"]["kind"];
  readonly affiliateId: string;
  readonly programId: string | null;
  /** The code, or the id of the click, order, product or claim. */
  readonly signal: string;
  /** Sub-id of the affiliate's link, or ''. */
  readonly subId: string;
  readonly at: string | null;
  /**
   * Attribution window that a click was checked against. Absent for other signals.
   */
  readonly windowDays?: number;
  readonly won: boolean;
  readonly reason: ReasonCode;
};

/** Why an order was credited or not, and how its commission was calculated. */
export type Explanation = {
  readonly orderId: string;
  readonly currency: string;
  /** Sales channel named by the platform, such as an AI assistant, or null. */
  readonly channel: string | null;
  /** For a subscription renewal, the first order of the subscription, if found (M23). Null for other orders. */
  readonly renewal: Renewal | null;
  readonly attribution: {
    readonly reason: ReasonCode;
    readonly affiliateId: string | null;
    readonly programId: string | null;
    readonly termsVersionId: string | null;
    readonly candidates: readonly ExplainedCandidate[];
  };
  readonly terms: {
    /** Pay of the fallback. */
    readonly pay: Pay;
    readonly alsoCounts: readonly (keyof BaseTerms)[];
    readonly rules: readonly Pick<Rule, "name" | "when" | "pay">[];
    readonly windowDays: number;
    readonly approvalDays: number;
    readonly approvalFrom: ProgramTerms["approvalFrom"];
    readonly approval: ProgramTerms["approval"];
    /** M11: when the approval period began: the order, its payment or its fulfillment. Null until then. */
    readonly approvalBeganAt: string | null;
  } | null;
  /** Goods that rules name, as far as their titles are known. */
  readonly goods: readonly TitledGoods[];
  readonly knownBefore: readonly FirstReadFact[];
  /** The percentages that explain the whole commission, or none. */
  readonly rates: readonly RatePart[];
  /** T6: the tier that was reached before the order, if one tier pays for all of it. */
  readonly tier: { readonly atLeast: Threshold; readonly period: Period } | null;
  readonly lines: readonly ExplainedLine[];
  readonly totals: {
    readonly base: Money;
    readonly remainingBase: Money;
    readonly commission: Money;
    readonly current: Money;
  };
  /** Set when the current commission is zero. */
  readonly uncredited: ReasonCode | null;
};

export type ExplanationInput = {
  readonly facts: OrderFacts;
  readonly terms: ProgramTerms | null;
  readonly attribution: Attribution;
  readonly evaluation: Evaluation;
  readonly renewal?: Renewal | null;
  /** Titles of goods that rules name but the order does not contain. */
  readonly titleOf?: TitleOf;
};

/**
 * Explains an evaluation to people: the signals, the losing candidates with their reasons, and the calculation
 * line by line. The steps add up to the evaluation because they are made from it.
 * @throws UnknownCurrencyError when the order's currency is not in ISO 4217
 */
export function explain(input: ExplanationInput): Explanation {
  const { facts, terms, attribution, evaluation } = input;
  const money = (minor: bigint): Money => ({ minor, currency: facts.currency });
  const { uncreditedReason, lines } = evaluation;
  const cap = capRuleOf(terms, evaluation, facts.currency);
  const charges = chargesOf(facts);
  const bases = new Map(lines.map((line) => [line.lineId, line.netMinor]));
  const taken = reversalsOf(charges, facts, bases, terms?.base ?? defaultBase);
  const view = viewOf(charges, { facts, attribution }, evaluation.inputs);
  return {
    orderId: facts.id,
    currency: facts.currency,
    channel: facts.channelName || null,
    renewal: input.renewal ?? null,
    attribution: {
      reason: attribution.reason,
      affiliateId: attribution.winner?.affiliateId ?? null,
      programId: attribution.winner?.programId ?? null,
      termsVersionId: attribution.winner?.version.id ?? null,
      candidates: attribution.candidates.map(explainCandidate),
    },
    ...aboutTerms(input),
    lines: lines.map((line) => ({
      id: line.lineId,
      title: line.title,
      kind: line.kind,
      counts: line.counts,
      rules: terms === null || !line.counts ? [] : rulesAt(line, { facts, terms, view }),
      steps: stepsOf({
        line,
        facts,
        terms,
        cap,
        taken: taken.get(line.lineId) ?? [],
        pay: payOf(line, terms, evaluation.inputs, facts.currency),
      }),
      commission: money(line.commissionMinor),
      current: money(line.currentMinor),
    })),
    totals: {
      base: money(evaluation.baseMinor),
      remainingBase: money(evaluation.remainingBaseMinor),
      commission: money(evaluation.originalMinor),
      current: money(evaluation.currentMinor),
    },
    uncredited: uncreditedReason,
  };
}

type AboutTerms = Pick<Explanation, "terms" | "goods" | "knownBefore" | "rates" | "tier">;

function aboutTerms({ facts, terms, evaluation, titleOf }: ExplanationInput): AboutTerms {
  if (terms === null) return { terms, goods: [], knownBefore: [], rates: [], tier: null };
  return {
    terms: explainTerms(terms, facts),
    goods: titledGoods(terms, facts, titleOf),
    knownBefore: firstReadFacts(evaluation.inputs, terms, facts.currency),
    rates: ratePartsOf(evaluation, terms),
    tier: tierReached(evaluation, terms, facts.currency),
  };
}

function explainCandidate(candidate: Candidate): ExplainedCandidate {
  const { evidence, won, reason, programId, windowDays } = candidate;
  return {
    kind: evidence.kind,
    affiliateId: evidence.affiliateId,
    programId,
    signal: signalOf(evidence),
    subId: "subId" in evidence ? evidence.subId : "",
    at: evidence.at,
    ...(windowDays !== undefined && { windowDays }),
    won,
    reason,
  };
}

function explainTerms(terms: ProgramTerms, facts: OrderFacts): Explanation["terms"] {
  const kinds = ["shipping", "tax", "tips", "giftCards", "duties", "beforeDiscounts"] as const;
  const { windowDays, approvalDays, approvalFrom, approval } = terms;
  return {
    pay: terms.commission,
    alsoCounts: kinds.filter((kind) => terms.base[kind]),
    rules: terms.rules.map(({ name, when, pay }) => ({ name, when, pay })),
    windowDays,
    approvalDays,
    approvalFrom,
    approval,
    approvalBeganAt: orderApprovalBeganAt(facts, approvalFrom),
  };
}

type RuleInput = {
  readonly facts: OrderFacts;
  readonly terms: ProgramTerms;
  readonly view: OrderView;
};

/** T1: the rules for a line, each with its pay or the tests for which it does not apply. */
function rulesAt(line: EvaluatedLine, { facts, terms, view }: RuleInput): LineRule[] {
  const bought = goodsOf({ id: line.lineId, kind: line.kind }, facts);
  const rules: LineRule[] = [];
  let isPaid = false;
  for (const { pay, ...rule } of terms.rules) {
    const unmet: UnmetTest[] | null = isPaid ? [] : unmetTests(rule.when, bought, view);
    const matched: boolean = unmet === null;
    rules.push({ rule, pay, tried: !isPaid, matched, unmet: unmet ?? [] });
    isPaid ||= matched;
  }
  if (isPaid) return rules;
  return [...rules, { rule: null, pay: terms.commission, tried: true, matched: true, unmet: [] }];
}

/** Longer lists are only counted, because their text appears on every line that the test was tried on. */
export const mostNamed = 10;

/** Goods that rules name, with their title on the order, else in the store. */
function titledGoods(terms: ProgramTerms, { lines }: OrderFacts, titleOf?: TitleOf): TitledGoods[] {
  // Reversed, so that the first line of a product sets its title.
  const last = lines.toReversed();
  const sold = new Map<string, string>([
    ...last.map((line) => [`product ${line.productId}`, line.title] as const),
    ...last.map((line) => [`variant ${line.variantId}`, line.title] as const),
  ]);
  const conditions = terms.rules.map((rule) => rule.when);
  return goodsNamed(conditions, mostNamed).flatMap(({ kind, id }) => {
    const title = sold.get(`${kind} ${id}`) ?? titleOf?.(kind, id);
    return title === undefined ? [] : [{ kind, id, title }];
  });
}

function payOf(line: EvaluatedLine, terms: ProgramTerms | null, inputs: StoredInputs, currency: string) {
  if (terms === null || !line.counts) return null;
  const rule = terms.rules.find((one) => one.id === line.ruleId);
  return flatPay(rule?.pay ?? terms.commission, rule?.id ?? fallbackKey, inputs, currency);
}

function tierReached(
  { lines, inputs }: Evaluation,
  { rules, commission }: ProgramTerms,
  currency: string,
): Explanation["tier"] {
  const keys = new Set(lines.filter((one) => one.counts).map((one) => one.ruleId));
  const [ruleId] = keys;
  if (keys.size !== 1 || ruleId === undefined) return null;
  const pay = rules.find((one) => one.id === ruleId)?.pay ?? commission;
  if (pay.kind !== "tiered") return null;
  const reached = reachedFor(inputs, ruleId ?? fallbackKey);
  const step = pay.steps.findLast((one) => isReached(one.atLeast, reached, currency));
  return step ? { atLeast: step.atLeast, period: pay.period } : null;
}

/** T10: the facts from other orders that the terms used. */
function firstReadFacts(inputs: StoredInputs, terms: ProgramTerms, currency: string): FirstReadFact[] {
  const pays: [string, string | null, Pay][] = [
    ...terms.rules.map((rule): [string, string, Pay] => [rule.id, rule.name, rule.pay]),
    [fallbackKey, null, terms.commission],
  ];
  const known = pays.flatMap(([key, of, pay]): FirstReadFact[] => {
    if (pay.kind !== "tiered") return [];
    const { orders, salesMinor: minor } = reachedFor(inputs, key);
    return [{ rule: "T6", code: "reached", of, orders, sales: { minor, currency } }];
  });
  if (inputs.capLeftMinor !== null) {
    known.push({ rule: "T9", code: "cap-left", left: { minor: inputs.capLeftMinor, currency } });
  }
  if (inputs.customerOrder !== null) {
    known.push({ rule: "T10", code: "affiliate-order", number: inputs.customerOrder.number });
  }
  if (inputs.customerOrderIndex !== null) {
    const [number, countedBy] = [inputs.customerOrderIndex, inputs.customerCountedBy];
    known.push({ rule: "T10", code: "customer-order", number, countedBy });
  }
  if (inputs.affiliateTags !== null) {
    known.push({ rule: "T10", code: "affiliate-tags", tags: inputs.affiliateTags });
  }
  return known;
}
