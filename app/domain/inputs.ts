import type { AttributionRules } from "./attribution.ts";
import type { OrderFacts } from "./order.ts";
import type { ProgramTerms } from "./terms/terms.ts";

/**
 * A charge as of the order's first evaluation. Fixed amounts and caps are allocated by these (M8). Minor units.
 */
export type CutLine = {
  readonly lineId: string;
  /** Id of the rule that paid for it then, or `fallback`. */
  readonly key: string;
  readonly baseMinor: bigint;
  readonly quantity: number;
};

/** Orders and net sales (minor units) that an affiliate reached in a program within a period (T6). */
export type ReachedVolume = { readonly orders: number; readonly salesMinor: bigint };

/** Number of a customer's order among those credited to the affiliate, and the time of the first. */
export type CustomerOrder = { readonly number: number; readonly firstAt: string };

/** Inputs read at the order's first evaluation and never again (M5, T10). Stored with the commission. */
export type StoredInputs = {
  /** 1 for the customer's first order, by the shop's new-customer rule. Null when unknown. */
  readonly customerOrderIndex: number | null;
  readonly customerCountedBy: AttributionRules["newCustomer"];
  readonly cut: readonly CutLine[];
  /** Keyed by rule id, or `fallback`. Only for tiered pay. */
  readonly reached: Readonly<Record<string, ReachedVolume>>;
  /**
   * Amount that the affiliate's cap left for this order, at most what its first lines earned. Null without such
   * a cap (T9).
   */
  readonly capLeftMinor: bigint | null;
  readonly customerOrder: CustomerOrder | null;
  /** The affiliate's tags when the order was created. Null when the terms don't test them. */
  readonly affiliateTags: readonly string[] | null;
};

/** Facts from other orders and the affiliate's tags, read under the affiliate's lock (M5). */
export type Progress = {
  readonly reached: Readonly<Record<string, ReachedVolume>>;
  /** Earned within the period of the affiliate's cap, before refunds. */
  readonly capUsedMinor: bigint;
  readonly customerOrderIndex: number | null;
  readonly customerCountedBy: AttributionRules["newCustomer"];
  readonly customerOrder: CustomerOrder | null;
  readonly affiliateTags: readonly string[] | null;
};

/** Progress without earlier orders, for samples and for terms that depend on one order only. */
export function noProgress(): Progress {
  return {
    reached: {},
    capUsedMinor: 0n,
    customerOrderIndex: null,
    customerCountedBy: "store",
    customerOrder: null,
    affiliateTags: null,
  };
}

/** Orders and sales reached for a rule with tiers. Zero when nothing was stored. */
export function reachedFor({ reached }: Pick<StoredInputs, "reached">, key: string): ReachedVolume {
  const nothing = { orders: 0, salesMinor: 0n };
  // A rule's id may be an inherited property name, such as "constructor".
  return Object.hasOwn(reached, key) ? (reached[key] ?? nothing) : nothing;
}

/** Inputs of an order's first evaluation. `cut` is filled in after the rules are matched. */
export function inputsBeforeCut(terms: ProgramTerms, facts: OrderFacts, progress: Progress): StoredInputs {
  const { customerCountedBy } = progress;
  // The platform counts all orders of the store. Only the app knows which ones were credited to affiliates.
  const told = customerCountedBy === "store" ? facts.customerOrderIndex : null;
  return {
    customerOrderIndex: told ?? progress.customerOrderIndex,
    customerCountedBy,
    cut: [],
    reached: progress.reached,
    capLeftMinor: capLeft(terms, facts.currency, progress),
    customerOrder: progress.customerOrder,
    affiliateTags: progress.affiliateTags,
  };
}

/**
 * True when an order's customer was new: by the stored inputs, else by the platform's count of the store's
 * orders. Null when unknown.
 */
export function wasNewCustomer(
  facts: Pick<OrderFacts, "customerOrderIndex">,
  inputs: Pick<StoredInputs, "customerOrderIndex"> | null | undefined,
): boolean | null {
  const index = inputs?.customerOrderIndex ?? facts.customerOrderIndex;
  return index === null ? null : index === 1;
}

function capLeft(terms: ProgramTerms, currency: string, progress: Progress): bigint | null {
  const cap = terms.caps.perAffiliate;
  if (cap === null || cap.amount.currency !== currency) return null;
  const left = cap.amount.minor - progress.capUsedMinor;
  return left > 0n ? left : 0n;
}
