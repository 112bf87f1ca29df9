import { systemActor } from "#app/domain/actor.ts";
import { type AffiliateId, idPrefixes, type PayoutItemId, type ShopId } from "#app/domain/ids.ts";
import { sumMoney } from "#app/domain/money.ts";
import { afterYes, isAsExpected } from "#app/domain/payouts/batch.ts";
import { type Pay, payOf } from "#app/domain/payouts/eligible.ts";
import { startEntries } from "#app/domain/payouts/entries.ts";
import { needsSecondPerson } from "#app/domain/payouts/settings.ts";
import { inTransaction, db, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { postTransfers } from "#app/store/ledger.ts";
import { changeBatch, lockBatch, type PayoutBatch } from "#app/store/payout-batches.ts";
import { insertLeftOut } from "#app/store/payout-left-out.ts";
import {
  candidateIds,
  insertItems,
  lockPayees,
  type NamedPayee,
  readPayees,
} from "#app/store/payout-plan.ts";
import { payoutLimitOf } from "#app/store/payout-settings.ts";
import { cancelPage } from "./cancel-batch.ts";
import { coverItems } from "./cover-items.ts";
import { type Judged, payRuleOf } from "./preview-batch.ts";

/** Affiliates of one transaction: they are locked meanwhile, and what settles for them waits. */
const usualAtOnce = 500;

const stopped =
  "It stopped at something unexpected, and is tried again by itself. Nothing is lost or paid twice.";

/**
 * The job: plans a batch, or takes it back, page by page, each a transaction of its own. One that is killed anywhere is
 * followed by another, which goes on behind the last page that was written.
 */
export async function planBatch(
  payload: { readonly shopId: string; readonly batchId: string },
  clock: () => Date,
  atOnce = usualAtOnce,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const queue = await openQueue();
  try {
    for (;;) {
      const isMore = await inTransaction(async (tx) => {
        const batch = await lockBatch(tx, shopId, payload.batchId);
        if (batch?.status === "planning") return planPage({ tx, queue, batch, atOnce }, clock());
        return batch?.status === "cancelling" ? cancelPage(tx, batch, clock()) : false;
      });
      if (!isMore) return;
    }
  } catch (error) {
    log.error("A batch of payouts stopped", {
      shop: shopId,
      batch: payload.batchId,
      ...describeError(error),
    });
    await changeBatch(db(), shopId, payload.batchId as PayoutBatch["batchId"], { error: stopped });
    throw error;
  }
}

type PageWork = {
  readonly tx: Tx;
  readonly queue: Queue;
  readonly batch: PayoutBatch;
  readonly atOnce: number;
};

/** Plans the next affiliates of a locked batch; answers whether there may be more. */
async function planPage({ tx, queue, batch, atOnce }: PageWork, now: Date): Promise<boolean> {
  const { shopId, currency, plannedUpTo } = batch;
  const ids = await candidateIds(tx, shopId, batch, { after: plannedUpTo, limit: atOnce });
  const last = ids.at(-1);
  if (last === undefined) {
    await endPlanning(tx, queue, batch, now);
    return false;
  }
  // The order of all postings: affiliates, then balances, then what is of payouts alone.
  await lockAffiliates(tx, shopId, ids);
  await lockPayees(tx, shopId, ids, currency);
  const payees = await readPayees(tx, shopId, batch, { ids, at: now });
  const planned = await writeItems(tx, batch, payees, now);
  await changeBatch(tx, shopId, batch.batchId, {
    plannedUpTo: last,
    itemCount: batch.itemCount + planned.count,
    totalMinor: batch.totalMinor + planned.totalMinor,
    error: "",
  });
  return true;
}

async function writeItems(tx: Tx, batch: PayoutBatch, payees: readonly NamedPayee[], now: Date) {
  const { shopId, batchId, method, currency } = batch;
  const rule = await payRuleOf(shopId, batch, tx);
  const judged = payees.map((payee) => ({ payee, pay: payOf(payee, rule) }));
  const rows = judged.flatMap(({ payee, pay }) =>
    typeof pay === "string" ? [] : [rowOf({ shopId, batchId, method, currency }, payee, pay, now)],
  );
  const made = await insertItems(tx, rows);
  const planned = rows.filter((row) => made.has(row.itemId));
  const postings = planned.flatMap((row) =>
    startEntries(row).map((draft) => ({ ...draft, happenedAt: now })),
  );
  await postTransfers(tx, shopId, postings, now);
  await coverItems(tx, shopId, { payments: planned, cutoffAt: batch.cutoffAt, now });
  await insertLeftOut(tx, leftOutOf(batch, judged, new Set(planned.map((row) => row.affiliateId))));
  const amounts = planned.map((row) => ({ minor: row.amountMinor, currency: row.currency }));
  return { count: planned.length, totalMinor: sumMoney(amounts, currency).minor };
}

/** Who is not paid, with the reason of this moment; whoever was judged payable and has an item already is being paid. */
function leftOutOf(
  { shopId, batchId }: PayoutBatch,
  judged: readonly Judged[],
  planned: ReadonlySet<AffiliateId>,
) {
  return judged.flatMap(({ payee: { affiliateId, payableMinor }, pay }) => {
    if (planned.has(affiliateId)) return [];
    const reason = typeof pay === "string" ? pay : "being_paid";
    return [{ shopId, batchId, affiliateId, reason, payableMinor }];
  });
}

type Of = Pick<PayoutBatch, "shopId" | "batchId" | "method" | "currency">;

function rowOf(of: Of, { affiliateId, details }: NamedPayee, pay: Pay, now: Date) {
  return {
    ...of,
    itemId: newId<PayoutItemId>(idPrefixes.payoutItem, now),
    affiliateId,
    amountMinor: pay.amountMinor,
    withheldMinor: pay.withheldMinor,
    status: "planned",
    detailsId: details?.detailsId ?? null,
    receiver: details?.masked ?? "",
    revision: 1,
    plannedAt: now,
  };
}

/** All are planned: it goes on as it was confirmed, or waits for a person who is shown what came out. */
async function endPlanning(tx: Tx, queue: Queue, batch: PayoutBatch, now: Date): Promise<void> {
  const { shopId, batchId, currency, totalMinor, itemCount } = batch;
  const needsApproval = needsSecondPerson(totalMinor, await payoutLimitOf(tx, shopId, currency));
  const confirmedBy = isAsExpected(batch) ? batch.confirmedBy : null;
  const status = afterYes({ itemCount, confirmedBy, needsApproval, approvedBy: null });
  await changeBatch(tx, shopId, batchId, {
    status,
    needsApproval,
    confirmedBy,
    confirmedAt: confirmedBy ? batch.confirmedAt : null,
    finishedAt: status === "done" ? now : null,
    error: "",
  });
  await recordAudit(tx, shopId, {
    subjectKind: "payout_batch",
    subjectId: batchId,
    action: "planned",
    actor: systemActor,
    details: { items: itemCount, totalMinor: String(totalMinor), currency, next: status },
    now,
  });
  if (status === "sending") await queue.send(tx, "send-payouts", { shopId, batchId });
}
