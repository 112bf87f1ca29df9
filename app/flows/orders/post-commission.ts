import type { CommissionId, ShopId } from "#app/domain/ids.ts";
import { type CommissionPosting, entriesForDifference, type Posted } from "#app/domain/ledger/entries.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { holdEndsAtMs } from "#app/domain/release.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import type { Posting } from "#app/store/ledger.ts";
import { type Decision, plainRecord } from "./decide-order.ts";

export type CommissionChange = {
  readonly created: CommissionRow | null;
  readonly postings: readonly Posting[];
  /** M11: commissions whose hold begins anew, because something was earned after the release. */
  readonly reopened: readonly { readonly commissionId: CommissionId; readonly holdUntil: Date }[];
};

export type CommissionInput = {
  readonly shopId: ShopId;
  readonly facts: OrderFacts;
  readonly decision: Decision;
  readonly existing: readonly CommissionRow[];
  readonly posted: ReadonlyMap<CommissionId, Posted>;
  readonly revision: number;
  readonly now: Date;
};

const nothingPosted: Posted = { pendingMinor: 0n, payableMinor: 0n };

/** What has to be posted so that an order's commissions stand as they should: the difference, never an edit. */
export function changeCommissions(input: CommissionInput): CommissionChange {
  const { facts, decision, existing } = input;
  const { winner } = decision.attribution.decided;
  const mine = existing.find((one) => one.affiliateId === winner?.affiliateId) ?? null;
  const created = mine === null ? newCommission(input) : null;
  const credited = mine ?? created;
  const all = created ? [...existing, created] : existing;
  const happenedAt = new Date(facts.updatedAt);
  const postings: Posting[] = [];
  const reopened: { commissionId: CommissionId; holdUntil: Date }[] = [];
  for (const row of all) {
    const standingMinor = row === credited ? decision.evaluation.standingMinor : 0n;
    const drafts = entriesForDifference({ ...postingOf(row, input), standingMinor });
    postings.push(...drafts.map((draft) => ({ ...draft, happenedAt })));
    const earnedLater = row.releasedAt !== null && drafts.some((draft) => draft.code === "earned");
    if (earnedLater) {
      const holdUntil = new Date(holdEndsAtMs(facts.updatedAt, winner?.version.terms.holdDays ?? 0));
      reopened.push({ commissionId: row.commissionId, holdUntil });
    }
  }
  return { created, postings, reopened };
}

/** An order that can earn nothing keeps its reason and gets no commission. */
function newCommission({ shopId, facts, decision, now }: CommissionInput): CommissionRow | null {
  const { winner } = decision.attribution.decided;
  if (winner === null || decision.evaluation.originalMinor === 0n) return null;
  return {
    shopId,
    commissionId: newId<CommissionId>("com", now),
    orderId: facts.id,
    affiliateId: winner.affiliateId,
    role: "affiliate",
    programId: winner.programId,
    programVersion: winner.version.number,
    currency: facts.currency,
    inputs: plainRecord(decision.evaluation.inputs),
    createdAt: now,
    holdUntil: new Date(holdEndsAtMs(facts.createdAt, winner.version.terms.holdDays)),
    releasedAt: null,
  };
}

function postingOf(row: CommissionRow, { posted, revision }: CommissionInput): CommissionPosting {
  return {
    commissionId: row.commissionId,
    affiliateId: row.affiliateId,
    currency: row.currency,
    revision,
    posted: posted.get(row.commissionId) ?? nothingPosted,
  };
}
