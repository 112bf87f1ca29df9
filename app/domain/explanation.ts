import { type Attribution, type Candidate, type Renewal, signalOf } from "./attribution.ts";
import { chargesOf } from "./charges.ts";
import { type EvaluatedLine, type Evaluation, goodsOf, viewOf } from "./commission.ts";
import { capRuleOf, type Step, stepsOf, reversalsOf } from "./explanation-steps.ts";
import { reachedFor, type StoredInputs } from "./inputs.ts";
import { type Money, toDecimal } from "./money.ts";
import type { OrderFacts } from "./order.ts";
import { type ReasonCode, reasonText } from "./reasons.ts";
import { orderApprovalBeganAt } from "./release.ts";
import type { OrderView } from "./terms/match.ts";
import { flatPay } from "./terms/pay.ts";
import {
  type BaseTerms,
  defaultBase,
  fallbackKey,
  type Pay,
  type ProgramTerms,
  type Rule,
} from "./terms/terms.ts";
import type { TitleOf } from "./terms/condition.ts";
import { conditionText, type NameOf, payText, restRuleName, whyNot } from "./terms/words.ts";

/** A rule and how it applied to a line. Rules before the one that pays tell why they did not match (T1). */
export type LineRule = {
  /** Null for the fallback. */
  readonly id: string | null;
  readonly name: string;
  /** False for the rules after the one that pays. */
  readonly tried: boolean;
  readonly matched: boolean;
  readonly text: string;
};

