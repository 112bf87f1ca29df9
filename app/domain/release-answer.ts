import type { AffiliateStatus } from "./affiliate.ts";
import type { CommissionKind } from "./commission-state.ts";
import type { StandingDecision } from "./decision.ts";
import { readFacts } from "./read-facts.ts";
import { mayRelease, needsApproval, type ReleaseAnswer } from "./release.ts";
import type { Approval } from "./terms/terms.ts";

/** Stored facts that decide the release of a commission. */
type StoredCommission = {
  readonly commission: {
    readonly kind: CommissionKind;
    readonly decision: StandingDecision | null;
    readonly approval: Approval;
    readonly holdUntil: Date | null;
  };
  /** As they are stored; null without an order. */
  readonly orderFacts: unknown;
  readonly affiliateStatus: AffiliateStatus;
};

/** M11: what the release of a commission waits for. */
export function releaseAnswer(of: StoredCommission, now: Date): ReleaseAnswer {
  const { commission, orderFacts, affiliateStatus } = of;
  const { kind, decision, holdUntil } = commission;
  return mayRelease({
    facts: kind === "order" && orderFacts ? readFacts(orderFacts) : null,
    affiliateStatus,
    isHeld: decision === "held",
    needsApproval: needsApproval(commission),
    // The hold stands in the row, where a later edit may have moved it.
    holdUntil: holdUntil?.toISOString() ?? null,
    now: now.toISOString(),
  });
}

/** Nothing but a person's approval is missing. The list's filter asks the database for the same conditions. */
export function waitsForApproval(of: StoredCommission, now: Date): boolean {
  return needsApproval(of.commission) && releaseAnswer(of, now).reason === "approval-needed";
}
