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
 * M12: the decision in force afterwards, or a refusal with a message for the person. A decision that changes
 * nothing is refused as well, so that the second of two people learns about the first.
 */
export function decide(
  on: DecidedOn,
  kind: CommissionDecision,
): { readonly decision: DecisionInForce | null } | Refusal {
  const fault = faults[kind](on);
  if (fault !== null) return refuse("not-possible", fault, "kind");
  return { decision: kind === "reopened" || kind === "unheld" ? null : kind };
}

/** The possible decisions, in the order in which screens offer them. */
export function openDecisions(on: DecidedOn): CommissionDecision[] {
  return commissionDecisions.filter((kind) => faults[kind](on) === null);
}

const faults: Record<CommissionDecision, (on: DecidedOn) => string | null> = {
  approved: ({ decision, isReleased, isOnHold }) => {
    if (decision === "denied") return "It is denied: reopen it first";
    if (isReleased) return "It is payable already";
    return decision === "approved" && !isOnHold ? "It is approved already" : null;
  },
  denied: ({ decision }) => (decision === "denied" ? "It is denied already" : null),
  reopened: ({ decision }) => (decision === "denied" ? null : "It is not denied"),
  held: ({ decision, isReleased }) => {
    if (decision === "denied") return "It is denied: there is nothing to hold";
    if (decision === "held") return "It is held already";
    return isReleased ? "It is payable already: there is nothing to hold" : null;
  },
  unheld: ({ decision }) => (decision === "held" ? null : "It is not held"),
};
