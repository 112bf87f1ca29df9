import { type Attribution, subIdOf } from "./attribution.ts";
import {
  type Charge,
  type ChargeKind,
  lineOfId,
  netSalesOf,
  type Remaining,
  type OrderCharges,
  orderChargesOf,
} from "./charges.ts";
import { type CutLine, inputsBeforeCut, noProgress, type Progress, type StoredInputs } from "./inputs.ts";
import type { LineFacts, OrderFacts } from "./order.ts";
import type { ReasonCode } from "./reasons.ts";
import {
  affiliateRoom,
  baseLeft,
  baseOf,
  counts,
  earn,
  fixedShares,
  flatPay,
  limit,
  nothing,
  type PaidCharge,
  type PaidLine,
} from "./terms/pay.ts";
import { holds, type OrderView } from "./terms/match.ts";
import { defaultBase, fallbackKey, type Pay, type ProgramTerms } from "./terms/terms.ts";

export type EvaluationInput = {
  /** Terms of the version that the attribution chose; null when nobody is credited. */
  readonly terms: ProgramTerms | null;
  readonly facts: OrderFacts;
  readonly attribution: Attribution;
  /** Result of the first evaluation. Null when this is the first. */
  readonly inputs: StoredInputs | null;
  /** Facts from other orders, for the first evaluation (M5). Absent for none. */
  readonly progress?: Progress;
  /** Charges of the facts, for callers that evaluate several terms and calculate them once. */
  readonly sold?: OrderCharges;
};

export type EvaluatedLine = {
  /** The platform's line id, or `shipping:<id>`, `tip` or `duties` for other charges. */
  readonly lineId: string;
  readonly kind: ChargeKind;
  readonly title: string;
  /** False when the terms exclude the charge. Its commission is then zero. */
  readonly counts: boolean;
  /** The rule that pays. Null for the fallback and for excluded charges. */
  readonly ruleId: string | null;
  /** Pieces as sold. Zero for charges without a quantity. */
  readonly quantity: number;
  /** Eligible amount as sold, and after refunds and removals. */
  readonly netMinor: bigint;
  readonly remainingNetMinor: bigint;
  /** Amount that the pay alone would earn, before caps. */
  readonly uncappedMinor: bigint;
  /** Commission as earned, and after refunds. */
  readonly commissionMinor: bigint;
  readonly currentMinor: bigint;
};

export type Evaluation = {
  readonly currency: string;
  /** Earned by the order and its edits, before refunds. */
  readonly originalMinor: bigint;
  /** Amount that the ledger should have now: between zero and `originalMinor` (M9). */
  readonly currentMinor: bigint;
  /** Eligible amount as sold, and after refunds and removals. */
  readonly baseMinor: bigint;
  readonly remainingBaseMinor: bigint;
  readonly lines: readonly EvaluatedLine[];
  /** Set whenever the current commission is zero: every order has a commission or a reason. */
  readonly uncreditedReason: ReasonCode | null;
  readonly inputs: StoredInputs;
};

/**
 * Calculates what an order earns under frozen terms and what is left of it. Live processing, re-processing,
 * backtests and previews all call this function. It reads no clock, no database and no other order (M5).
 * @throws InstantFormatError when the facts hold an instant that no parser of the app produced
 */
export function evaluate(input: EvaluationInput): Evaluation {
  const { facts, terms, attribution } = input;
  const { charges, remaining } = input.sold ?? orderChargesOf(facts);
  const isPayable = terms !== null && attribution.winner !== null && !facts.test;
  const paid = isPayable ? payCharges(terms, charges, { input, remaining }) : null;
  const inputs = paid?.inputs ?? input.inputs ?? inputsOfNothing(input);
  const voided = voidingReason(facts);
  const lines = charges.map((charge, place) =>
    lineOf(charge, remaining.get(charge.id) ?? noneLeft, {
      terms,
      paid: paid?.lines[place] ?? null,
      isVoid: voided !== null,
    }),
  );
  const totals = totalsOf(lines);
  const uncreditedReason =
    totals.currentMinor > 0n
      ? null
      : uncreditedBecause({ ...input, ...totals, lines: linesThatCount(paid), voided });
  return {
    currency: facts.currency,
    originalMinor: totals.originalMinor,
    currentMinor: totals.currentMinor,
    baseMinor: totals.baseMinor,
    remainingBaseMinor: totals.remainingBaseMinor,
    lines,
    uncreditedReason,
    inputs,
  };
}

