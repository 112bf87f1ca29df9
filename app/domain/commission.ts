import { allocate, type Weight } from "./allocate.ts";
import type { Attribution } from "./attribution.ts";
import { type Charge, type ChargeKind, chargesOf } from "./charges.ts";
import type { OrderFacts } from "./order.ts";
import type { BaseTerms, ProgramTerms } from "./program.ts";
import { portion, scale } from "./rate.ts";
import type { ReasonCode } from "./reasons.ts";
import { type Remaining, remainingOf } from "./remaining.ts";

/**
 * What was learnt when the order was first evaluated and is never read again (M5): a fixed amount's shares stay as
 * they were first cut (M8). Kept with the commission and handed back to every later evaluation.
 */
export type StoredInputs = {
  readonly customerOrderIndex: number | null;
  readonly shares: readonly FrozenShare[] | null;
};

/** One line's share of a fixed amount, and the base it was cut by. Minor units of shop money. */
export type FrozenShare = {
  readonly lineId: string;
  readonly allocatedMinor: bigint;
  readonly baseMinor: bigint;
};

export type EvaluationInput = {
  /** Of the version that the attribution chose; null when nobody is credited. */
  readonly terms: ProgramTerms | null;
  readonly facts: OrderFacts;
  readonly attribution: Attribution;
  /** Null the first time; after that what the first evaluation answered. */
  readonly inputs: StoredInputs | null;
};

export type EvaluatedLine = {
  /** The platform's line id; `shipping:<id>`, `tip` and `duties` for what is no line there. */
  readonly lineId: string;
  readonly kind: ChargeKind;
  readonly title: string;
  /** False for what the terms leave out; its commission is then zero. */
  readonly counts: boolean;
  /** The base as sold, and what is left of it after refunds and removals. */
  readonly netMinor: bigint;
  readonly remainingNetMinor: bigint;
  /** The commission as earned, and what stands of it. */
  readonly commissionMinor: bigint;
  readonly standingMinor: bigint;
};

export type Evaluation = {
  readonly currency: string;
  /** Earned by the order and its edits, before refunds. */
  readonly originalMinor: bigint;
  /** What should stand in the ledger now: between zero and `originalMinor` (M9). */
  readonly standingMinor: bigint;
  /** The base of everything that counts, as sold and as left. */
  readonly baseMinor: bigint;
  readonly remainingBaseMinor: bigint;
  readonly lines: readonly EvaluatedLine[];
  /** Set whenever nothing stands: no order is without a commission or a reason. */
  readonly uncreditedReason: ReasonCode | null;
  readonly inputs: StoredInputs;
};

/**
 * The one formula: what an order earns under frozen terms, and what stands of it now. Live processing, re-processing
 * and every preview call it; it knows no clock, no database and no other order (M5).
 * @throws InstantFormatError for facts that no reader of ours made.
 */
export function evaluate(input: EvaluationInput): Evaluation {
  const { facts, terms } = input;
  const charges = chargesOf(facts);
  const remaining = remainingOf(charges, facts);
  const payable = terms === null || input.attribution.winner === null || facts.test ? null : terms;
  const shares = payable === null ? null : sharesOf(payable, charges, input);
  const inputs = {
    customerOrderIndex: input.inputs?.customerOrderIndex ?? facts.customerOrderIndex,
    shares: shares ?? input.inputs?.shares ?? null,
  };
  const voided = voidingReason(facts);
  const judging = { terms, payable, shares, voided };
  const lines = charges.map((charge) =>
    evaluateCharge(charge, remaining.get(charge.id) ?? noneLeft, judging),
  );
  const counting = lines.filter((line) => line.counts);
  const totals = {
    originalMinor: sumOf(lines, (line) => line.commissionMinor),
    standingMinor: sumOf(lines, (line) => line.standingMinor),
    baseMinor: sumOf(counting, (line) => line.netMinor),
    remainingBaseMinor: sumOf(counting, (line) => line.remainingNetMinor),
  };
  const uncreditedReason =
    totals.standingMinor > 0n ? null : reasonForNothing(input, { ...totals, lines }, voided);
  return { currency: facts.currency, ...totals, lines, uncreditedReason, inputs };
}

/** M7: which term takes a kind of charge into the base; goods always count. */
const termOf: Record<Exclude<ChargeKind, "goods">, keyof BaseTerms> = {
  "gift-card": "giftCards",
  tip: "tips",
  shipping: "shipping",
  duties: "duties",
};

function counts(kind: ChargeKind, terms: ProgramTerms): boolean {
  return kind === "goods" || terms.base[termOf[kind]];
}

type Totals = Pick<Evaluation, "lines" | "baseMinor" | "remainingBaseMinor">;
const noneLeft: Remaining = { netMinor: 0n, taxMinor: 0n };

