import type { RowCode } from "./outcomes.ts";

/** Ways to decide about a row. */
export const decisionActions = ["skip", "import", "assign", "merge", "create", "move"] as const;
export type DecisionAction = (typeof decisionActions)[number];

/** Codes of rows that a person decides about, with the ways to decide. */
export const actionsOf = {
  /** Another affiliate gets the amount or the customer. */
  affiliate_unknown: ["assign", "skip"],
  /** Imports it although the system's other file may have the same money. */
  other_file_imported: ["import", "skip"],
  /** Imports it although another file had the same amount of the affiliate for the order. */
  order_imported: ["import", "skip"],
  /** Imports it although the store has no such order, whose refunds could lower the amount. */
  order_unknown: ["import", "skip"],
  /** Opens a balance in a currency that is not the store's. */
  currency_foreign: ["import", "skip"],
  /** Imports it as an order from before the store went live (M25). */
  order_time_unclear: ["import", "skip"],
  /** Imports it in one of its two currencies. */
  currency_differs: ["import", "skip"],
  /** Adds its codes, links and tags to the person of the earlier row. */
  email_repeated: ["merge", "skip"],
  /** Adds them to the affiliate who has its id, code or link, or creates another affiliate. */
  affiliate_similar: ["merge", "create", "skip"],
  /** Moves the customer from the affiliate who has them. */
  customer_taken: ["move", "skip"],
} as const satisfies Partial<Record<RowCode, readonly DecisionAction[]>>;

export type DecidableCode = keyof typeof actionsOf;
export const decidableCodes = Object.keys(actionsOf) as DecidableCode[];

export type RowDecision = {
  readonly action: DecisionAction;
  /** The affiliate of `assign`. */
  readonly affiliateId?: string | undefined;
  /** The currency of `import`, if the row has two. */
  readonly currency?: string | undefined;
};

/** Decisions by `decisionKey`. */
export type Decisions = Readonly<Record<string, RowDecision>>;

/** Stands for all rows with a code. */
export const allRows = "*";

/**
 * Rows with the same code and subject are decided together: a row's number, an order, a currency, or the person who is
 * unknown.
 */
export const decisionKey = (code: DecidableCode, subject: string | number): string => `${code}:${subject}`;

/** The code of a key. Null for a text that is none. */
export function codeOfKey(key: string): DecidableCode | null {
  const [code = ""] = key.split(":", 1);
  return decidableCodes.find((one) => one === code) ?? null;
}

/** The decision about a row, or about all with its code. */
export function decisionFor(decisions: Decisions, key: string): RowDecision | null {
  if (Object.hasOwn(decisions, key)) return decisions[key] ?? null;
  const code = codeOfKey(key);
  return (code && decisions[decisionKey(code, allRows)]) ?? null;
}

/** True for a way to decide about rows with this key. All unknown affiliates can't be one. */
export function isPossible(key: string, { action, affiliateId, currency }: RowDecision): boolean {
  const code = codeOfKey(key);
  if (code === null || !(actionsOf[code] as readonly DecisionAction[]).includes(action)) return false;
  const isForAll = key === decisionKey(code, allRows);
  if (action === "assign") return affiliateId !== undefined && !isForAll;
  return code !== "currency_differs" || action === "skip" || (currency !== undefined && !isForAll);
}
