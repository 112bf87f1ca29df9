import type { ChosenRule, Finding } from "./rules.ts";

/** An affiliate's credited orders of one day, its visitors, and the orders of the 28 days before together. */
export type OrdersOfDay = {
  readonly day: string;
  readonly orders: number;
  readonly visitors: number;
  readonly before: number;
};
export type ClicksOfVisitor = { readonly day: string; readonly clicks: number };

const daysBefore = 28;

/**
 * Far more orders than usual, by a factor and by more than chance makes of so few, and too few visitors for them. A
 * letter to readers or an episode brings both: most of those who come buy nothing.
 */
export function orderBurst(
  { day, orders, visitors, before }: OrdersOfDay,
  limits: ChosenRule["limits"],
): Finding | null {
  const usual = before / daysBefore;
  const least = Math.max(limits["orders"] ?? 0, usual * (limits["times"] ?? 1), usual + 4 * Math.sqrt(usual));
  if (orders < least || visitors >= orders * (limits["visitors"] ?? Infinity)) return null;
  const score = Math.min(100, Math.trunc(50 + 10 * Math.log2(orders / Math.max(1, least) + 1)));
  return { kind: "burst", score, evidence: { day, orders, visitors, usual: Math.trunc(usual * 10) / 10 } };
}

/** One visitor who clicks an affiliate's links again and again. */
export function clickBurst({ day, clicks }: ClicksOfVisitor, limits: ChosenRule["limits"]): Finding | null {
  if (clicks < (limits["clicks"] ?? Infinity)) return null;
  return { kind: "burst", score: 60, evidence: { day, clicks } };
}
