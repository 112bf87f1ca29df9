import { evidenceKinds } from "./touch.ts";

/** Where a commission is: waiting for its hold, released, or back at zero. */
export const commissionStates = ["pending", "payable", "reversed"] as const;
export type CommissionState = (typeof commissionStates)[number];

/** Reasons of an order on which something stands; every other reason says why nothing does. */
export const winningReasons: readonly string[] = evidenceKinds.map((kind) => `won-by-${kind}`);

/** What tells the state of a commission: its order as it is credited now, and its release. */
export type CommissionStanding = {
  readonly orderReason: string;
  /** The affiliate that the order is credited to now; after a new decision it may be another one. */
  readonly creditedTo: string | null;
  readonly affiliateId: string;
  readonly releasedAt: Date | null;
};

/** The list's filter asks the database for the same three conditions. */
export function commissionState(standing: CommissionStanding): CommissionState {
  const stands =
    standing.creditedTo === standing.affiliateId && winningReasons.includes(standing.orderReason);
  if (!stands) return "reversed";
  return standing.releasedAt === null ? "pending" : "payable";
}
