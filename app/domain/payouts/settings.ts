import { LARGEST_MINOR } from "../money.ts";
import type { FieldError } from "../refusal.ts";
import type { PayoutMethod } from "./method.ts";
import type { Schedule } from "./schedule.ts";

/** Who bears what a provider takes for a payment. */
export const feeBearers = ["shop", "affiliate"] as const;
export type FeeBearer = (typeof feeBearers)[number];

/** How a shop pays. */
export type PayoutSettings = {
  readonly schedule: Schedule;
  /** True: what the schedule plans is sent by itself; false: it waits for a person. */
  readonly sendsByItself: boolean;
  /** The ways that are offered to affiliates and planned by the schedule. */
  readonly methods: readonly PayoutMethod[];
  readonly feeBearer: FeeBearer;
};

/** What holds in one currency. Minor units. */
export type PayoutLimit = {
  /** Less than this is left for the next time. */
  readonly minimumMinor: bigint;
  /** A batch of more than this needs a second member of staff; null: never. */
  readonly approvalMinor: bigint | null;
};

/** What holds until a shop chose otherwise: a person makes every batch and the shop bears the fees. */
export const usualSettings: PayoutSettings = {
  schedule: "manual",
  sendsByItself: false,
  methods: ["paypal", "store_credit", "bank", "outside"],
  feeBearer: "shop",
};

export const usualLimit: PayoutLimit = { minimumMinor: 0n, approvalMinor: null };

/** True where a batch of this total needs a second person. */
export function needsSecondPerson(totalMinor: bigint, { approvalMinor }: PayoutLimit): boolean {
  return approvalMinor !== null && totalMinor > approvalMinor;
}

/** What is wrong with limits that somebody typed; empty where nothing is. */
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
