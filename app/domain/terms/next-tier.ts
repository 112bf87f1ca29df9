import type { ReachedVolume } from "../inputs.ts";
import { isReached } from "./pay.ts";
import type { FlatPay, Period, Pay, Threshold } from "./terms.ts";

/** The lowest tier that an affiliate has not reached, with its pay. */
export type NextTier = {
  readonly period: Period;
  readonly goal: Threshold;
  readonly pay: FlatPay;
  readonly reached: ReachedVolume;
};

/** T6: null for pay without tiers, and if the highest is reached. */
export function nextTier(pay: Pay, reached: ReachedVolume, currency: string): NextTier | null {
  if (pay.kind !== "tiered") return null;
  const last = pay.steps.findLastIndex((one) => isReached(one.atLeast, reached, currency));
  const step = pay.steps[last + 1];
  return step ? { period: pay.period, goal: step.atLeast, pay: step.pay, reached } : null;
}

/** Progress to the goal in whole percent, from 0 to 99. At 100 there would be another tier. */
export function tierPercent({ goal, reached }: Pick<NextTier, "goal" | "reached">): number {
  const percent =
    goal.measure === "orders"
      ? Math.floor((reached.orders * 100) / goal.count)
      : Number((reached.salesMinor * 100n) / goal.amount.minor);
  return Math.min(99, Math.max(0, percent));
}
