import { msAfterDays } from "#app/domain/instant.ts";
import { entriesForDifference } from "#app/domain/ledger/entries.ts";
import { fromPlain } from "#app/domain/plain.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { type CommissionRow, raiseCommissionRevisions, setHolds } from "#app/store/commissions.ts";
import { postedOf, postTransfers } from "#app/store/ledger.ts";

/** What an addition by hand keeps: its amount and its hold, as they were given. */
type AdditionInputs = { readonly amountMinor: bigint; readonly holdDays: number };

/** M12: posts what is missing or too much of an addition by hand, whose row and affiliate the caller has locked. */
export async function settleAddition(tx: Tx, row: CommissionRow, now: Date): Promise<void> {
  const { shopId, commissionId, affiliateId, currency } = row;
  const { amountMinor, holdDays } = fromPlain<AdditionInputs>(row.inputs);
  const posted = await postedOf(tx, shopId, [commissionId]);
  const drafts = entriesForDifference({
    commissionId,
    affiliateId,
    currency,
    posted: posted.get(commissionId) ?? { pendingMinor: 0n, payableMinor: 0n },
    revision: row.revision + 1,
    standingMinor: row.decision === "denied" ? 0n : amountMinor,
  });
  if (drafts.length === 0) return;
  await raiseCommissionRevisions(tx, shopId, [commissionId]);
  await postTransfers(
    tx,
    shopId,
    drafts.map((draft) => ({ ...draft, happenedAt: now })),
    now,
  );
  // M11: what comes back after a release waits anew.
  const isBack = row.releasedAt !== null && drafts.some((draft) => draft.code === "earned");
  const holdUntil = new Date(msAfterDays(now.toISOString(), holdDays));
  if (isBack) await setHolds(tx, shopId, [{ commissionId, holdUntil, releasedAt: null }]);
}
