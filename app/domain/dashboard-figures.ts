/**
 * M21: credited orders with a click ÷ daily unique visitors, as a ratio (0.125 is 12.5%) with four decimals,
 * as screens show it. 0 without visitors and orders. Null if there are more orders than visitors: repeat purchases
 * and blocked tracking make the ratio meaningless.
 */
export function conversionRate(clickOrders: number, visitors: number): number | null {
  if (clickOrders > visitors) return null;
  if (visitors <= 0 || clickOrders <= 0) return 0;
  return Number((clickOrders / visitors).toFixed(4));
}

/** Setup steps of a new shop up to its first sale, in order. */
export const setupStepIds = ["program", "invite", "tracking", "sale"] as const;
export type SetupStepId = (typeof setupStepIds)[number];
export type SetupStep = { readonly id: SetupStepId; readonly done: boolean };

export type SetupFacts = {
  /** Programs that are no longer drafts. */
  readonly startedPrograms: number;
  /** Invited affiliates and those who applied. */
  readonly affiliates: number;
  /** True if something arrived that only the theme's app embed sends. */
  readonly embedSeen: boolean;
  readonly orders: number;
  /** True if a test order would be credited to an affiliate. */
  readonly testOrder: boolean;
};

/** Setup steps with their states. A test order counts as a sale, because a development store has no others. */
export function setupSteps(facts: SetupFacts): SetupStep[] {
  const done: Record<SetupStepId, boolean> = {
    program: facts.startedPrograms > 0,
    invite: facts.affiliates > 0,
    tracking: facts.embedSeen,
    sale: facts.orders > 0 || facts.testOrder,
  };
  return setupStepIds.map((id) => ({ id, done: done[id] }));
}

/** With more sales than this, a shop needs no setup guide. */
export const guidedSales = 20;

/** Limit of the counts of open tasks. An exact number beyond it helps nobody and costs more. */
export const toDoCountedTo = 1000;

/** Lists of best values. The dashboard shows one of them. */
export const topLists = ["affiliates", "programs", "products", "pages", "codes"] as const;
export type TopList = (typeof topLists)[number];
