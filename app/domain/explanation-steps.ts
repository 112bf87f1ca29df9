import { type Charge, refundsInOrder, type Remaining, remainingOf } from "./charges.ts";
import type { EvaluatedLine, Evaluation } from "./commission.ts";
import { exponentOf, type Money, portion, scale, toDecimal, toPercent, WHOLE_BPS } from "./money.ts";
import type { LineFacts, OrderFacts } from "./order.ts";
import { baseLeft } from "./terms/pay.ts";
import type { BaseTerms, FlatPay, ProgramTerms } from "./terms/terms.ts";
import { payText } from "./terms/words.ts";

/**
 * One step of the calculation. `rule` is the number in docs/ledger.md or docs/terms.md.
 */
export type Step = {
  readonly rule: string;
  readonly code: StepCode;
  readonly text: string;
  readonly amount: Money;
  /** Set for a price and for pay per item. */
  readonly quantity?: number;
  /** Set for a percentage. */
  readonly rateBps?: number;
};

/** Kinds of steps, in their order. */
export const stepCodes = [
  "price",
  "discounts-kept",
  "discounts",
  "tax-out",
  "tax-in",
  "eligible",
  "excluded",
  "edits",
  "refund",
  "left",
  "commission",
  "commission-rate",
  "commission-fixed",
  "commission-item",
  "cap-order",
  "cap-affiliate",
  "current",
] as const;
export type StepCode = (typeof stepCodes)[number];

type CapRule = "T8" | "T9";

export type StepInput = {
  readonly line: EvaluatedLine;
  readonly facts: OrderFacts;
  readonly terms: ProgramTerms | null;
  /** The cap that would limit the order: T8 (per order) or T9 (per affiliate). */
  readonly cap: CapRule;
  /** Reductions of the line's eligible amount by edits and by each refund (M9). */
  readonly taken: readonly Reversal[];
  /** Pay for the line, with tiers resolved. Null when nothing pays for it. */
  readonly pay: FlatPay | null;
};

/** Steps from the price to the commission. Steps that change nothing are omitted. */
export function stepsOf({ line, facts, terms, pay, cap, taken }: StepInput): Step[] {
  const money = (minor: bigint): Money => ({ minor, currency: facts.currency });
  const bought = facts.lines.find((one) => one.id === line.lineId);
  const steps = bought === undefined ? [] : stepsToBase(bought, facts, terms);
  steps.push({ rule: "M7", code: "eligible", text: "Base", amount: money(line.netMinor) });
  if (terms === null) return steps;
  if (!line.counts) {
    steps.push({ rule: "M7", code: "excluded", text: "The terms leave this out", amount: money(0n) });
    return steps;
  }
  if (line.remainingNetMinor !== line.netMinor) {
    for (const { refundId, minor } of taken) {
      const text = refundId === null ? "Less what edits removed" : `Less refund ${refundId}`;
      steps.push({ rule: "M9", code: refundId === null ? "edits" : "refund", text, amount: money(-minor) });
    }
    const amount = money(line.remainingNetMinor);
    steps.push({ rule: "M9", code: "left", text: "Left after refunds and removals", amount });
  }
  const earned = pay === null ? "Earned" : `Earned: ${earnedText(pay, line, facts.currency)}`;
  steps.push({
    rule: pay?.kind === "per-item" ? "T5" : "M8",
    ...earnedCode(pay, line),
    text: earned,
    amount: money(line.uncappedMinor),
  });
  if (line.commissionMinor !== line.uncappedMinor) {
    steps.push({
      rule: cap,
      code: cap === "T8" ? "cap-order" : "cap-affiliate",
      text: capTexts[cap],
      amount: money(line.commissionMinor),
    });
  }
  if (line.currentMinor !== line.commissionMinor) {
    const text = currentText(pay, line, facts.currency);
    steps.push({ rule: "M9", code: "current", text, amount: money(line.currentMinor) });
  }
  return steps;
}

/**
 * Finds the cap that limited an order. A capped order earns exactly what the cap leaves, so one that earned
 * less than the cap per order was limited by the affiliate's cap.
 */
export function capRuleOf(
  terms: ProgramTerms | null,
  { originalMinor, inputs }: Pick<Evaluation, "originalMinor" | "inputs">,
  currency: string,
): CapRule {
  if (inputs.capLeftMinor === null) return "T8";
  const perOrder = terms?.caps.perOrder ?? null;
  const isWhole = perOrder?.currency === currency && originalMinor >= perOrder.minor;
  return isWhole ? "T8" : "T9";
}

const capTexts: Record<CapRule, string> = {
  T8: "Its share of the cap",
  T9: "Its share of what the affiliate's cap leaves",
};

