import { type Difference, rowDifference } from "#app/domain/ledger/difference.ts";
import { holdEndsAtMs } from "#app/domain/release.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import { type CommissionCase, decidedBy } from "./commission-cases.ts";

export type CommissionQuestion = CommissionCase & {
  /** What should stand if nobody denied it. Minor units. */
  readonly standingMinor: bigint;
  /** Of the order's row, or of the commission's own (M3). */
  readonly revision: number;
  /**
   * When the hold ends by the facts and the terms (M11), in epoch milliseconds, null where it has not begun; or by what
   * became of whoever had the credit before (M12).
   */
  readonly holdEndsMs: readonly (number | null)[];
  /** Of the terms; what is earned after a release, or comes back, waits so long anew. */
  readonly holdDays: number;
  /** When the credit for the order was given to its affiliate: what was released stays released then (M12). */
  readonly reassignedAt: readonly Date[];
};

/** What about one commission does not follow from its facts, decisions and transfers; nothing where all of it does. */
export function commissionDifferences(of: CommissionQuestion): Difference[] {
  const { row, history } = of;
  const about = { affiliateId: row.affiliateId, orderId: row.orderId };
  const differences: Difference[] = [];
  const wrong = (what: string | null) => {
    if (what !== null) differences.push(rowDifference("commissions", row.commissionId, what, about));
  };
  wrong(roleFault(row));
  wrong(decisionFault(of));
  wrong(approvalFault(of));
  if (history.fault) {
    const { transferId, what } = history.fault;
    differences.push(rowDifference("ledger_transfers", transferId, what, about));
  }
  const posted = history.posted.pendingMinor + history.posted.payableMinor;
  const standing = row.decision === "denied" ? 0n : of.standingMinor;
  if (standing !== posted) {
    const amounts = { standing: String(standing), posted: String(posted) };
    const { commissionId, currency } = row;
    differences.push({ kind: "commission", commissionId, currency, ...about, ...amounts });
  }
  wrong(releaseFault(of));
  wrong(unapprovedRelease(of));
  wrong(holdFault(of));
  if (history.highestRevision > of.revision) {
    const [table, key] =
      row.kind === "order" ? ["orders", row.orderId ?? ""] : ["commissions", row.commissionId];
    const what = `is at revision ${of.revision}, and ${history.highestRevision} is posted`;
    differences.push(rowDifference(table, key, what, about));
  }
  return differences;
}

/** M3, M13: the role tells one commission of an order and affiliate from the others. */
function roleFault({ kind, role, bonusKey, commissionId }: CommissionRow): string | null {
  const follows = { order: "affiliate", bonus: bonusKey, manual: commissionId }[kind];
  return role === follows ? null : `has the role ${role}, and ${follows} follows`;
}

function decisionFault({ row, decisions }: CommissionCase): string | null {
  const decided = decidedBy(decisions);
  return decided === row.decision
    ? null
    : `is ${row.decision ?? "undecided"}, its decisions say ${decided ?? "nothing"}`;
}

/** M11: the frozen terms say who approves. */
function approvalFault({ row, terms }: CommissionCase): string | null {
  if (terms === null || row.approval === terms.approval) return null;
  return `has ${row.approval} approval, its terms say ${terms.approval}`;
}

/** M11: what a person has to approve is released after an approval, or was released for its first affiliate. */
function unapprovedRelease({ terms, history, decisions, reassignedAt }: CommissionQuestion): string | null {
  if (terms?.approval !== "manual") return null;
  const unapproved = history.releases.find(({ happenedAt }) => {
    const isAtOnce = (at: Date) => at.getTime() === happenedAt.getTime();
    const isApproved = decisions.some((one) => one.kind === "approved" && isAtOnce(one.at));
    const before = decisions.findLast((one) => one.at < happenedAt);
    return !isApproved && before?.kind !== "approved" && !reassignedAt.some(isAtOnce);
  });
  return unapproved
    ? `was released at ${unapproved.recordedAt.toISOString()}, and nobody had approved it`
    : null;
}

/**
 * M11: released is what has a release after which nothing was earned, or what had nothing pending to release. M13: a
 * bonus that was reopened waits again, though nothing is earned while its count is not reached.
 */
function releaseFault(of: CommissionCase): string | null {
  const { row, history } = of;
  const kept = row.releasedAt?.toISOString() ?? null;
  const posted = history.releasedAt?.toISOString() ?? null;
  if (kept === posted) return null;
  if (posted === null && history.posted.pendingMinor === 0n) return null;
  if (kept === null && isReopenedAtNothing(of)) return null;
  return `is released at ${kept ?? "no time"}, its transfers say ${posted ?? "not"}`;
}

function isReopenedAtNothing({ row, history, decisions }: CommissionCase): boolean {
  const { pendingMinor, payableMinor } = history.posted;
  if (row.kind !== "bonus" || pendingMinor + payableMinor !== 0n) return false;
  return decisions.some((one) => one.kind === "reopened");
}

/**
 * M11: the hold ends by the facts, so many days after something was earned again, or when a person ended it. It is of
 * no account where nothing is pending.
 */
function holdFault({ row, history, decisions, ...of }: CommissionQuestion): string | null {
  if (row.releasedAt !== null || history.posted.pendingMinor === 0n) return null;
  const ends = [...of.holdEndsMs, ...holdEndsOf({ history, decisions }, of.holdDays)];
  if (ends.includes(row.holdUntil?.getTime() ?? null)) return null;
  const said = ends.map((one) => (one === null ? "not begun" : new Date(one).toISOString()));
  return `is on hold until ${row.holdUntil?.toISOString() ?? "no time"}, what is known says ${said.join(" or ")}`;
}

/** When holds end that began anew or that a person ended, in epoch milliseconds. */
export function holdEndsOf(
  { history, decisions }: Pick<CommissionCase, "history" | "decisions">,
  holdDays: number,
): number[] {
  return [
    ...history.earnedAt.map((at) => holdEndsAtMs(at.toISOString(), holdDays)),
    ...decisions.flatMap(({ kind, at }) => {
      if (kind === "approved") return at.getTime();
      return kind === "reopened" ? holdEndsAtMs(at.toISOString(), holdDays) : [];
    }),
  ];
}
