import type { FlatPayDraft, PayDraft } from "./draft.ts";

export type FlatPayKind = FlatPayDraft["type"];
export type PayKind = PayDraft["type"];

export const flatPayKinds: { value: FlatPayKind; label: string }[] = [
  { value: "percentage", label: "Percentage of the order" },
  { value: "fixed", label: "Fixed amount per order" },
  { value: "per-item", label: "Fixed amount per item" },
  { value: "none", label: "No commission" },
];

export const payKinds: { value: PayKind; label: string }[] = [
  ...flatPayKinds,
  { value: "tiered", label: "Tiers, by what the affiliate has reached" },
];

/** Converts a rate to another kind and keeps typed values that fit. */
export function payAs(kind: FlatPayKind, before: PayDraft, currencyCode: string): FlatPayDraft {
  const amount = "amount" in before ? before.amount : { amount: "", currencyCode };
  if (kind === "none") return { type: "none" };
  if (kind === "percentage") return { type: kind, percent: "percent" in before ? before.percent : "" };
  return { type: kind, amount };
}

/** Tiers that begin with what was paid so far. */
export function tiersOf(before: PayDraft): PayDraft {
  if (before.type === "tiered") return before;
  return {
    type: "tiered",
    period: { type: "calendar", unit: "month" },
    below: before,
    steps: [{ atLeast: { measure: "orders", count: "" }, pay: before }],
  };
}
