import type { Attribution } from "./attribution.ts";
import type { OrderFacts } from "./order.ts";
import type { ProgramTerms } from "./program.ts";
import type { ReasonCode } from "./reasons.ts";

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

/** What a line is: goods, or one of the things that terms may take in beside them (M7). */
export type LineKind = "goods" | "gift-card" | "tip" | "shipping" | "duties";

/** One step of the arithmetic of a line; `rule` is the number in docs/ledger.md. Minor units of shop money. */
export type Step = { readonly rule: string; readonly text: string; readonly amountMinor: bigint };

export type EvaluatedLine = {
  /** The platform's line id; `shipping:<id>`, `tip` and `duties` for what is no line there. */
  readonly lineId: string;
  readonly kind: LineKind;
  readonly title: string;
  /** False for what the terms leave out; its commission is then zero. */
  readonly counts: boolean;
  /** The base as sold, and what is left of it after refunds and removals. */
  readonly netMinor: bigint;
  readonly remainingNetMinor: bigint;
  /** The commission as earned, and what stands of it. */
  readonly commissionMinor: bigint;
  readonly standingMinor: bigint;
  readonly steps: readonly Step[];
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