type Totals = Pick<Evaluation, "originalMinor" | "currentMinor" | "baseMinor" | "remainingBaseMinor">;

function totalsOf(lines: readonly EvaluatedLine[]): Totals {
  let [originalMinor, currentMinor, baseMinor, remainingBaseMinor] = [0n, 0n, 0n, 0n];
  for (const line of lines) {
    originalMinor += line.commissionMinor;
    currentMinor += line.currentMinor;
    if (!line.counts) continue;
    baseMinor += line.netMinor;
    remainingBaseMinor += line.remainingNetMinor;
  }
  return { originalMinor, currentMinor, baseMinor, remainingBaseMinor };
}

function linesThatCount(paid: PayResult | null): PaidLine[] {
  return paid?.lines.filter((line) => line !== null) ?? [];
}

const noneLeft: Remaining = { quantity: 0, netMinor: 0n, taxMinor: 0n };

/** Results of the rules for the charges, in their order; null for charges that do not count. */
type PayResult = { readonly lines: readonly (PaidLine | null)[]; readonly inputs: StoredInputs };

type PayInput = {
  readonly input: EvaluationInput;
  readonly remaining: ReadonlyMap<string, Remaining>;
};

/** T1, T5, T8: the rule that pays for each charge, its pay, and its commission after caps. */
function payCharges(
  terms: ProgramTerms,
  charges: readonly Charge[],
  { input, remaining }: PayInput,
): PayResult {
  const { facts } = input;
  const before = input.inputs ?? inputsBeforeCut(terms, facts, input.progress ?? noProgress());
  const view = viewOf(charges, input, before);
  const list: PaidCharge[] = [];
  for (const [place, charge] of charges.entries()) {
    if (!counts(charge.kind, terms.base)) continue;
    const { key, pay: chosen } = ruleFor(terms, goodsOf(charge, facts, place), view);
    list.push({
      id: charge.id,
      key,
      pay: flatPay(chosen, key, before, facts.currency),
      quantity: charge.quantity,
      baseMinor: baseOf(charge, terms.base),
      baseLeftMinor: baseLeft(charge, remaining.get(charge.id) ?? noneLeft, terms.base),
    });
  }
  const inputs = input.inputs ? before : { ...before, cut: list.map(asCut) };
  const cut = withoutAdded(inputs.cut, facts.linesAddedLater);
  const { currency } = facts;
  const shares = fixedShares(list, cut, currency);
  const uncapped = list.map((charge) => earn(charge, shares.get(charge.id) ?? null, currency));
  const limiting = { caps: terms.caps, currency, charges: list, earnings: uncapped, cut, shares, inputs };
  const room = affiliateRoom(limiting);
  const earnings = limit(limiting, room);
  let next = 0;
  const lines = charges.map((charge): PaidLine | null => {
    const line = list[next];
    if (line?.id !== charge.id) return null;
    const [uncappedMinor, earning] = [uncapped[next]?.earnedMinor ?? 0n, earnings[next] ?? nothing];
    next += 1;
    return { ...line, uncappedMinor, earning };
  });
  return { lines, inputs: input.inputs ? inputs : { ...inputs, capLeftMinor: room } };
}

function withoutAdded(cut: readonly CutLine[], added: readonly string[]): readonly CutLine[] {
  return added.length === 0 ? cut : cut.filter((line) => !added.includes(line.lineId));
}

function asCut({ id, key, baseMinor, quantity }: PaidCharge): CutLine {
  return { lineId: id, key, baseMinor, quantity };
}

