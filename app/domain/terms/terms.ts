import type { Money } from "../money.ts";
import type { Condition } from "./condition.ts";

/** What a line earns, or a whole order. Rates are basis points. docs/terms.md has the rules T1–T12. */
export type FlatPay =
  | { readonly kind: "none" }
  | { readonly kind: "percentage"; readonly rateBps: number }
  /** Once for an order, cut over the lines that it pays for (M8). */
  | { readonly kind: "fixed"; readonly amount: Money }
  /** For each piece. */
  | { readonly kind: "per-item"; readonly amount: Money };

/** Days are the shop's own; a rolling period ends with the order's day (T6). */
export type Period =
  | { readonly kind: "rolling"; readonly days: number }
  | { readonly kind: "calendar"; readonly unit: "month" | "quarter" | "year" }
  | { readonly kind: "ever" };

/** A number of orders or an amount of net sales, to be reached by an affiliate in a program. */
export type Threshold =
  | { readonly measure: "orders"; readonly count: number }
  | { readonly measure: "sales"; readonly amount: Money };

export type TierStep = { readonly atLeast: Threshold; readonly pay: FlatPay };

/** Pays by what the affiliate reached in the period before this order; `below` until the first step is reached. */
export type TieredPay = {
  readonly kind: "tiered";
  readonly period: Period;
  readonly below: FlatPay;
  /** Rising thresholds, all of one measure. */
  readonly steps: readonly TierStep[];
};

export type Pay = FlatPay | TieredPay;

/** One rule: of the rules in order, the first whose condition a line meets pays for that line (T1). */
export type Rule = {
  /** Unique within the terms; stays with the rule when it is moved or renamed. */
  readonly id: string;
  readonly name: string;
  readonly when: Condition;
  readonly pay: Pay;
};

/** What belongs to the base beside the net of ordinary lines (M7). */
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

/** Paid beside the orders when an affiliate reaches something in a program (M13). */
export type Bonus = {
  /** Unique within the terms. */
  readonly id: string;
  readonly name: string;
  readonly atLeast: Threshold;
  /** Pays again at every further multiple of the threshold. */
  readonly repeats: boolean;
  readonly amount: Money;
};

/** What the hold waits from (M11). */
export const holdStarts = ["order", "payment", "fulfilment"] as const;
export type HoldStart = (typeof holdStarts)[number];

/** Ways to approve a commission after its approval period (M11): the app does it, or a person. */
export const approvalKinds = ["automatic", "manual"] as const;
export type Approval = (typeof approvalKinds)[number];

/** One version of what a program pays, frozen when it is saved. Days are spans of 24 hours. */
export type ProgramTerms = {
  readonly rules: readonly Rule[];
  /** The fallback: what a line earns that no rule pays for. */
  readonly commission: Pay;
  readonly base: BaseTerms;
  readonly caps: Caps;
  readonly bonuses: readonly Bonus[];
  readonly attributionDays: number;
  readonly holdDays: number;
  readonly holdFrom: HoldStart;
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

/** Names the fallback where rules are named by their id. */
export const fallbackKey = "fallback";
