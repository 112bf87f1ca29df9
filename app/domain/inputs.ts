import type { AttributionRules } from "./attribution.ts";
import type { OrderFacts } from "./order.ts";
import { fromPlain } from "./plain.ts";
import { fallbackKey, type ProgramTerms } from "./terms/terms.ts";

/** A charge as the order was first heard of, by which fixed amounts and caps are cut (M8). Minor units. */
export type CutLine = {
  readonly lineId: string;
  /** The rule that paid for it then, or `fallback`. */
  readonly key: string;
  readonly baseMinor: bigint;
  readonly quantity: number;
};

/** What an affiliate had reached in a program within a period (T6). Net sales in minor units. */
export type Reached = { readonly orders: number; readonly salesMinor: bigint };

/** The how-maniest order of a customer that an affiliate was credited with, and when the first was placed. */
export type CustomerOrder = { readonly number: number; readonly firstAt: string };

/** What was learnt when the order was first evaluated and is never read again (M5, T10). Kept with the commission. */
export type StoredInputs = {
  /** 1 for the customer's first order, as the shop counts new customers; null where nobody knows. */
  readonly customerOrderIndex: number | null;
  readonly customerCountedBy: AttributionRules["newCustomer"];
  readonly cut: readonly CutLine[];
  /** By rule id, or `fallback`; only for pays with tiers. */
  readonly reached: Readonly<Record<string, Reached>>;
  /** What was left of the affiliate's cap, at most what the order's first lines earned; null without such a cap (T9). */
  readonly capLeftMinor: bigint | null;
  readonly customerOrder: CustomerOrder | null;
  /** The affiliate's tags when the order was created; null where the terms don't ask for them. */
  readonly affiliateTags: readonly string[] | null;
};

/** Facts from other orders and the affiliate's tags, read under the affiliate's lock (M5). */
export type Progress = {
  readonly reached: Readonly<Record<string, Reached>>;
  /** Earned within the period of the affiliate's cap, refunds not taken off. */
  readonly capUsedMinor: bigint;
  readonly customerOrderIndex: number | null;
  readonly customerCountedBy: AttributionRules["newCustomer"];
  readonly customerOrder: CustomerOrder | null;
  readonly affiliateTags: readonly string[] | null;
};

/** No other order at all: for samples, and for terms that look at one order only. */
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

/** What had been reached for a pay with tiers, by its rule's id; nothing where it was never asked. */
export function reachedFor({ reached }: Pick<StoredInputs, "reached">, key: string): Reached {
  const nothing = { orders: 0, salesMinor: 0n };
  // A rule may be named as what every object inherits is: "constructor".
  return Object.hasOwn(reached, key) ? (reached[key] ?? nothing) : nothing;
}

/** The inputs of an order that is evaluated for the first time; its cut comes when the rules have been matched. */
export function inputsBeforeCut(terms: ProgramTerms, facts: OrderFacts, progress: Progress): StoredInputs {
  const { customerCountedBy } = progress;
  // The platform counts the store's orders; which of them affiliates are credited with only the app knows.
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
 * Whether an order's customer was new: as its decision found once and for all, by what the shop counts as new; where no
 * terms asked, as the platform says of the store's orders. Null where nobody knows.
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

type KeptInputs = Partial<StoredInputs> & {
  /** How a fixed amount was cut before there were rules. */
  readonly shares?: readonly { readonly lineId: string; readonly baseMinor: bigint }[] | null;
};

const nothingKept = {
  customerOrderIndex: null,
  customerCountedBy: "store",
  reached: {},
  capLeftMinor: null,
  customerOrder: null,
  affiliateTags: null,
} as const;

/** Inputs as the database keeps them, those of older versions included. */
export function readInputs(plain: unknown): StoredInputs {
  const { shares, ...kept } = fromPlain<KeptInputs>(plain);
  const cut = (shares ?? []).map(({ lineId, baseMinor }) => {
    return { lineId, key: fallbackKey, baseMinor, quantity: 0 };
  });
  return { ...nothingKept, cut, ...kept };
}
