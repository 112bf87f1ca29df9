import type { Money } from "../money.ts";
import type { Condition } from "./condition.ts";

/** Pay for a line or a whole order. Rates are basis points. See rules T1–T12 in docs/terms.md. */
export type FlatPay =
  | { readonly kind: "none" }
  | { readonly kind: "percentage"; readonly rateBps: number }
  /** Once per order, allocated over the lines that the rule pays for (M8). */
  | { readonly kind: "fixed"; readonly amount: Money }
  /** For each piece. */
  | { readonly kind: "per-item"; readonly amount: Money };

/** Days are in the shop's time zone. A rolling period ends with the order's day (T6). */
export type Period =
  | { readonly kind: "rolling"; readonly days: number }
  | { readonly kind: "calendar"; readonly unit: "month" | "quarter" | "year" }
  | { readonly kind: "ever" };

/** A number of orders or an amount of net sales that an affiliate has to reach in a program. */
export type Threshold =
  | { readonly measure: "orders"; readonly count: number }
  | { readonly measure: "sales"; readonly amount: Money };

export type TierStep = { readonly atLeast: Threshold; readonly pay: FlatPay };

/**
 * Pay that depends on what the affiliate reached in the period before this order. `below` applies until the
 * first step.
 */
export type TieredPay = {
  readonly kind: "tiered";
  readonly period: Period;
  readonly below: FlatPay;
  /** Rising thresholds, all of one measure. */
  readonly steps: readonly TierStep[];
};

export type Pay = FlatPay | TieredPay;

/** A rule. The first rule whose condition a line meets pays for that line (T1). */
export type Rule = {
  /** Unique within the terms. A rule keeps its id when it is moved or renamed. */
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  readonly pay: Pay;
};

/** Parts of the eligible amount in addition to the net of ordinary lines (M7). */
export type BaseTerms = {
  readonly shipping: boolean;
  readonly tax: boolean;
  readonly tips: boolean;
  readonly giftCards: boolean;
  readonly duties: boolean;
  /** Lines count at their price before discounts. */
  readonly beforeDiscounts: boolean;
};

export type Caps = {
  /** The most that one order earns. */
  readonly perOrder: Money | null;
  /** The most that an affiliate earns in the program within a period. */
  readonly perAffiliate: { readonly amount: Money; readonly period: Period } | null;
};

/** Paid in addition to orders when an affiliate reaches a threshold in a program (M13). */
export type Bonus = {
  /** Unique within the terms. */
  readonly id: string;
  readonly name: string;
  readonly atLeast: Threshold;
  /** Pays again at every further multiple of the threshold. */
  readonly repeats: boolean;
  readonly amount: Money;
};

/** Events at which the approval period can begin (M11). */
export const approvalStarts = ["order", "payment", "fulfilment"] as const;
export type ApprovalStart = (typeof approvalStarts)[number];

/** Ways to approve a commission after its approval period (M11): automatically, or by a person. */
export const approvalKinds = ["automatic", "manual"] as const;
export type Approval = (typeof approvalKinds)[number];

/** One version of a program's terms, frozen when it is saved. A day is 24 hours. */
export type ProgramTerms = {
  readonly rules: readonly Rule[];
  /** The fallback: pay for lines that no rule pays for. */
  readonly commission: Pay;
  readonly base: BaseTerms;
  readonly caps: Caps;
  readonly bonuses: readonly Bonus[];
  readonly windowDays: number;
  readonly approvalDays: number;
  readonly approvalFrom: ApprovalStart;
  readonly approval: Approval;
};

export const defaultBase: BaseTerms = {
  shipping: false,
  tax: false,
  tips: false,
  giftCards: false,
  duties: false,
  beforeDiscounts: false,
};

export const noCaps: Caps = { perOrder: null, perAffiliate: null };

/** Key of the fallback where rules are identified by their id. */
export const fallbackKey = "fallback";