/** T1: the first rule whose condition holds, or the fallback. */
function ruleFor(
  terms: ProgramTerms,
  line: LineFacts | null,
  view: OrderView,
): { readonly key: string; readonly pay: Pay } {
  const rule = terms.rules.find((one) => holds(one.when, line, view));
  return rule ? { key: rule.id, pay: rule.pay } : { key: fallbackKey, pay: terms.commission };
}

/** The line that tests about goods look at. Null for a tip, even if the platform lists it as a line (T3). */
export function goodsOf(
  charge: { readonly id: string; readonly kind: ChargeKind },
  facts: OrderFacts,
  place = 0,
): LineFacts | null {
  if (charge.kind === "tip") return null;
  return lineOfId(facts.lines, charge.id, place) ?? null;
}

type LineContext = {
  readonly terms: ProgramTerms | null;
  /** Null for a charge that the terms exclude. */
  readonly paid: PaidLine | null;
  /** True when the order as a whole earns nothing, whatever is left of its lines. */
  readonly isVoid: boolean;
};

function lineOf(charge: Charge, left: Remaining, { terms, paid, isVoid }: LineContext): EvaluatedLine {
  const base = terms?.base ?? defaultBase;
  const of = { lineId: charge.id, kind: charge.kind, title: charge.title, quantity: charge.quantity };
  if (paid === null) {
    return {
      ...of,
      counts: terms !== null && counts(charge.kind, base),
      ruleId: null,
      netMinor: baseOf(charge, base),
      remainingNetMinor: baseLeft(charge, left, base),
      uncappedMinor: 0n,
      commissionMinor: 0n,
      currentMinor: 0n,
    };
  }
  const { earnedMinor, currentMinor } = paid.earning;
  const standing = currentMinor < earnedMinor ? currentMinor : earnedMinor;
  return {
    ...of,
    counts: true,
    ruleId: paid.key === fallbackKey ? null : paid.key,
    netMinor: paid.baseMinor,
    remainingNetMinor: paid.baseLeftMinor,
    uncappedMinor: paid.uncappedMinor,
    commissionMinor: earnedMinor,
    currentMinor: isVoid ? 0n : standing,
  };
}

function inputsOfNothing({ facts }: EvaluationInput): StoredInputs {
  const { customerOrderIndex } = facts;
  return {
    customerOrderIndex,
    customerCountedBy: "store",
    cut: [],
    reached: {},
    capLeftMinor: null,
    customerOrder: null,
    affiliateTags: null,
  };
}

/** The lines of an order that earn one percentage. */
export type RatePart = { readonly rateBps: number; readonly eligibleMinor: bigint };

/**
 * The percentages of an order's commission, highest first. Empty if a fixed amount, a cap or a refund is part
 * of it, because no rate explains such a commission.
 */
export function ratePartsOf(
  { lines, inputs, currency }: Pick<Evaluation, "lines" | "inputs" | "currency">,
  { rules, commission }: ProgramTerms,
): RatePart[] {
  const eligible = new Map<number, bigint>();
  for (const line of lines.filter((one) => one.counts)) {
    const rule = rules.find((one) => one.id === line.ruleId);
    const pay = flatPay(rule?.pay ?? commission, rule?.id ?? fallbackKey, inputs, currency);
    if (line.currentMinor !== line.commissionMinor || line.commissionMinor !== line.uncappedMinor) return [];
    if (pay.kind === "percentage" && pay.rateBps > 0) {
      eligible.set(pay.rateBps, (eligible.get(pay.rateBps) ?? 0n) + line.netMinor);
    } else if (line.commissionMinor !== 0n) return [];
  }
  return [...eligible]
    .filter(([, eligibleMinor]) => eligibleMinor > 0n)
    .map(([rateBps, eligibleMinor]) => ({ rateBps, eligibleMinor }))
    .toSorted((a, b) => b.rateBps - a.rateBps);
}

