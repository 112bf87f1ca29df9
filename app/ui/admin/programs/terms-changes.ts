import type { TermsChangeWire } from "#app/contracts/terms-change.ts";
import type { BonusWire, RuleWire, TermsWire } from "#app/contracts/terms.ts";
import { merchantText } from "../../texts/use-text.ts";
import {
  amountWords,
  approvalWords,
  daysWords,
  payWords,
  periodWords,
  thresholdWords,
} from "./terms-text.ts";

const t = merchantText("programs");

/** Changes of a version compared to the one before, in words. Empty if nothing changed. */
export function termsChanges(before: TermsWire, after: TermsWire): string[] {
  return [
    ...ruleChanges(before.rules, after.rules),
    ...changed(t("changes.everySale"), payWords(before.commission), payWords(after.commission)),
    ...baseChanges(before.base, after.base),
    ...changed(t("changes.orderCap"), amountOrNone(before.caps.perOrder), amountOrNone(after.caps.perOrder)),
    ...changed(
      t("changes.affiliateCap"),
      capWords(before.caps.perAffiliate),
      capWords(after.caps.perAffiliate),
    ),
    ...bonusChanges(before.bonuses, after.bonuses),
    ...changed(t("changes.window"), daysWords(before.windowDays), daysWords(after.windowDays)),
    ...changed(t("changes.approval"), approvalWords(before), approvalWords(after)),
  ];
}

function ruleChanges(before: readonly RuleWire[], after: readonly RuleWire[]): string[] {
  const changes: string[] = [
    ...after.filter((rule) => !has(before, rule)).map(({ name }) => t("changes.ruleAdded", { rule: name })),
    ...before.filter((rule) => !has(after, rule)).map(({ name }) => t("changes.ruleRemoved", { rule: name })),
  ];
  for (const rule of after) {
    const old = before.find((one) => one.id === rule.id);
    if (old) changes.push(...ruleChange(old, rule));
  }
  const kept = after.filter((rule) => has(before, rule)).map((rule) => rule.id);
  const order = before.filter((rule) => has(after, rule)).map((rule) => rule.id);
  if (kept.join(" ") !== order.join(" ")) changes.push(t("changes.ruleOrder"));
  return changes;
}

function ruleChange(before: RuleWire, after: RuleWire): string[] {
  const changes = changed(after.name, payWords(before.pay), payWords(after.pay));
  if (JSON.stringify(before.when) !== JSON.stringify(after.when)) {
    changes.push(t("changes.ruleConditions", { rule: after.name }));
  }
  if (before.name !== after.name) {
    changes.push(t("changes.ruleRenamed", { before: before.name, after: after.name }));
  }
  return changes;
}

type Base = TermsWire["base"];

function baseChanges(before: Base, after: Base): string[] {
  const names = Object.keys(after) as (keyof Base)[];
  return names.filter((name) => before[name] !== after[name]).map((name) => baseChange(name, after[name]));
}

function baseChange(part: keyof Base, isCounted: boolean): string {
  // Without discounts, prices count as they were before them.
  const isWith = part === "beforeDiscounts" ? !isCounted : isCounted;
  const named = { part: t(`base.inSummary.${part}`) };
  return isWith ? t("changes.with", named) : t("changes.without", named);
}

function bonusChanges(before: readonly BonusWire[], after: readonly BonusWire[]): string[] {
  const added = after.filter((bonus) => !has(before, bonus));
  const removed = before.filter((bonus) => !has(after, bonus));
  const others = after.flatMap((bonus) => {
    const old = before.find((one) => one.id === bonus.id);
    return old ? changed(bonus.name, bonusWords(old), bonusWords(bonus)) : [];
  });
  return [
    ...added.map((bonus) => t("changes.bonusAdded", { name: bonus.name, bonus: bonusWords(bonus) })),
    ...removed.map(({ name }) => t("changes.bonusRemoved", { name })),
    ...others,
  ];
}

/** "$5 from 10 orders", "$5 every 10 orders". */
function bonusWords({ amount, atLeast, repeats }: BonusWire): string {
  const words = { amount: amountWords(amount), threshold: thresholdWords(atLeast) };
  return repeats ? t("bonuses.every", words) : t("bonuses.one", words);
}

function amountOrNone(amount: TermsWire["caps"]["perOrder"]): string {
  return amount ? amountWords(amount) : t("changes.noLimit");
}

function capWords(cap: TermsWire["caps"]["perAffiliate"]): string {
  return cap ? `${amountWords(cap.amount)} ${periodWords(cap.period)}` : t("changes.noLimit");
}

function changed(subject: string, before: string, after: string): string[] {
  return before === after ? [] : [fromTo(subject, before, after)];
}

function has(parts: readonly { readonly id: string }[], part: { readonly id: string }): boolean {
  return parts.some((one) => one.id === part.id);
}

type Code = TermsChangeWire["code"];
type ChangeTexts = { readonly [One in Code]: (change: Extract<TermsChangeWire, { code: One }>) => string };

const words: ChangeTexts = {
  rules: () => t("changes.rules"),
  pay: ({ rule, before, after }) => fromTo(rule ?? t("changes.everySale"), payWords(before), payWords(after)),
  tier: ({ rule, level, before, after }) => {
    const subject = rule ?? t("changes.everySale");
    const tier = level
      ? t("changes.tierFrom", { subject, level: thresholdWords(level) })
      : t("changes.tierBelow", { subject });
    return fromTo(tier, payWords(before), payWords(after));
  },
  "order-cap": ({ before, after }) =>
    fromTo(t("changes.orderCap"), amountOrNone(before), amountOrNone(after)),
  "affiliate-cap": ({ before, after }) =>
    fromTo(t("changes.affiliateCap"), capWords(before), capWords(after)),
  "shared-cap": () => t("changes.sharedCap"),
  bonus: ({ before, after }) => bonusChangeWords(before, after),
  base: ({ part, after }) => baseChange(part, after),
  "window-days": ({ before, after }) => fromTo(t("changes.window"), daysWords(before), daysWords(after)),
  "approval-days": ({ before, after }) =>
    fromTo(t("changes.approvalPeriod"), daysWords(before), daysWords(after)),
  "approval-from": ({ before, after }) =>
    fromTo(t("changes.approvalFrom"), t(`timing.starts.${before}`), t(`timing.starts.${after}`)),
  approval: ({ before, after }) => fromTo(t("changes.approval"), t(`timing.${before}`), t(`timing.${after}`)),
};

/** "Coffee beans: 12% to 10%". */
export function changeWords(change: TermsChangeWire): string {
  const say: (one: never) => string = words[change.code];
  return say(change as never);
}

function fromTo(subject: string, before: string, after: string): string {
  return t("changes.fromTo", { subject, before, after });
}

function bonusChangeWords(before: BonusWire | null, after: BonusWire | null): string {
  if (before && after) return fromTo(after.name, bonusWords(before), bonusWords(after));
  if (after) return t("changes.bonusAdded", { name: after.name, bonus: bonusWords(after) });
  return t("changes.bonusRemoved", { name: before?.name ?? "" });
}
