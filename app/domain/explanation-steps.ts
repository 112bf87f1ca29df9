import { type Charge, refundsInOrder, type Remaining, remainingOf } from "./charges.ts";
import type { EvaluatedLine, Evaluation } from "./commission.ts";
import { exponentOf, type Money, portion, scale, WHOLE_BPS } from "./money.ts";
import type { LineFacts, OrderFacts } from "./order.ts";
import { baseLeft } from "./terms/pay.ts";
import type { BaseTerms, FlatPay, ProgramTerms } from "./terms/terms.ts";

/** One step of the calculation, with the values that its text names. */
export type Step = {
  /** Number of the rule in docs/ledger.md or docs/terms.md. */
  readonly rule: string;
  readonly code: StepCode;
  readonly amount: Money;
  /** Set for a price and for pay per item. */
  readonly quantity?: number;
  /** Price of one item, or pay per order or item. */
  readonly each?: Money;
  /** Set for a percentage. */
  readonly rateBps?: number;
  /** M8: the exact amount before rounding, as a decimal. Absent when nothing was rounded. */
  readonly exact?: string;
  /** Set for a refund. */
  readonly refund?: { readonly id: string; readonly at: string };
  /** M8: the share of what was earned that is left. */
  readonly share?: { readonly earned: Money; readonly left: Money; readonly eligible: Money };
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
  steps.push({ rule: "M7", code: "eligible", amount: money(line.netMinor) });
  if (terms === null) return steps;
  if (!line.counts) {
    steps.push({ rule: "M7", code: "excluded", amount: money(0n) });
    return steps;
  }
  if (line.remainingNetMinor !== line.netMinor) {
    for (const { refund, minor } of taken) {
      const what = refund === null ? { code: "edits" as const } : { code: "refund" as const, refund };
      steps.push({ rule: "M9", ...what, amount: money(-minor) });
    }
    steps.push({ rule: "M9", code: "left", amount: money(line.remainingNetMinor) });
  }
  steps.push({
    rule: pay?.kind === "per-item" ? "T5" : "M8",
    ...earnedStep(pay, line, facts.currency),
    amount: money(line.uncappedMinor),
  });
  if (line.commissionMinor !== line.uncappedMinor) {
    const code = cap === "T8" ? "cap-order" : "cap-affiliate";
    steps.push({ rule: cap, code, amount: money(line.commissionMinor) });
  }
  if (line.currentMinor !== line.commissionMinor) {
    const amount = money(line.currentMinor);
    steps.push({ rule: "M9", code: "current", ...currentValues(pay, line, facts.currency), amount });
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

function stepsToBase(line: LineFacts, facts: OrderFacts, terms: ProgramTerms | null): Step[] {
  const money = (minor: bigint): Money => ({ minor, currency: facts.currency });
  const { quantity, priceMinor, discountMinor, taxMinor } = line;
  const gross = money(priceMinor * BigInt(quantity));
  const steps: Step[] = [{ rule: "M7", code: "price", quantity, each: money(priceMinor), amount: gross }];
  if (discountMinor !== 0n && terms?.base.beforeDiscounts === true) {
    steps.push({ rule: "T7", code: "discounts-kept", amount: money(0n) });
  } else if (discountMinor !== 0n) {
    steps.push({ rule: "M7", code: "discounts", amount: money(-discountMinor) });
  }
  const countsTax = terms?.base.tax === true;
  if (facts.taxesIncluded && !countsTax && taxMinor !== 0n) {
    steps.push({ rule: "M7", code: "tax-out", amount: money(-taxMinor) });
  }
  if (!facts.taxesIncluded && countsTax && taxMinor !== 0n) {
    steps.push({ rule: "M7", code: "tax-in", amount: money(taxMinor) });
  }
  return steps;
}

type EarnedStep = Pick<Step, "code" | "quantity" | "rateBps" | "each" | "exact">;

function earnedStep(pay: FlatPay | null, line: EvaluatedLine, currency: string): EarnedStep {
  if (pay?.kind === "percentage") {
    return { code: "commission-rate", rateBps: pay.rateBps, ...exactOf(pay, line.netMinor, currency) };
  }
  if (pay?.kind === "fixed") return { code: "commission-fixed", each: pay.amount };
  if (pay?.kind === "per-item") return { code: "commission-item", quantity: line.quantity, each: pay.amount };
  return { code: "commission" };
}

/**
 * Values that show how the current commission follows from what is left of the line, when it does. A canceled order's
 * commission is zero whatever is left.
 */
function currentValues(
  pay: FlatPay | null,
  line: EvaluatedLine,
  currency: string,
): Pick<Step, "rateBps" | "exact" | "share"> {
  const { netMinor, remainingNetMinor: left, commissionMinor, currentMinor } = line;
  const money = (minor: bigint): Money => ({ minor, currency });
  const isCapped = commissionMinor !== line.uncappedMinor;
  if (pay?.kind === "percentage" && !isCapped && portion(left, pay.rateBps) === currentMinor) {
    return { rateBps: pay.rateBps, ...exactOf(pay, left, currency) };
  }
  if (netMinor > 0n && left > 0n && scale(commissionMinor, left, netMinor) === currentMinor) {
    return { share: { earned: money(commissionMinor), left: money(left), eligible: money(netMinor) } };
  }
  return {};
}

/** M8: the exact product before rounding. Empty when nothing is rounded. */
function exactOf(pay: { rateBps: number }, baseMinor: bigint, currency: string): { exact?: string } {
  const product = baseMinor * BigInt(pay.rateBps);
  if (product % BigInt(WHOLE_BPS) === 0n) return {};
  const exponent = exponentOf(currency) + 4;
  const digits = product.toString().padStart(exponent + 1, "0");
  return { exact: `${digits.slice(0, -exponent)}.${digits.slice(-exponent).replace(/0+$/, "")}` };
}

/**
 * Amount by which a refund, or (null) the edits before all refunds, reduced a charge's eligible amount. Minor
 * units.
 */
export type Reversal = {
  readonly refund: { readonly id: string; readonly at: string } | null;
  readonly minor: bigint;
};

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
  const refunds = refundsInOrder(facts).map(({ id, createdAt: at }) => ({ id, at }));
  for (const [place, refund] of [null, ...refunds].entries()) {
    const remaining = remainingOf(charges, facts, place);
    for (const charge of charges) {
      const left = baseLeft(charge, remaining.get(charge.id) ?? nothingLeft, terms);
      const minor = (before.get(charge.id) ?? left) - left;
      before.set(charge.id, left);
      if (minor !== 0n) taken.set(charge.id, [...(taken.get(charge.id) ?? []), { refund, minor }]);
    }
  }
  return taken;
}
