import { type Evaluation, voidingReason } from "../commission.ts";
import type { AffiliateId } from "../ids.ts";
import type { ReferralState } from "../imports/import-kinds.ts";
import type { RowCode } from "../imports/outcomes.ts";
import type { OrderFacts } from "../order.ts";
import type { ProgramTerms } from "../terms/terms.ts";
import type { ComparisonReason, ComparisonVerdict, NamedSignal } from "./comparison.ts";
import { explainDifference, toleranceOf } from "./explain-difference.ts";
import type { ShadowSignal } from "./shadow-signal.ts";

/** A row of the previous app's export, as far as its result depends on it. */
export type ComparedRow = {
  readonly number: number;
  readonly fault: RowCode | null;
  /** The affiliate here. Null if the store has none like that. */
  readonly affiliateId: AffiliateId | null;
  readonly affiliateKey: string;
  readonly order: string;
  readonly day: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly state: ReferralState;
};

/** An order's attribution and commission as this app would have decided them. */
export type ShadowResult = {
  readonly affiliateId: AffiliateId | null;
  readonly reason: string;
  readonly signals: readonly ShadowSignal[];
  /** Null without an affiliate. */
  readonly terms: ProgramTerms | null;
  readonly evaluation: Evaluation;
};

export type ComparedOrder = {
  readonly facts: OrderFacts;
  /** The order came before shadow mode. */
  readonly isEarlier: boolean;
  /** The order is this app's, not the previous one's. */
  readonly isOwn: boolean;
  /** Null while the order waits for the platform's data. */
  readonly shadow: ShadowResult | null;
};

/** When shadow mode began: the store's day of it. Orders from before were not tracked. */
export type ComparisonStart = { readonly startDay: string };

export type ComparisonVerdicts = ReadonlyMap<number, ComparisonVerdict>;

/** Compares the rows of one order with its shadow commission, for each affiliate that the rows name. */
export function compareOrder(
  rows: readonly ComparedRow[],
  order: ComparedOrder | null,
  start: ComparisonStart,
): ComparisonVerdicts {
  const verdicts = new Map<number, ComparisonVerdict>();
  const open: ComparedRow[] = [];
  for (const row of rows) {
    const reason = uncomparedBecause(row, order, start);
    if (reason !== null) verdicts.set(row.number, uncompared(reason));
    else if (order === null) verdicts.set(row.number, missingOrder(row));
    else open.push(row);
  }
  if (order?.shadow) {
    const whose = ({ affiliateId, affiliateKey }: ComparedRow) => affiliateId ?? affiliateKey;
    for (const group of Map.groupBy(open, whose).values()) {
      compareGroup(group, { ...order, shadow: order.shadow }, verdicts);
    }
  }
  return verdicts;
}

const uncompared = (reason: ComparisonReason): ComparisonVerdict => ({
  finding: "not_compared",
  reason,
  hereMinor: null,
  differenceMinor: null,
});

function uncomparedBecause(
  { fault, order: named, day, currency }: ComparedRow,
  order: ComparedOrder | null,
  { startDay }: ComparisonStart,
): ComparisonReason | null {
  if (fault !== null) return { code: "cell", what: fault };
  if (named === "") return { code: "no_order" };
  if (order === null) {
    if (day === null) return { code: "order_unknown" };
    // The first day is tracked in part, and the file's days are of an unknown time zone.
    return day <= startDay ? { code: "before_start", day: startDay } : null;
  }
  if (order.isEarlier) return { code: "before_start", day: startDay };
  if (order.isOwn) return { code: "order_own" };
  if (order.shadow === null) return { code: "order_waits" };
  return currency === order.facts.currency
    ? null
    : { code: "order_currency", currency: order.facts.currency };
}

/** The store has no such order. */
function missingOrder({ amountMinor, state }: ComparedRow): ComparisonVerdict {
  const thereMinor = state === "denied" ? 0n : amountMinor;
  const reason: ComparisonReason = { code: "order_unknown" };
  if (thereMinor <= 0n) return uncompared(reason);
  return { finding: "missing_here", reason, hereMinor: 0n, differenceMinor: -thereMinor };
}

type JudgedOrder = ComparedOrder & { readonly shadow: ShadowResult };

