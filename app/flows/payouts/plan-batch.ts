import { systemActor } from "#app/domain/actor.ts";
import { type AffiliateId, idPrefixes, type PayoutItemId, type ShopId } from "#app/domain/ids.ts";
import { sumMoney } from "#app/domain/money.ts";
import { type NotPaidReason, type Pay, payOf, type PayRule } from "#app/domain/payouts/eligible.ts";
import { startEntries } from "#app/domain/payouts/item.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { inTransaction, db, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { postTransfers } from "#app/store/ledger.ts";
import { changeBatch, findBatch, lockBatch, type PayoutBatch } from "#app/store/payout-chunks.ts";
import { insertLeftOut } from "#app/store/payout-left-out.ts";
import {
  candidateIds,
  insertItems,
  lockPayees,
  type NamedPayee,
  readPayees,
} from "#app/store/payout-plan.ts";
import { findPayout, lockPayout, sectionKeys } from "#app/store/payouts.ts";
import { cancelPage } from "./cancel-batch.ts";
import { coverItems } from "./cover-items.ts";
import { payRuleOf } from "./preview-batch.ts";
import { settlePlan } from "./settle-plan.ts";

/** Affiliates per transaction. They are locked meanwhile, and settlement of their orders waits. */
const usualAtOnce = 500;

const stopped =
  "It stopped at something unexpected, and is tried again by itself. Nothing is lost or paid twice.";

/**
 * The job that plans or cancels a section, page by page, each in its own transaction. After a crash another job
 * continues after the last page that was written.
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
        const batch = await lockSection(tx, shopId, payload.batchId);
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

/**
 * Locks a section and, before it, its payout, so the sections of one payout are planned one after the other.
 */
async function lockSection(tx: Tx, shopId: ShopId, batchId: string): Promise<PayoutBatch | null> {
  const found = await findBatch(tx, shopId, batchId);
  if (!found) return null;
  await lockPayout(tx, shopId, found.payoutId);
  return await lockBatch(tx, shopId, batchId);
}

type PageWork = {
  readonly tx: Tx;
  readonly queue: Queue;
  readonly batch: PayoutBatch;
  readonly atOnce: number;
};

/** Plans the next affiliates of a locked section. True if there may be more. */
async function planPage({ tx, queue, batch, atOnce }: PageWork, now: Date): Promise<boolean> {
  const { shopId, currency, plannedUpTo } = batch;
  const ids = await candidateIds(tx, shopId, batch, { after: plannedUpTo, limit: atOnce });
  const last = ids.at(-1);
  if (last === undefined) {
    await endPlanning(tx, queue, batch, now);
    return false;
  }
  // The lock order of all postings: affiliates, then balances, then rows of payouts.
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
  const skipped = leftOutOf(judged, new Set(planned.map((row) => row.affiliateId)));
  await insertLeftOut(tx, await rowsOfSkipped(tx, batch, { rule, skipped }));
  const amounts = planned.map((row) => ({ minor: row.amountMinor, currency: row.currency }));
  return { count: planned.length, totalMinor: sumMoney(amounts, currency).minor };
}

type Skipped = { readonly payee: NamedPayee; readonly reason: NotPaidReason };

/**
 * Affiliates who are not paid, with the current reason. An affiliate with an available balance who has a
 * payment already is being paid.
 */
function leftOutOf(
  judged: readonly { readonly payee: NamedPayee; readonly pay: Pay | NotPaidReason }[],
  planned: ReadonlySet<AffiliateId>,
): Skipped[] {
  return judged.flatMap(({ payee, pay }) => {
    if (planned.has(payee.affiliateId)) return [];
    return [{ payee, reason: typeof pay === "string" ? pay : "being_paid" }];
  });
}

/** Rows of skipped affiliates, without those of another section of the payout. */
async function rowsOfSkipped(
  tx: Tx,
  { shopId, payoutId, currency, method }: PayoutBatch,
  { rule, skipped }: { readonly rule: PayRule; readonly skipped: readonly Skipped[] },
) {
  if (skipped.length === 0) return [];
  const payout = await findPayout(tx, shopId, payoutId);
  const sections = await sectionKeys(tx, shopId, payoutId);
  const isOfOther = (own: PayoutMethod) =>
    own !== method && sections.some((one) => one.method === own && one.currency === currency);
  const reasonOf = ({ payee, reason }: Skipped): NotPaidReason => {
    if (reason !== "another_method" || payee.method === null) return reason;
    const isPaypalConnected = payout?.blocked.paypal === undefined;
    const pay = payOf(payee, { ...rule, method: payee.method, isPaypalConnected });
    return typeof pay === "string" ? pay : (payout?.blocked[payee.method] ?? reason);
  };
  return skipped.flatMap((one) => {
    const { affiliateId, payableMinor, method: own } = one.payee;
    if (own !== null && isOfOther(own)) return [];
    return [{ shopId, payoutId, affiliateId, currency, reason: reasonOf(one), payableMinor }];
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

/** Ends the planning of a section. The payout continues once all its sections are planned. */
async function endPlanning(tx: Tx, queue: Queue, batch: PayoutBatch, now: Date): Promise<void> {
  const { shopId, batchId, currency, totalMinor, itemCount } = batch;
  const isEmpty = itemCount === 0;
  await changeBatch(tx, shopId, batchId, {
    status: isEmpty ? "done" : "planned",
    finishedAt: isEmpty ? now : null,
    error: "",
  });
  await recordAudit(tx, shopId, {
    subjectKind: "payout_batch",
    subjectId: batchId,
    action: "planned",
    actor: systemActor,
    details: { items: itemCount, totalMinor: String(totalMinor), currency },
    now,
  });
  await settlePlan(tx, queue, batch);
}
