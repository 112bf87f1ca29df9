import type { DeductionCode } from "./deduction.ts";
import type { RuleWhy } from "./fraud/rules.ts";
import type { ReasonCode } from "./reasons.ts";

type BalanceWhy =
  "balance-added" | "balance-taken" | "balance-written-off" | "balance-imported" | "balance-returned";

/** Why an affiliate earned something, or lost it, as they may know it. Orders keep reasons of older versions, too. */
export type EarnedWhy =
  | { readonly code: ReasonCode | RuleWhy | BalanceWhy | "older-reason" }
  | { readonly code: DeductionCode; readonly order: string | null };