/** Reason for which the whole order earns nothing, whatever its lines (M6, M9, M10). */
export function voidingReason(facts: OrderFacts): ReasonCode | null {
  if (facts.deleted) return "deleted";
  if (facts.cancelledAt !== null) return "cancelled";
  if (facts.dispute === "lost") return "dispute-lost";
  return facts.financialStatus === "refunded" ? "refunded-whole" : null;
}

type UncreditedInput = {
  readonly terms: ProgramTerms | null;
  readonly facts: OrderFacts;
  readonly attribution: Attribution;
  readonly voided: ReasonCode | null;
  /** The charges that the terms include. */
  readonly lines: readonly PaidLine[];
  readonly originalMinor: bigint;
  readonly baseMinor: bigint;
  readonly remainingBaseMinor: bigint;
};

/** The reason why an order's current commission is zero. */
function uncreditedBecause(order: UncreditedInput): ReasonCode {
  const { attribution, facts, terms, voided } = order;
  if (facts.test) return "test-order";
  if (attribution.winner === null) return attribution.reason;
  if (terms === null) return "no-terms";
  return order.originalMinor > 0n ? (voided ?? goneBecause(order)) : unearnedBecause(order);
}

/** Reason for which nothing was earned in the first place. */
function unearnedBecause(order: UncreditedInput): ReasonCode {
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

/** Reason for which nothing is left of the earned commission. */
function goneBecause({ lines, remainingBaseMinor }: UncreditedInput): ReasonCode {
  if (remainingBaseMinor === 0n) return "refunded-whole";
  const isShareLeft = lines.some((line) => line.earning.earnedMinor > 0n && line.baseLeftMinor > 0n);
  const isFixed = lines.some((line) => line.pay.kind === "fixed" && line.baseMinor > 0n);
  return isFixed && !isShareLeft ? "fixed-lines-gone" : "rounded-to-nothing";
}

function isForeign({ pay }: PaidLine, currency: string): boolean {
  return "amount" in pay && pay.amount.currency !== currency;
}

type OrderViewInput = { readonly facts: OrderFacts; readonly attribution: Attribution };

/** The order as conditions see it: as sold, regardless of later returns (T4). */
export function viewOf(
  charges: readonly Charge[],
  { facts, attribution }: OrderViewInput,
  inputs: Pick<StoredInputs, "customerOrderIndex" | "customerOrder" | "affiliateTags">,
): OrderView {
  let valueMinor = 0n;
  let pieces = 0;
  for (const charge of charges) {
    if (charge.kind !== "goods") continue;
    valueMinor += charge.netMinor;
    pieces += charge.quantity;
  }
  const evidence = attribution.winner?.evidence ?? null;
  return {
    valueMinor,
    currency: facts.currency,
    pieces,
    createdAt: facts.createdAt,
    discountCodes: facts.discountCodes,
    sourceName: facts.sourceName,
    countryCode: facts.countryCode,
    subId: evidence && subIdOf(evidence),
    catalog: facts.catalog,
    forgotten: facts.forgotten,
    customerOrderIndex: inputs.customerOrderIndex,
    customerOrder: inputs.customerOrder,
    affiliateTags: inputs.affiliateTags,
  };
}

/**
 * True when an order earns more than it sold: its net sales (M21) plus the gift cards that the terms include.
 * Fixed amounts, tax and discounts that are not deducted can cause this even though no rate exceeds 100%.
 * @throws InstantFormatError when the facts hold an instant that no parser of the app produced
 */
export function earnsMoreThanSold(facts: OrderFacts, { originalMinor, lines }: Evaluation): boolean {
  const sold = orderChargesOf(facts);
  const counted = new Set(lines.flatMap((line) => (line.counts ? [line.lineId] : [])));
  const giftCards = sold.charges.filter(({ kind, id }) => kind === "gift-card" && counted.has(id));
  const cardsMinor = giftCards.reduce((total, one) => total + one.netMinor, 0n);
  return originalMinor > netSalesOf(facts, sold).soldMinor + cardsMinor;
}
