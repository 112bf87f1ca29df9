/**
 * M21: credited orders that have a click ÷ daily unique visitors, as a ratio (0.125 is 12.5 %); 0 without visitors.
 * Four decimals, which is what a screen shows of it.
 */
export function conversionRate(clickOrders: number, visitors: number): number {
  if (visitors <= 0 || clickOrders <= 0) return 0;
  return Number((clickOrders / visitors).toFixed(4));
}

/** The way of a new shop to its first sale, in order. */
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
  /** Programs that are or were there. */
  readonly programs: number;
  /** Programs that have left the state of a draft. */
  readonly startedPrograms: number;
  /** Something came that only the theme's embed sends. */
  readonly embedSeen: boolean;
  readonly affiliates: number;
  readonly clicks: number;
  readonly orders: number;
  /** A test order would be credited to an affiliate. */
  readonly testOrder: boolean;
};

/**
 * Which steps are done. What comes later proves what came before: a sale without a counted click was shared too. A test
 * order is a sale here, because a development store has no others.
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

/** How far what waits for a person is counted: the exact number beyond it helps nobody, and costs more. */
export const toDoCountedTo = { flags: 1000, commissions: 1000, payable: 10_000 } as const;
