import type { AffiliateStatus } from "./affiliate.ts";
import type { CommissionKind } from "./commission-state.ts";
import type { DecisionInForce } from "./decision.ts";
import { epochMs, msAfterDays } from "./instant.ts";
import type { OrderFacts } from "./order.ts";
import { readFacts } from "./read-facts.ts";
import type { ReasonCode } from "./reasons.ts";
import type { Approval, ProgramTerms } from "./terms/terms.ts";

export type ReleaseQuestion = {
  /** Null for a bonus and an addition by hand: no order's payment or dispute stands against them. */
  readonly facts: Pick<OrderFacts, "financialStatus" | "dispute"> | null;
  readonly affiliateStatus: AffiliateStatus;
  /** Held or flagged by a person. */
  readonly isHeld: boolean;
  /** The terms ask a person to approve it, and nobody has. */
  readonly needsApproval: boolean;
  /** When the hold ends; null while it has not begun. */
  readonly approvesAt: string | null;
  readonly now: string;
};

export type ReleaseAnswer = { readonly release: boolean; readonly reason: ReasonCode };

/** M11: pending is released once the hold is over, the order is paid and undisputed, and nobody objects. */
export function mayRelease(question: ReleaseQuestion): ReleaseAnswer {
  if (question.isHeld) return notYet("held-by-hand");
  if (question.affiliateStatus !== "active") return notYet("affiliate-suspended");
  if (question.facts?.dispute === "open") return notYet("dispute-open");
  if (question.facts && !isPaid(question.facts)) return notYet("order-not-paid");
  if (question.approvesAt === null) return notYet("approval-not-begun");
  if (epochMs(question.now) < epochMs(question.approvesAt)) return notYet("approval-running");
  if (question.needsApproval) return notYet("approval-needed");
  return { release: true, reason: "release-due" };
}

/** M11, M12: manual approval waits for a person; an approval also covers what later edits add. */
export function needsApproval(of: {
  readonly approval: ProgramTerms["approval"];
  readonly decision: DecisionInForce | null;
}): boolean {
  return of.approval === "manual" && of.decision !== "approved";
}

/** When the hold of what was earned at an instant ends, in epoch milliseconds. @throws InstantFormatError */
export function approvesAtMs(earnedAt: string, approvalDays: number): number {
  return msAfterDays(earnedAt, approvalDays);
}

type ApprovalFacts = Pick<
  OrderFacts,
  "createdAt" | "paidAt" | "fulfilledAt" | "sentUnlisted" | "sentHeardAt"
>;

/** The instant from which the hold of what an order earned runs: its creation, payment or fulfilment; null before it. */
export function orderApprovalBeganAt(
  facts: ApprovalFacts,
  approvalFrom: ProgramTerms["approvalFrom"],
): string | null {
  const heard = facts.sentUnlisted ? (facts.sentHeardAt ?? null) : null;
  const sent = facts.fulfilledAt ?? heard;
  return { order: facts.createdAt, payment: facts.paidAt, fulfilment: sent }[approvalFrom];
}

/**
 * When the hold of what an order earned ends, in epoch milliseconds: so many days after its creation, its payment or
 * its fulfilment, as the terms say; null while it has not begun. @throws InstantFormatError
 */
export function orderApprovesAtMs(
  facts: ApprovalFacts,
  { approvalFrom, approvalDays }: Pick<ProgramTerms, "approvalFrom" | "approvalDays">,
): number | null {
  const from = orderApprovalBeganAt(facts, approvalFrom);
  return from === null ? null : approvesAtMs(from, approvalDays);
}

/** A refund needs a payment, so an order refunded in part is a paid one. */
function isPaid(facts: Pick<OrderFacts, "financialStatus">): boolean {
  return facts.financialStatus === "paid" || facts.financialStatus === "partially_refunded";
}

function notYet(reason: ReasonCode): ReleaseAnswer {
  return { release: false, reason };
}

/** Stored facts that decide the release of a commission. */
type StoredCommission = {
  readonly commission: {
    readonly kind: CommissionKind;
    readonly decision: DecisionInForce | null;
    readonly approval: Approval;
    readonly approvesAt: Date | null;
  };
  /** As they are stored; null without an order. */
  readonly orderFacts: unknown;
  readonly affiliateStatus: AffiliateStatus;
};

/** M11: what the release of a commission waits for. */
export function releaseAnswer(of: StoredCommission, now: Date): ReleaseAnswer {
  const { commission, orderFacts, affiliateStatus } = of;
  const { kind, decision, approvesAt } = commission;
  return mayRelease({
    facts: kind === "order" && orderFacts ? readFacts(orderFacts) : null,
    affiliateStatus,
    isHeld: decision === "held",
    needsApproval: needsApproval(commission),
    // The hold stands in the row, where a later edit may have moved it.
    approvesAt: approvesAt?.toISOString() ?? null,
    now: now.toISOString(),
  });
}

/** Nothing but a person's approval is missing. The list's filter asks the database for the same conditions. */
export function waitsForApproval(of: StoredCommission, now: Date): boolean {
  return needsApproval(of.commission) && releaseAnswer(of, now).reason === "approval-needed";
}
