import type { StandingDecision } from "./decision.ts";
import { evidenceKinds } from "./touch.ts";

/** What a commission is for: an order, a bonus (M13), or whatever a person says (M12). */
export const commissionKinds = ["order", "bonus", "manual"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

/** Where a commission is: waiting for its hold, held by a person, released, back at zero, or denied by a person. */
export const commissionStates = ["pending", "held", "payable", "reversed", "denied"] as const;
export type CommissionState = (typeof commissionStates)[number];

/** Reasons of an order on which something stands; every other reason says why nothing does. */
export const winningReasons: readonly string[] = [
  ...evidenceKinds.map((kind) => `won-by-${kind}`),
  "reassigned",
];

/** What tells the state of a commission. */
export type CommissionStanding = {
  readonly kind: CommissionKind;
  readonly decision: StandingDecision | null;
  readonly releasedAt: Date | null;
  readonly affiliateId: string;
  /** Of the order; null where there is none. */
  readonly orderReason: string | null;
  /** The affiliate that the order is credited to now; after a new decision it may be another one. */
  readonly creditedTo: string | null;
  /** What the books hold for it, pending and payable together. */
  readonly postedMinor: bigint;
};

/** The list's filter asks the database for the same conditions. */
export function commissionState(standing: CommissionStanding): CommissionState {
  if (standing.decision === "denied") return "denied";
  if (!stands(standing)) return "reversed";
  if (standing.releasedAt !== null) return "payable";
  return standing.decision === "held" ? "held" : "pending";
}

/** M12, M13: an addition by hand stands whatever becomes of its order, a bonus as long as its count is reached. */
function stands(of: CommissionStanding): boolean {
  if (of.kind === "manual") return true;
  if (of.kind === "bonus") return of.postedMinor !== 0n;
  return of.creditedTo === of.affiliateId && winningReasons.includes(of.orderReason ?? "");
}