/** A fact from other orders, read when the order was first evaluated (T10). */
export type FirstReadFact = { readonly rule: string; readonly text: string };

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
  readonly text: string;
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
    readonly text: string;
    readonly affiliateId: string | null;
    readonly programId: string | null;
    readonly termsVersionId: string | null;
    readonly candidates: readonly ExplainedCandidate[];
  };
  readonly terms: {
    readonly text: string;
    readonly alsoCounts: readonly (keyof BaseTerms)[];
    readonly rules: readonly { readonly name: string; readonly when: string; readonly pays: string }[];
    readonly windowDays: number;
    readonly approvalDays: number;
    readonly approvalFrom: ProgramTerms["approvalFrom"];
    readonly approval: ProgramTerms["approval"];
    /** M11: when the approval period began: the order, its payment or its fulfillment. Null until then. */
    readonly approvalBeganAt: string | null;
  } | null;
  readonly knownBefore: readonly FirstReadFact[];
  readonly lines: readonly ExplainedLine[];
  readonly totals: {
    readonly base: Money;
    readonly remainingBase: Money;
    readonly commission: Money;
    readonly current: Money;
  };
  /** Set when the current commission is zero. */
  readonly uncredited: { readonly reason: ReasonCode; readonly text: string } | null;
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
  const nameOf = namesOf(facts, input.titleOf);
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
      text: reasonText(attribution.reason),
      affiliateId: attribution.winner?.affiliateId ?? null,
      programId: attribution.winner?.programId ?? null,
      termsVersionId: attribution.winner?.version.id ?? null,
      candidates: attribution.candidates.map(explainCandidate),
    },
    terms: terms === null ? null : explainTerms(terms, facts, nameOf),
    knownBefore: terms === null ? [] : firstReadFacts(evaluation.inputs, terms, facts.currency),
    lines: lines.map((line) => ({
      id: line.lineId,
      title: line.title,
      kind: line.kind,
      counts: line.counts,
      rules: terms === null || !line.counts ? [] : rulesAt(line, { facts, terms, view, nameOf }),
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
    uncredited:
      uncreditedReason === null ? null : { reason: uncreditedReason, text: reasonText(uncreditedReason) },
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
    text: reasonText(reason),
  };
}

function explainTerms(terms: ProgramTerms, facts: OrderFacts, nameOf: NameOf): Explanation["terms"] {
  const kinds = ["shipping", "tax", "tips", "giftCards", "duties", "beforeDiscounts"] as const;
  const { windowDays, approvalDays, approvalFrom, approval } = terms;
  return {
    text: payText(terms.commission),
    alsoCounts: kinds.filter((kind) => terms.base[kind]),
    rules: terms.rules.map((rule) => ({
      name: rule.name,
      when: conditionText(rule.when, nameOf),
      pays: payText(rule.pay),
    })),
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
  readonly nameOf: NameOf;
};

/** T1: the rules for a line, each with its pay or the reason why it does not apply. */
function rulesAt(line: EvaluatedLine, { facts, terms, view, nameOf }: RuleInput): LineRule[] {
  const bought = goodsOf({ id: line.lineId, kind: line.kind }, facts);
  const rules: LineRule[] = [];
  let isPaid = false;
  for (const rule of terms.rules) {
    const of = { id: rule.id, name: rule.name };
    if (isPaid) {
      rules.push({ ...of, tried: false, matched: false, text: "An earlier rule matched" });
      continue;
    }
    const reason = whyNot(rule.when, { line: bought, order: view, nameOf });
    isPaid = reason === null;
    rules.push({ ...of, tried: true, matched: isPaid, text: reason ?? paysText(rule, nameOf) });
  }
  if (isPaid) return rules;
  const text = `Pays ${payText(terms.commission)}`;
  return [...rules, { id: null, name: restRuleName, tried: true, matched: true, text }];
}

function paysText(rule: Rule, nameOf: NameOf): string {
  return `Pays ${payText(rule.pay)}, because ${conditionText(rule.when, nameOf)}`;
}

/**
 * Names of products, variants and collections: the title on the order, else the title in the store, else the
 * number.
 */
function namesOf({ lines }: OrderFacts, titleOf?: TitleOf): NameOf {
  // Reversed, so that the first line of a product sets its title.
  const last = lines.toReversed();
  const products = new Map(last.map((line) => [line.productId, line.title]));
  const variants = new Map(last.map((line) => [line.variantId, line.title]));
  return (kind, value) => {
    if (kind !== "product" && kind !== "variant" && kind !== "collection") return value;
    const sold = kind === "collection" ? undefined : (kind === "product" ? products : variants).get(value);
    const title = sold ?? titleOf?.(kind, value);
    return title === undefined ? `number ${value}` : `“${title}”`;
  };
}

function payOf(line: EvaluatedLine, terms: ProgramTerms | null, inputs: StoredInputs, currency: string) {
  if (terms === null || !line.counts) return null;
  const rule = terms.rules.find((one) => one.id === line.ruleId);
  return flatPay(rule?.pay ?? terms.commission, rule?.id ?? fallbackKey, inputs, currency);
}

/** T10: the facts from other orders that the terms used. */
function firstReadFacts(inputs: StoredInputs, terms: ProgramTerms, currency: string): FirstReadFact[] {
  const decimal = decimalIn(currency);
  const pays: [string, string, Pay][] = [
    ...terms.rules.map((rule): [string, string, Pay] => [rule.id, `"${rule.name}"`, rule.pay]),
    [fallbackKey, "everything else", terms.commission],
  ];
  const known = pays.flatMap(([key, name, pay]) => {
    if (pay.kind !== "tiered") return [];
    const reached = reachedFor(inputs, key);
    const sales = `${decimal(reached.salesMinor)} ${currency}`;
    const text = `Reached before this order, for ${name}: ${reached.orders} orders, ${sales} of net sales`;
    return [{ rule: "T6", text }];
  });
  if (inputs.capLeftMinor !== null) {
    const text = `The affiliate's cap leaves this order: ${decimal(inputs.capLeftMinor)} ${currency}`;
    known.push({ rule: "T9", text });
  }
  if (inputs.customerOrder !== null) {
    const text = `Order number ${inputs.customerOrder.number} of this customer for this affiliate`;
    known.push({ rule: "T10", text });
  }
  if (inputs.customerOrderIndex !== null) {
    known.push({
      rule: "T10",
      text: `Order number ${inputs.customerOrderIndex} of this customer ${countedByTexts[inputs.customerCountedBy]}`,
    });
  }
  if (inputs.affiliateTags !== null) {
    const tags = inputs.affiliateTags.length > 0 ? inputs.affiliateTags.join(", ") : "none";
    known.push({ rule: "T10", text: `Tags of the affiliate when the order was created: ${tags}` });
  }
  return known;
}

const countedByTexts: Record<StoredInputs["customerCountedBy"], string> = {
  store: "in the store",
  affiliate: "with which any affiliate is credited",
};

function decimalIn(currency: string): (minor: bigint) => string {
  return (minor) => toDecimal({ minor, currency });
}
