import type { TermsChangeWire } from "#app/contracts/terms-change.ts";
import type { BonusWire, FlatPayWire, PayWire } from "#app/contracts/terms.ts";
import { formatMoney } from "../../shared/format.ts";
import { baseNames } from "./terms-changes.ts";
import { daysWords, payWords, periodStarts, periodWords, thresholdWords } from "./terms-text.ts";

type Code = TermsChangeWire["code"];
type Words = { readonly [One in Code]: (change: Extract<TermsChangeWire, { code: One }>) => string };

const words: Words = {
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
  "attribution-days": ({ before, after }) =>
    fromTo("Attribution window", daysWords(before), daysWords(after)),
  "hold-days": ({ before, after }) => fromTo("Approval period", daysWords(before), daysWords(after)),
  "hold-from": ({ before, after }) =>
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
  return fromTo(`Bonus “${after.name}”`, bonusWords(before), bonusWords(after));
}

function bonusWords({ amount, atLeast, repeats }: BonusWire): string {
  return `${formatMoney(amount)} ${repeats ? "every" : "from"} ${thresholdWords(atLeast)}`;
}
