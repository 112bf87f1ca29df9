import type { Attribution } from "./attribution.ts";
import type { OrderFacts } from "./order.ts";
import type { ReasonCode } from "./reasons.ts";
import type { PaidLine } from "./terms/pay.ts";
import type { ProgramTerms } from "./terms/terms.ts";

/** What makes the whole order stand at zero, whatever its lines say (M6, M9, M10). */
export function voidingReason(facts: OrderFacts): ReasonCode | null {
  if (facts.deleted) return "deleted";
  if (facts.cancelledAt !== null) return "cancelled";
  if (facts.dispute === "lost") return "dispute-lost";
  return facts.financialStatus === "refunded" ? "refunded-whole" : null;
}

export type Uncredited = {
  readonly terms: ProgramTerms | null;
  readonly facts: OrderFacts;
  readonly attribution: Attribution;
  readonly voided: ReasonCode | null;
  /** The charges that count. */
  readonly lines: readonly PaidLine[];
  readonly originalMinor: bigint;
  readonly baseMinor: bigint;
  readonly remainingBaseMinor: bigint;
};

/** Why nothing stands for an order of which nothing does. */
export function uncreditedBecause(order: Uncredited): ReasonCode {
  const { attribution, facts, terms, voided } = order;
  if (facts.test) return "test-order";
  if (attribution.winner === null) return attribution.reason;
  if (terms === null) return "no-terms";
  return order.originalMinor > 0n ? (voided ?? goneBecause(order)) : unearnedBecause(order);
}

/** Nothing was earned in the first place. */
function unearnedBecause(order: Uncredited): ReasonCode {
  const { facts, voided } = order;
  const based = order.lines.filter((line) => line.baseMinor > 0n);
  if (based.some((line) => isForeign(line, facts.currency))) return "fixed-amount-other-currency";
  if (voided !== null) return voided;
  if (order.baseMinor === 0n) return "nothing-commissionable";
  if (based.every((line) => line.pay.kind === "none")) return "no-commission-rule";
  if (based.some((line) => line.uncappedMinor > 0n)) return "cap-reached";
  if (order.remainingBaseMinor === 0n) return "refunded-whole";
  return based.some((line) => line.pay.kind === "fixed") ? "fixed-lines-gone" : "rounded-to-nothing";
}

/** Something was earned, and nothing of it is left. */
function goneBecause({ lines, remainingBaseMinor }: Uncredited): ReasonCode {
  if (remainingBaseMinor === 0n) return "refunded-whole";
  const isShareLeft = lines.some((line) => line.earning.earnedMinor > 0n && line.baseLeftMinor > 0n);
  const isFixed = lines.some((line) => line.pay.kind === "fixed" && line.baseMinor > 0n);
  return isFixed && !isShareLeft ? "fixed-lines-gone" : "rounded-to-nothing";
}

function isForeign({ pay }: PaidLine, currency: string): boolean {
  return "amount" in pay && pay.amount.currency !== currency;
}
