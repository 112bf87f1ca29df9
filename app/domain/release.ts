import type { AffiliateStatus } from "./affiliate.ts";
import type { CommissionKind } from "./commission-state.ts";
import type { DecisionInForce } from "./decision.ts";
import { epochMs, msAfterDays } from "./instant.ts";
import type { OrderFacts } from "./order.ts";
import { readFacts } from "./read-facts.ts";
import type { ReasonCode } from "./reasons.ts";
import type { Approval, ProgramTerms } from "./terms/terms.ts";

export type ReleaseQuestion = {
  /** Null for a bonus and a manual commission, which depend on no order's payment or dispute. */
  readonly facts: Pick<OrderFacts, "financialStatus" | "dispute"> | null;
  readonly affiliateStatus: AffiliateStatus;
  /** True if a person or a flag holds it. */
  readonly isHeld: boolean;
  /** True if the terms require a person's approval and it is missing. */
  readonly needsApproval: boolean;
  /** End of the approval period. Null while it has not begun. */
  readonly approvesAt: string | null;
  readonly now: string;
};

export type ReleaseAnswer = { readonly release: boolean; readonly reason: ReasonCode };

/**
 * M11: a pending commission is released after its approval period if the order is paid and undisputed and
 * nobody holds it.
 */
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

/**
 * End of the approval period of an amount earned at an instant, in epoch milliseconds.
 * @throws InstantFormatError
 */
export function approvesAtMs(earnedAt: string, approvalDays: number): number {
  return msAfterDays(earnedAt, approvalDays);
}

type ApprovalFacts = Pick<
  OrderFacts,
  "createdAt" | "paidAt" | "fulfilledAt" | "sentUnlisted" | "sentHeardAt"
>;

/** When an order's approval period begins: its creation, payment or fulfillment. Null before that. */
export function orderApprovalBeganAt(
  facts: ApprovalFacts,
  approvalFrom: ProgramTerms["approvalFrom"],
): string | null {
  const heard = facts.sentUnlisted ? (facts.sentHeardAt ?? null) : null;
  const sent = facts.fulfilledAt ?? heard;
  return { order: facts.createdAt, payment: facts.paidAt, fulfilment: sent }[approvalFrom];
}

/**
 * End of an order's approval period, in epoch milliseconds: days after its creation, payment or fulfillment,
 * as its terms say. Null while it has not begun.
 * @throws InstantFormatError
 */
export function orderApprovesAtMs(
  facts: ApprovalFacts,
  { approvalFrom, approvalDays }: Pick<ProgramTerms, "approvalFrom" | "approvalDays">,
): number | null {
  const from = orderApprovalBeganAt(facts, approvalFrom);
  return from === null ? null : approvesAtMs(from, approvalDays);
}

/** A partly refunded order is paid, because a refund needs a payment. */
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
  /** As stored. Null without an order. */
  readonly orderFacts: unknown;
  readonly affiliateStatus: AffiliateStatus;
};

/** M11: whether a commission can be released, or the reason why not. */
export function releaseAnswer(of: StoredCommission, now: Date): ReleaseAnswer {
  const { commission, orderFacts, affiliateStatus } = of;
  const { kind, decision, approvesAt } = commission;
  return mayRelease({
    facts: kind === "order" && orderFacts ? readFacts(orderFacts) : null,
    affiliateStatus,
    isHeld: decision === "held",
    needsApproval: needsApproval(commission),
    // The stored end counts, because a later edit may have moved it.
    approvesAt: approvesAt?.toISOString() ?? null,
    now: now.toISOString(),
  });
}

/** True if only a person's approval is missing. The filter of lists has the same conditions in SQL. */
export function waitsForApproval(of: StoredCommission, now: Date): boolean {
  return needsApproval(of.commission) && releaseAnswer(of, now).reason === "approval-needed";
}
