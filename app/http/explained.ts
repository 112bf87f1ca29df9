import type { LineRule, TitledGoods } from "#app/domain/explanation.ts";
import type { Reason } from "#app/domain/reasons.ts";
import type { EarnedEntry } from "#app/flows/affiliates/read-earned.ts";
import type { CommissionDetail, CommissionEntry } from "#app/flows/commissions/read-commissions.ts";
import type { OrderExplanation, OrderView } from "#app/flows/orders/read-orders.ts";
import type { TermsPreview } from "#app/flows/programs/preview-terms.ts";
import type { PricedOrder } from "#app/flows/programs/price-order.ts";
import {
  conditionWords,
  knownWords,
  payWords,
  ruleWords,
  stepWords,
  summaryWords,
} from "#app/i18n/explanation-words.ts";
import { formatsIn } from "#app/i18n/formats.ts";
import { deductionWords, earnedWords, type ExplanationWriter, reasonWords } from "#app/i18n/reason-words.ts";
import { storedMessage } from "#app/i18n/fault-words.ts";
import { ruleName } from "#app/i18n/rule-words.ts";
import { merchantTexts } from "#app/i18n/texts.ts";
import { localeOf } from "./locale.ts";

/** Texts for the merchant who asks. */
export function writerFor(request: Request, { timeZone }: { readonly timeZone: string }): ExplanationWriter {
  return {
    t: merchantTexts("explanations"),
    formats: formatsIn(localeOf(request) ?? "en-US"),
    timeZone,
  };
}

function withText(reason: Reason, writer: ExplanationWriter) {
  return { code: reason.code, text: reasonWords(reason, writer) };
}

export function orderInWords(order: OrderView, writer: ExplanationWriter) {
  return { ...order, reason: withText(order.reason, writer) };
}

export function entryInWords(entry: CommissionEntry, writer: ExplanationWriter) {
  if (entry.kind !== "deduction") {
    return { ...entry, reason: withText(entry.reason, writer), rule: entry.rule && namedRule(entry.rule) };
  }
  const text = deductionWords(entry.reason, entry.order?.name ?? null, writer);
  return { ...entry, reason: { code: "deduction" as const, text } };
}

function namedRule(rule: { readonly kind: string }) {
  return { ...rule, name: ruleName(rule.kind) };
}

/** A decision. The note of the system's is a reason. */
function decisionInWords<Decision extends { readonly note: string }>(decision: Decision): Decision {
  return { ...decision, note: storedMessage(decision.note) };
}

export function commissionInWords(commission: CommissionDetail, writer: ExplanationWriter) {
  const { reason, rule, decisions } = commission;
  return {
    ...commission,
    reason: withText(reason, writer),
    rule: rule && namedRule(rule),
    decisions: decisions.map(decisionInWords),
  };
}

/** An entry of the named affiliate's balance, for the merchant. */
export function earnedInWords(earned: EarnedEntry, affiliate: string, writer: ExplanationWriter) {
  return { ...earned, reason: earnedWords(earned.why, affiliate, writer) };
}

export function explanationInWords(
  {
    terms,
    ifCounted,
    commissions,
    ...explained
  }: OrderExplanation & { commissions: readonly CommissionEntry[] },
  writer: ExplanationWriter,
) {
  const { goods } = explained;
  return {
    ...explained,
    ...calculationInWords(explained, writer),
    order: orderInWords(explained.order, writer),
    signals: explained.signals.map((one) => ({ ...one, reason: withText(one.reason, writer) })),
    terms: terms && {
      ...terms,
      text: payWords(terms.pay, writer),
      rules: terms.rules.map(({ name, when, pay }) => ({
        name,
        when: conditionWords(when, goods, writer),
        pays: payWords(pay, writer),
      })),
    },
    summary: summaryWords(ifCounted ?? explained, writer),
    ifCounted: ifCounted && {
      ...ifCounted,
      ...calculationInWords(ifCounted, writer),
      reason: withText(ifCounted.reason, writer),
    },
    commissions: commissions.map((one) => entryInWords(one, writer)),
    decisions: explained.decisions.map(decisionInWords),
  };
}

/** The preview of a draft of terms. */
export function previewInWords({ basket, orders, ...preview }: TermsPreview, writer: ExplanationWriter) {
  return {
    ...preview,
    basket: basket && draftInWords(basket, writer),
    orders: orders.map((order) => ({ ...order, ...draftInWords(order, writer) })),
  };
}

function draftInWords({ draft, today }: NonNullable<TermsPreview["basket"]>, writer: ExplanationWriter) {
  return { draft: pricedInWords(draft, writer), today: today && pricedInWords(today, writer) };
}

function pricedInWords(priced: PricedOrder, writer: ExplanationWriter) {
  const { lines, knownBefore } = calculationInWords(priced, writer);
  return {
    ...priced,
    lines,
    reason: priced.reason && reasonWords(priced.reason, writer),
    knownBefore: knownBefore.map((one) => one.text),
  };
}

export function calculationInWords(
  { lines, goods, knownBefore }: Pick<PricedOrder, "lines" | "goods" | "knownBefore">,
  writer: ExplanationWriter,
) {
  return {
    knownBefore: knownBefore.map((fact) => ({ rule: fact.rule, text: knownWords(fact, writer) })),
    lines: lines.map((line) => ({
      ...line,
      title: line.title || writer.t(`charges.${line.kind}`),
      rules: line.rules.map((rule) => ruleInWords(rule, goods, writer)),
      steps: line.steps.map((step) => ({ ...step, text: stepWords(step, writer) })),
    })),
  };
}

function ruleInWords(rule: LineRule, goods: readonly TitledGoods[], writer: ExplanationWriter) {
  return {
    id: rule.rule?.id ?? null,
    name: rule.rule?.name ?? writer.t("rule.fallback"),
    tried: rule.tried,
    matched: rule.matched,
    text: ruleWords(rule, goods, writer),
  };
}