/**
 * M8: a fixed amount is cut once over what the order first held, and the shares are kept from then on. A line that
 * proves only afterwards to have been added by an edit gives its share to the others, by the bases of the first cut.
 */
function sharesOf(
  terms: ProgramTerms,
  charges: readonly Charge[],
  { facts, inputs }: EvaluationInput,
): readonly FrozenShare[] | null {
  if (terms.commission.kind !== "fixed" || terms.commission.amount.currency !== facts.currency) return null;
  const later = new Set(facts.linesAddedLater);
  const kept = inputs?.shares ?? null;
  if (kept !== null && !kept.some((share) => later.has(share.lineId))) return kept;
  const first =
    kept?.map((share) => ({ id: share.lineId, weight: share.baseMinor })) ??
    charges
      .filter((charge) => counts(charge.kind, terms))
      .map((charge) => ({ id: charge.id, weight: baseOf(charge, terms) }));
  return cutShares(
    terms.commission.amount.minor,
    first.filter((part) => !later.has(part.id)),
  );
}

function cutShares(amountMinor: bigint, parts: readonly Weight[]): readonly FrozenShare[] {
  if (parts.every((part) => part.weight === 0n)) return [];
  const shares = allocate(amountMinor, parts);
  return parts.map(({ id, weight }) => ({
    lineId: id,
    allocatedMinor: shares.get(id) ?? 0n,
    baseMinor: weight,
  }));
}

type Judging = {
  readonly terms: ProgramTerms | null;
  /** The terms again, or null when nothing of this order can earn. */
  readonly payable: ProgramTerms | null;
  readonly shares: readonly FrozenShare[] | null;
  /** Why nothing of the order stands, whatever is left of its lines. */
  readonly voided: ReasonCode | null;
};

function evaluateCharge(charge: Charge, left: Remaining, judging: Judging): EvaluatedLine {
  const { terms, payable, shares } = judging;
  const isIn = terms !== null && counts(charge.kind, terms);
  const netMinor = baseOf(charge, terms);
  const remainingNetMinor = baseOf(left, terms);
  const share = shares?.find((one) => one.lineId === charge.id) ?? null;
  const earned = (baseMinor: bigint): bigint =>
    payable === null || !isIn ? 0n : earnedOn(baseMinor, payable, share);
  const commissionMinor = share === null ? earned(netMinor) : share.allocatedMinor;
  const standing = judging.voided === null ? earned(remainingNetMinor) : 0n;
  return {
    lineId: charge.id,
    kind: charge.kind,
    title: charge.title,
    counts: isIn,
    netMinor,
    remainingNetMinor,
    commissionMinor,
    standingMinor: standing < commissionMinor ? standing : commissionMinor,
  };
}

/** M8: a rate rounds per line; a share of a fixed amount shrinks with what is left of its line. */
function earnedOn(baseMinor: bigint, terms: ProgramTerms, share: FrozenShare | null): bigint {
  if (terms.commission.kind === "percentage") return portion(baseMinor, terms.commission.rateBps);
  if (share === null || share.baseMinor === 0n) return 0n;
  return scale(share.allocatedMinor, baseMinor, share.baseMinor);
}

/** M7: net, and tax with it where the terms take tax in. */
function baseOf(part: Remaining, terms: ProgramTerms | null): bigint {
  return terms?.base.tax === true ? part.netMinor + part.taxMinor : part.netMinor;
}

/** What makes the whole order stand at zero, whatever its lines say (M6, M9, M10). */
function voidingReason(facts: OrderFacts): ReasonCode | null {
  if (facts.deleted) return "deleted";
  if (facts.cancelledAt !== null) return "cancelled";
  if (facts.dispute === "lost") return "dispute-lost";
  return facts.financialStatus === "refunded" ? "refunded-whole" : null;
}

function reasonForNothing(input: EvaluationInput, totals: Totals, voided: ReasonCode | null): ReasonCode {
  const { attribution, facts, terms } = input;
  if (facts.test) return "test-order";
  if (attribution.winner === null) return attribution.reason;
  if (terms === null) return "no-terms";
  const { commission } = terms;
  if (commission.kind === "fixed" && commission.amount.currency !== facts.currency) {
    return "fixed-amount-other-currency";
  }
  if (voided !== null) return voided;
  if (totals.baseMinor === 0n) return "nothing-commissionable";
  if (totals.remainingBaseMinor === 0n) return "refunded-whole";
  const isShareLeft = totals.lines.some((line) => line.commissionMinor > 0n && line.remainingNetMinor > 0n);
  return commission.kind === "fixed" && !isShareLeft ? "fixed-lines-gone" : "rounded-to-nothing";
}

function sumOf(lines: readonly EvaluatedLine[], of: (line: EvaluatedLine) => bigint): bigint {
  return lines.reduce((total, line) => total + of(line), 0n);
}