/** Rows of one affiliate are one amount, because most systems write a refund as a row of its own. */
function compareGroup(
  group: readonly ComparedRow[],
  order: JudgedOrder,
  verdicts: Map<number, ComparisonVerdict>,
): void {
  const live = group.filter(({ state }) => state !== "denied");
  const main =
    live.find(({ amountMinor }) => amountMinor >= 0n) ?? group.find(({ state }) => state === "denied");
  for (const row of group) {
    if (main === undefined) verdicts.set(row.number, uncompared({ code: "commission_missing" }));
    else if (row !== main) verdicts.set(row.number, uncompared({ code: "counted_with", row: main.number }));
  }
  if (main === undefined) return;
  const thereMinor = live.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  verdicts.set(
    main.number,
    compareAmounts(order, { affiliateId: main.affiliateId, thereMinor, isDenied: live.length === 0 }),
  );
}

type ThereAmount = {
  readonly affiliateId: AffiliateId | null;
  readonly thereMinor: bigint;
  /** The previous app gave nothing by a person's decision. */
  readonly isDenied: boolean;
};

function compareAmounts({ facts, shadow }: JudgedOrder, there: ThereAmount): ComparisonVerdict {
  const { affiliateId, thereMinor, isDenied } = there;
  const isMine = affiliateId !== null && affiliateId === shadow.affiliateId;
  const hereMinor = isMine ? shadow.evaluation.currentMinor : 0n;
  const amounts = { hereMinor, differenceMinor: hereMinor - thereMinor };
  const same = sameBecause(amounts, shadow);
  if (same !== null) return { finding: "same", reason: same, ...amounts };
  if (thereMinor <= 0n) {
    const signal = winningSignal(shadow);
    const reason: ComparisonReason = isDenied ? { code: "denied_there" } : { code: "not_in_file", signal };
    return { finding: hereMinor > 0n ? "missing_there" : "more", reason, ...amounts };
  }
  if (!isMine) return { finding: "missing_here", reason: missingBecause(shadow, affiliateId), ...amounts };
  const finding = hereMinor < thereMinor ? "less" : "more";
  return { finding, reason: differsBecause(facts, shadow, thereMinor), ...amounts };
}

type Amounts = { readonly hereMinor: bigint; readonly differenceMinor: bigint };

/** Why two amounts count as the same. Null for others. */
function sameBecause(
  { hereMinor, differenceMinor }: Amounts,
  { evaluation }: ShadowResult,
): ComparisonReason | null {
  if (differenceMinor === 0n) return { code: "as_there" };
  const tolerance = toleranceOf(evaluation);
  const isRounding = differenceMinor <= tolerance && differenceMinor >= -tolerance;
  const isBoth = hereMinor > 0n && hereMinor > differenceMinor;
  return isBoth && isRounding ? { code: "within_rounding", lines: Number(tolerance) } : null;
}

/** Why the affiliate of both apps gets another amount here. */
function differsBecause(
  facts: OrderFacts,
  { evaluation, terms, reason }: ShadowResult,
  thereMinor: bigint,
): ComparisonReason {
  const { currentMinor, originalMinor: earnedMinor } = evaluation;
  if (currentMinor === 0n) {
    return { code: "earns_nothing", reason: voidingReason(facts) ?? reason, earnedMinor };
  }
  return terms === null ? { code: "amount" } : explainDifference({ facts, terms, evaluation, thereMinor });
}

/** Why an affiliate gets nothing here for an order that the previous app gives them. */
function missingBecause(shadow: ShadowResult, affiliateId: AffiliateId | null): ComparisonReason {
  if (affiliateId === null) return { code: "affiliate_unknown" };
  const own = shadow.signals.find((one) => one.affiliateId === affiliateId);
  if (shadow.affiliateId !== null) {
    return {
      code: "other_affiliate",
      affiliateId: shadow.affiliateId,
      signal: winningSignal(shadow),
      own: own ? { kind: own.kind, name: own.name, reason: own.reason } : null,
    };
  }
  return own
    ? { code: "signal_fails", signal: { kind: own.kind, name: own.name }, reason: own.reason }
    : { code: "no_signal" };
}

/** The signal that decided here. */
export function winningSignal({ signals }: Pick<ShadowResult, "signals">): NamedSignal | null {
  const won = signals.find((one) => one.won);
  return won ? { kind: won.kind, name: won.name } : null;
}

/** An order that earns something here and for which the file gives this affiliate nothing. */
export function missingThere(
  shadow: Pick<ShadowResult, "signals"> & { readonly currentMinor: bigint },
  isInFile: boolean,
): ComparisonVerdict {
  const { currentMinor: hereMinor } = shadow;
  const signal = winningSignal(shadow);
  const reason: ComparisonReason = isInFile
    ? { code: "other_in_file", signal }
    : { code: "not_in_file", signal };
  return { finding: "missing_there", reason, hereMinor, differenceMinor: hereMinor };
}
