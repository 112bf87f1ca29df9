import type { StandingDecision } from "./decision.ts";
import type { ReasonCode } from "./reasons.ts";
import { evidenceKinds } from "./touch.ts";

/** What a commission is for: an order, a bonus (M13), or whatever a person says (M12). */
export const commissionKinds = ["order", "bonus", "manual"] as const;
export type CommissionKind = (typeof commissionKinds)[number];

const kindNames: Record<CommissionKind, string> = {
  order: "Order",
  bonus: "Bonus",
  manual: "Added by hand",
};

/** The word for a kind, on screens and in files. */
export function commissionKindName(kind: CommissionKind): string {
  return kindNames[kind];
}

/** `to_approve`: only a person's approval is missing (M11). */
export const commissionStates = ["pending", "to_approve", "held", "payable", "reversed", "denied"] as const;
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
  /** Nothing but a person's approval is missing for the release (M11). */
  readonly waitsForApproval: boolean;
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
  if (standing.decision === "held") return "held";
  return standing.waitsForApproval ? "to_approve" : "pending";
}

/** M12, M13: an addition by hand stands whatever becomes of its order, a bonus as long as its count is reached. */
function stands(of: CommissionStanding): boolean {
  if (of.kind === "manual") return true;
  if (of.kind === "bonus") return of.postedMinor !== 0n;
  return of.creditedTo === of.affiliateId && winningReasons.includes(of.orderReason ?? "");
}

/** Why nothing stands of a reversed commission; where its order is credited to another now, its reason speaks of them. */
export function reversedReason(of: CommissionStanding): string {
  if (of.kind === "bonus") return "bonus-not-reached" satisfies ReasonCode;
  const isElsewhere = of.creditedTo !== null && of.creditedTo !== of.affiliateId;
  if (!isElsewhere) return of.orderReason ?? ("order-not-seen" satisfies ReasonCode);
  return (of.orderReason === "reassigned" ? "reassigned-away" : "outranked") satisfies ReasonCode;
}
