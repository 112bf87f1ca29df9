/**
 * M21: credited orders with a click ÷ daily unique visitors, as a ratio (0.125 is 12.5%) with four decimals,
 * as screens show it. 0 without visitors.
 */
export function conversionRate(clickOrders: number, visitors: number): number {
  if (visitors <= 0 || clickOrders <= 0) return 0;
  return Number((clickOrders / visitors).toFixed(4));
}

/** Setup steps of a new shop up to its first sale, in order. */
export const setupStepIds = [
  "create-program",
  "activate-program",
  "switch-on-embed",
  "invite",
  "share-link",
  "first-sale",
] as const;
export type SetupStepId = (typeof setupStepIds)[number];
export type SetupStep = { readonly id: SetupStepId; readonly done: boolean };

export type SetupFacts = {
  /** Programs that exist or existed. */
  readonly programs: number;
  /** Programs that are no longer drafts. */
  readonly startedPrograms: number;
  /** True if something arrived that only the theme's app embed sends. */
  readonly embedSeen: boolean;
  readonly affiliates: number;
  readonly clicks: number;
  readonly orders: number;
  /** True if a test order would be credited to an affiliate. */
  readonly testOrder: boolean;
};

/**
 * Setup steps with their states. A later step proves the earlier ones: a sale without a counted click was
 * shared too. A test order counts as a sale, because a development store has no others.
 */
export function setupSteps(facts: SetupFacts): SetupStep[] {
  const sold = facts.orders > 0 || facts.testOrder;
  const done: Record<SetupStepId, boolean> = {
    "create-program": facts.programs > 0,
    "activate-program": facts.startedPrograms > 0,
    "switch-on-embed": facts.embedSeen,
    invite: facts.affiliates > 0,
    "share-link": facts.clicks > 0 || sold,
    "first-sale": sold,
  };
  return setupStepIds.map((id) => ({ id, done: done[id] }));
}

/** Limit of the counts of open tasks. An exact number beyond it helps nobody and costs more. */
export const toDoCountedTo = { flags: 1000, commissions: 1000, payable: 10_000 } as const;
