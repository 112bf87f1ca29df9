import { refuse, type Refusal } from "./refusal.ts";

/** What a person can decide about a commission, or, to reassign, about the credit for an order (M12). */
export const decisionKinds = ["approved", "denied", "reopened", "held", "unheld", "reassigned"] as const;
export type DecisionKind = (typeof decisionKinds)[number];

/** What of it still holds: approved waives the hold, held stops the release, denied stands at zero. */
export const standingDecisions = ["approved", "denied", "held"] as const;
export type StandingDecision = (typeof standingDecisions)[number];

/** A decision about a commission itself. */
export type CommissionDecision = Exclude<DecisionKind, "reassigned">;
export const commissionDecisions = [
  "approved",
  "denied",
  "reopened",
  "held",
  "unheld",
] as const satisfies readonly CommissionDecision[];

/** What of a commission limits the next decision about it. */
export type DecidedOn = {
  readonly decision: StandingDecision | null;
  /** Released, and nothing of it is pending again. */
  readonly isReleased: boolean;
  /** A hold still runs, or has not begun. */
  readonly isOnHold: boolean;
};

/**
 * M12: what holds after a decision, or the refusal of one that the present state does not allow, with a sentence for
 * the person who asked. A decision that changes nothing is refused too, so that of two people the second is told.
 */
export function decide(
  on: DecidedOn,
  kind: CommissionDecision,
): { readonly decision: StandingDecision | null } | Refusal {
  const fault = faults[kind](on);
  if (fault !== null) return refuse("not-possible", fault, "kind");
  return { decision: kind === "reopened" || kind === "unheld" ? null : kind };
}

/** The decisions that are open now, in the order in which people are offered them. */
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
