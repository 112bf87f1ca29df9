import type { CommissionFault } from "./refusal-codes.ts";
import type { Named } from "./named.ts";
import { refuse, type Refusal } from "./refusal.ts";

/** Decisions about a commission, or, for `reassigned`, about the credit for an order (M12). */
export const decisionKinds = ["approved", "denied", "reopened", "held", "unheld", "reassigned"] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/**
 * Decisions that stay in force: `approved` skips the approval period, `held` stops the release, `denied` keeps
 * it at zero.
 */
export const decisionsInForce = ["approved", "denied", "held"] as const;
export type DecisionInForce = (typeof decisionsInForce)[number];

/** A decision about a commission, not about the credit. */
export type CommissionDecision = Exclude<DecisionKind, "reassigned">;
export const commissionDecisions = [
  "approved",
  "denied",
  "reopened",
  "held",
  "unheld",
] as const satisfies readonly CommissionDecision[];

/** The affiliate of a reassignment, by the name they had then. Null for other decisions. */
export function reassignedTo({ affiliateId, affiliateName }: Record<string, unknown>): Named | null {
  if (typeof affiliateId !== "string") return null;
  return { id: affiliateId, name: typeof affiliateName === "string" ? affiliateName : affiliateId };
}

/** State of a commission that limits its next decision. */
export type DecidedOn = {
  readonly decision: DecisionInForce | null;
  /** Released, with nothing pending again. */
  readonly isReleased: boolean;
  /** The approval period is running or has not begun. */
  readonly isOnHold: boolean;
};

/**
 * M12: the decision in force afterwards, or a refusal. A decision that changes
 * nothing is refused as well, so that the second of two people learns about the first.
 */
export function decide(
  on: DecidedOn,
  kind: CommissionDecision,
): { readonly decision: DecisionInForce | null } | Refusal {
  const fault = faults[kind](on);
  if (fault !== null) return refuse("not-possible", { code: "commission_state", what: fault }, "kind");
  return { decision: kind === "reopened" || kind === "unheld" ? null : kind };
}

/** The possible decisions, in the order in which screens offer them. */
export function openDecisions(on: DecidedOn): CommissionDecision[] {
  return commissionDecisions.filter((kind) => faults[kind](on) === null);
}

const faults: Record<CommissionDecision, (on: DecidedOn) => CommissionFault | null> = {
  approved: ({ decision, isReleased, isOnHold }) => {
    if (decision === "denied") return "denied_not_approved";
    if (isReleased) return "already_available";
    return decision === "approved" && !isOnHold ? "already_approved" : null;
  },
  denied: ({ decision }) => (decision === "denied" ? "already_denied" : null),
  reopened: ({ decision }) => (decision === "denied" ? null : "not_denied"),
  held: ({ decision, isReleased }) => {
    if (decision === "denied") return "denied_not_held";
    if (decision === "held") return "already_held";
    return isReleased ? "available_not_held" : null;
  },
  unheld: ({ decision }) => (decision === "held" ? null : "not_held"),
};
