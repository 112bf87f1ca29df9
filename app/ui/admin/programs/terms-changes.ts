import type { TermsChangeWire } from "#app/contracts/terms-change.ts";
import type { BonusWire, FlatPayWire, PayWire, RuleWire, TermsWire } from "#app/contracts/terms.ts";
import { formatMoney } from "../../shared/format.ts";
import {
  approvalWords,
  daysWords,
  payWords,
  periodStarts,
  periodWords,
  thresholdWords,
} from "./terms-text.ts";

export const baseNames: Record<keyof TermsWire["base"], string> = {
  shipping: "shipping",
  tax: "tax",
  tips: "tips",
  giftCards: "gift cards",
  duties: "duties",
  beforeDiscounts: "prices before discounts",
};

/** Changes of a version compared to the one before, in words. Empty if nothing changed. */
export function termsChanges(before: TermsWire, after: TermsWire): string[] {
  return [
    ...ruleChanges(before.rules, after.rules),
    ...changed("Everything else", payWords(before.commission), payWords(after.commission)),
    ...baseChanges(before.base, after.base),
    ...changed("Limit for an order", orderCap(before), orderCap(after)),
    ...changed("Limit for an affiliate", affiliateCap(before), affiliateCap(after)),
    ...bonusChanges(before.bonuses, after.bonuses),
    ...changed("Attribution", daysWords(before.windowDays), daysWords(after.windowDays)),
    ...changed("Approval", approvalWords(before), approvalWords(after)),
  ];
}

function ruleChanges(before: readonly RuleWire[], after: readonly RuleWire[]): string[] {
  const changes = [
    ...after.filter((rule) => !has(before, rule)).map((rule) => `Rule “${rule.name}” added`),
    ...before.filter((rule) => !has(after, rule)).map((rule) => `Rule “${rule.name}” removed`),
  ];
  for (const rule of after) {
    const old = before.find((one) => one.id === rule.id);
    if (old) changes.push(...ruleChange(old, rule));
  }
  const kept = after.filter((rule) => has(before, rule)).map((rule) => rule.id);
  const order = before.filter((rule) => has(after, rule)).map((rule) => rule.id);
  if (kept.join(" ") !== order.join(" ")) changes.push("Rules in another order");
  return changes;
}

function ruleChange(before: RuleWire, after: RuleWire): string[] {
  const title = `Rule “${after.name}”`;
  const changes = changed(`${title} pays`, payWords(before.pay), payWords(after.pay));
  if (JSON.stringify(before.when) !== JSON.stringify(after.when)) changes.push(`${title}: other conditions`);
  if (before.name !== after.name) changes.push(`${title} was called “${before.name}”`);
  return changes;
}

function baseChanges(before: TermsWire["base"], after: TermsWire["base"]): string[] {
  const names = Object.keys(baseNames) as (keyof TermsWire["base"])[];
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => `Counts ${baseNames[name]}: ${after[name] ? "now yes" : "no longer"}`);
}

function bonusChanges(before: readonly BonusWire[], after: readonly BonusWire[]): string[] {
  const added = after.filter((bonus) => !has(before, bonus));
  const removed = before.filter((bonus) => !has(after, bonus));
  const others = after.flatMap((bonus) => {
    const old = before.find((one) => one.id === bonus.id);
    return old ? changed(`Bonus “${bonus.name}”`, bonusWords(old), bonusWords(bonus)) : [];
  });
  return [
    ...added.map((bonus) => `Bonus “${bonus.name}” added: ${bonusWords(bonus)}`),
    ...removed.map((bonus) => `Bonus “${bonus.name}” removed`),
    ...others,
  ];
}

function bonusWords({ amount, atLeast, repeats }: BonusWire): string {
  return `${formatMoney(amount)} from ${thresholdWords(atLeast)}${repeats ? ", again at every multiple" : ""}`;
}

function orderCap({ caps }: TermsWire): string {
  return caps.perOrder ? formatMoney(caps.perOrder) : "none";
}

function affiliateCap({ caps: { perAffiliate } }: TermsWire): string {
  return perAffiliate ? `${formatMoney(perAffiliate.amount)} ${periodWords(perAffiliate.period)}` : "none";
}

function changed(what: string, before: string, after: string): string[] {
  return before === after ? [] : [`${what}: ${before} → ${after}`];
}

function has(parts: readonly { readonly id: string }[], part: { readonly id: string }): boolean {
  return parts.some((one) => one.id === part.id);
}

type Code = TermsChangeWire["code"];
type ChangeTexts = { readonly [One in Code]: (change: Extract<TermsChangeWire, { code: One }>) => string };

const words: ChangeTexts = {
  rules: () => "Rules: new conditions or order",
  pay: ({ rule, before, after }) => fromTo(rule ?? "Every sale", rateWords(before), rateWords(after)),
  tier: ({ rule, level, before, after }) => {
    const reached = level ? `from ${thresholdWords(level)}` : "before the first tier";
    return fromTo(`${rule ?? "Every sale"}, ${reached}`, rateWords(before), rateWords(after));
  },
  "order-cap": ({ before, after }) => fromTo("Limit per order", moneyWords(before), moneyWords(after)),
  "affiliate-cap": ({ before, after }) => fromTo("Limit per affiliate", capWords(before), capWords(after)),
  "shared-cap": () => "Limit: shared differently between rates",
  bonus: ({ before, after }) => bonusChangeWords(before, after),
  base: ({ part, after }) => `Eligible amount: ${after ? "now with" : "without"} ${baseNames[part]}`,
  "window-days": ({ before, after }) => fromTo("Attribution window", daysWords(before), daysWords(after)),
  "approval-days": ({ before, after }) => fromTo("Approval period", daysWords(before), daysWords(after)),
  "approval-from": ({ before, after }) =>
    fromTo("Approval period after", periodStarts[before], periodStarts[after]),
  approval: ({ before, after }) => fromTo("Approval", before, after),
};

/** "Coffee beans: 12% to 10%". */
export function changeWords(change: TermsChangeWire): string {
  const say: (one: never) => string = words[change.code];
  return say(change as never);
}

function fromTo(subject: string, before: string, after: string): string {
  return `${subject}: ${before} to ${after}`;
}

function rateWords(pay: PayWire | FlatPayWire): string {
  return pay.type === "percentage" ? `${pay.percent}%` : payWords(pay);
}

function moneyWords(amount: Parameters<typeof formatMoney>[0] | null): string {
  return amount ? formatMoney(amount) : "no limit";
}

function capWords(cap: Extract<TermsChangeWire, { code: "affiliate-cap" }>["before"]): string {
  return cap ? `${formatMoney(cap.amount)} ${periodWords(cap.period)}` : "no limit";
}

function bonusChangeWords(before: BonusWire | null, after: BonusWire | null): string {
  if (!before) return `Bonus “${after?.name ?? ""}”: added`;
  if (!after) return `Bonus “${before.name}”: removed`;
  return fromTo(`Bonus “${after.name}”`, bonusSummary(before), bonusSummary(after));
}

function bonusSummary({ amount, atLeast, repeats }: BonusWire): string {
  return `${formatMoney(amount)} ${repeats ? "every" : "from"} ${thresholdWords(atLeast)}`;
}
