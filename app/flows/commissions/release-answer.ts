import { readFacts } from "#app/domain/read-facts.ts";
import { mayRelease, needsApproval, type ReleaseAnswer } from "#app/domain/release.ts";
import type { NamedCommission } from "#app/store/commission-list.ts";

/** M11: what the release of a listed commission waits for. */
export function releaseAnswer(row: NamedCommission, now: Date): ReleaseAnswer {
  const { commission, orderFacts, affiliateStatus } = row;
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
export function waitsForApproval(row: NamedCommission, now: Date): boolean {
  return releaseAnswer(row, now).reason === "approval-needed";
}