function stepsToBase(line: LineFacts, facts: OrderFacts, terms: ProgramTerms | null): Step[] {
  const money = (minor: bigint): Money => ({ minor, currency: facts.currency });
  const gross = line.priceMinor * BigInt(line.quantity);
  const { quantity } = line;
  const text = `Price × ${quantity}`;
  const steps: Step[] = [{ rule: "M7", code: "price", quantity, text, amount: money(gross) }];
  if (line.discountMinor !== 0n && terms?.base.beforeDiscounts === true) {
    steps.push({
      rule: "T7",
      code: "discounts-kept",
      text: "Discounts are not taken off",
      amount: money(0n),
    });
  } else if (line.discountMinor !== 0n) {
    steps.push({
      rule: "M7",
      code: "discounts",
      text: "Less discounts",
      amount: money(-line.discountMinor),
    });
  }
  const countsTax = terms?.base.tax === true;
  if (facts.taxesIncluded && !countsTax && line.taxMinor !== 0n) {
    steps.push({
      rule: "M7",
      code: "tax-out",
      text: "Less the tax in the price",
      amount: money(-line.taxMinor),
    });
  }
  if (!facts.taxesIncluded && countsTax && line.taxMinor !== 0n) {
    steps.push({
      rule: "M7",
      code: "tax-in",
      text: "With tax, as the terms say",
      amount: money(line.taxMinor),
    });
  }
  return steps;
}

function earnedCode(pay: FlatPay | null, line: EvaluatedLine): Pick<Step, "code" | "quantity" | "rateBps"> {
  if (pay?.kind === "percentage") return { code: "commission-rate", rateBps: pay.rateBps };
  if (pay?.kind === "fixed") return { code: "commission-fixed" };
  if (pay?.kind === "per-item") return { code: "commission-item", quantity: line.quantity };
  return { code: "commission" };
}

function earnedText(pay: FlatPay, line: EvaluatedLine, currency: string): string {
  if (pay.kind === "percentage") {
    return `${toPercent(pay.rateBps)}% of the base${roundedFrom(pay, line.netMinor, currency)}`;
  }
  if (pay.kind === "fixed") return `its share of ${payText(pay)}`;
  if (pay.kind === "per-item") return `${payText(pay)}, ${line.quantity} of them`;
  return payText(pay);
}

/**
 * Shows how the current commission follows from what is left of the line, when it does. A canceled order's
 * commission is zero whatever is left.
 */
function currentText(pay: FlatPay | null, line: EvaluatedLine, currency: string): string {
  const { netMinor, remainingNetMinor: left, commissionMinor, currentMinor } = line;
  const decimal = decimalIn(currency);
  const isCapped = commissionMinor !== line.uncappedMinor;
  if (pay?.kind === "percentage" && !isCapped && portion(left, pay.rateBps) === currentMinor) {
    return `Stands now: ${toPercent(pay.rateBps)}% of what is left${roundedFrom(pay, left, currency)}`;
  }
  if (netMinor > 0n && left > 0n && scale(commissionMinor, left, netMinor) === currentMinor) {
    return `Stands now: ${decimal(commissionMinor)} × ${decimal(left)} ÷ ${decimal(netMinor)}`;
  }
  return "Stands now";
}

/** M8: the exact product before rounding, as a suffix. Empty when nothing is rounded. */
function roundedFrom(pay: { rateBps: number }, baseMinor: bigint, currency: string): string {
  const product = baseMinor * BigInt(pay.rateBps);
  if (product % BigInt(WHOLE_BPS) === 0n) return "";
  const exponent = exponentOf(currency) + 4;
  const digits = product.toString().padStart(exponent + 1, "0");
  return `, rounded from ${digits.slice(0, -exponent)}.${digits.slice(-exponent).replace(/0+$/, "")}`;
}

function decimalIn(currency: string): (minor: bigint) => string {
  return (minor) => toDecimal({ minor, currency });
}

/**
 * Amount by which a refund, or (null) the edits before all refunds, reduced a charge's eligible amount. Minor
 * units.
 */
export type Reversal = { readonly refundId: string | null; readonly minor: bigint };

const nothingLeft: Remaining = { quantity: 0, netMinor: 0n, taxMinor: 0n };

/**
 * M9: reductions of each charge's eligible amount, by charge id, in the order in which they apply: edits, then
 * each refund. They add up to the whole reduction.
 * @throws InstantFormatError
 */
export function reversalsOf(
  charges: readonly Charge[],
  facts: OrderFacts,
  bases: ReadonlyMap<string, bigint>,
  terms: BaseTerms,
): Map<string, Reversal[]> {
  const taken = new Map<string, Reversal[]>();
  const before = new Map(bases);
  for (const [place, refundId] of [null, ...refundsInOrder(facts).map(({ id }) => id)].entries()) {
    const remaining = remainingOf(charges, facts, place);
    for (const charge of charges) {
      const left = baseLeft(charge, remaining.get(charge.id) ?? nothingLeft, terms);
      const minor = (before.get(charge.id) ?? left) - left;
      before.set(charge.id, left);
      if (minor !== 0n) taken.set(charge.id, [...(taken.get(charge.id) ?? []), { refundId, minor }]);
    }
  }
  return taken;
}
