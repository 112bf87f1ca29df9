import { LARGEST_MINOR } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import type { PayoutMethod } from "./method.ts";
import type { Schedule } from "./schedule.ts";

/** Bearer of a provider's fee. */
export const feeBearers = ["shop", "affiliate"] as const;
export type FeeBearer = (typeof feeBearers)[number];

/** A shop's payout settings. */
export type PayoutSettings = {
  readonly schedule: Schedule;
  /** True: scheduled payouts are sent automatically. False: they wait for a confirmation. */
  readonly sendsByItself: boolean;
  /** Methods that are offered to affiliates and used by the schedule. */
  readonly methods: readonly PayoutMethod[];
  readonly feeBearer: FeeBearer;
};

/** Limits in one currency. Minor units. */
export type PayoutLimit = {
  /** Balances below this roll over to the next payout. */
  readonly minimumMinor: bigint;
  /** A section above this amount needs a second confirmation. Null means never. */
  readonly approvalMinor: bigint | null;
};

/** Defaults: payouts are created manually and the shop bears the fees. */
export const usualSettings: PayoutSettings = {
  schedule: "manual",
  sendsByItself: false,
  methods: ["paypal", "store_credit", "bank", "outside"],
  feeBearer: "shop",
};

export const usualLimit: PayoutLimit = { minimumMinor: 0n, approvalMinor: null };

/** True when a section of this total needs a second confirmation. */
export function needsSecondPerson(totalMinor: bigint, { approvalMinor }: PayoutLimit): boolean {
  return approvalMinor !== null && totalMinor > approvalMinor;
}

/** Errors in limits that a person entered. */
export function faultsOfLimit({ minimumMinor, approvalMinor }: PayoutLimit): FieldError[] {
  const faults: FieldError[] = [];
  if (minimumMinor < 0n || minimumMinor > LARGEST_MINOR) {
    faults.push({ field: "minimum", message: "Must not be below zero" });
  }
  if (approvalMinor !== null && (approvalMinor < 0n || approvalMinor > LARGEST_MINOR)) {
    faults.push({ field: "approval", message: "Must not be below zero" });
  }
  return faults;
}
