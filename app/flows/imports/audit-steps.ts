import type { ShopId } from "#app/domain/ids.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { deleteChunks } from "#app/store/file-chunks.ts";
import { changeAudit, lockAudit, type ReferralAudit } from "#app/store/referral-audits.ts";

/** Orders per transaction. */
export const ordersAtOnce = 200;

/** Repeats a step of a running audit, one transaction each, until it says that nothing is left. */
export async function repeatStep(
  shopId: ShopId,
  auditId: string,
  step: (tx: Tx, audit: ReferralAudit) => Promise<boolean>,
): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    hasMore = await inTransaction(async (tx) => {
      const audit = await lockAudit(tx, shopId, auditId);
      return audit?.status === "running" && (await step(tx, audit));
    });
  }
}

/** Marks an audit as done, and deletes its file. */
export async function finishAudit(tx: Tx, audit: ReferralAudit, now: Date): Promise<void> {
  await changeAudit(tx, audit, { status: "done", sealedSample: "", lastOrder: null, finishedAt: now });
  await deleteChunks(tx, { shopId: audit.shopId, fileId: audit.auditId });
}
