import { systemActor } from "#app/domain/actor.ts";
import { type AffiliateId, idPrefixes, type PaymentId, type ShopId } from "#app/domain/ids.ts";
import { sumMoney } from "#app/domain/money.ts";
import { type NotPaidReason, type Pay, payOf, type PayRule } from "#app/domain/payouts/eligible.ts";
import { startEntries } from "#app/domain/payouts/payment.ts";
import type { PayoutMethod } from "#app/domain/payouts/method.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { inTransaction, db, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { openQueue, type Queue } from "#app/queue/queue.server.ts";
import { lockAffiliates } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { postEntries } from "#app/store/ledger.ts";
import { changeSection, findSection, lockSection, type PayoutSection } from "#app/store/payout-requests.ts";
import { insertSkipped } from "#app/store/payout-skipped.ts";
import {
  candidateIds,
  insertPayments,
  lockPayees,
  type NamedPayee,
  readPayees,
} from "#app/store/payout-plan.ts";
import { findPayout, lockPayout, sectionKeys } from "#app/store/payouts.ts";
import { cancelPage } from "./cancel-section.ts";
import { coverPayments } from "./cover-payments.ts";
import { payRuleOf } from "./preview-section.ts";
import { settlePlan } from "./settle-plan.ts";

/** Affiliates per transaction. They are locked meanwhile, and settlement of their orders waits. */
const usualAtOnce = 500;

const stopped = reasonAsText({ code: "payout_stopped" });

/**
 * The job that plans or cancels a section, page by page, each in its own transaction. After a crash another job
 * continues after the last page that was written.
 */
export async function planSection(
  payload: { readonly shopId: string; readonly sectionId: string },
  clock: () => Date,
  atOnce = usualAtOnce,
): Promise<void> {
  const shopId = payload.shopId as ShopId;
  const queue = await openQueue();
  try {
    for (;;) {
      const isMore = await inTransaction(async (tx) => {
        const section = await lockPayoutAndSection(tx, shopId, payload.sectionId);
        if (section?.status === "planning") return planPage({ tx, queue, section, atOnce }, clock());
        return section?.status === "canceling" ? cancelPage(tx, section, clock()) : false;
      });
      if (!isMore) return;
    }
  } catch (error) {
    log.error("A section of payouts stopped", {
      shop: shopId,
      section: payload.sectionId,
      ...describeError(error),
    });
    await changeSection(db(), shopId, payload.sectionId as PayoutSection["sectionId"], { error: stopped });
    throw error;
  }
}

/**
 * Locks a section and, before it, its payout, so the sections of one payout are planned one after the other.
 */
async function lockPayoutAndSection(
  tx: Tx,
  shopId: ShopId,
  sectionId: string,
): Promise<PayoutSection | null> {
  const found = await findSection(tx, shopId, sectionId);
  if (!found) return null;
  await lockPayout(tx, shopId, found.payoutId);
  return await lockSection(tx, shopId, sectionId);
}

type PageWork = {
  readonly tx: Tx;
  readonly queue: Queue;
  readonly section: PayoutSection;
  readonly atOnce: number;
};

/** Plans the next affiliates of a locked section. True if there may be more. */
async function planPage({ tx, queue, section, atOnce }: PageWork, now: Date): Promise<boolean> {
  const { shopId, currency, plannedUpTo } = section;
  const ids = await candidateIds(tx, shopId, section, { after: plannedUpTo, limit: atOnce });
  const last = ids.at(-1);
  if (last === undefined) {
    await endPlanning(tx, queue, section, now);
    return false;
  }
  // The lock order of all postings: affiliates, then balances, then rows of payouts.
  await lockAffiliates(tx, shopId, ids);
  await lockPayees(tx, shopId, ids, currency);
  const payees = await readPayees(tx, shopId, section, { ids, at: now });
  const planned = await planPayments(tx, section, payees, now);
  await changeSection(tx, shopId, section.sectionId, {
    plannedUpTo: last,
    paymentCount: section.paymentCount + planned.count,
    totalMinor: section.totalMinor + planned.totalMinor,
    error: "",
  });
  return true;
}

async function planPayments(tx: Tx, section: PayoutSection, payees: readonly NamedPayee[], now: Date) {
  const { shopId, sectionId, method, currency } = section;
  const rule = await payRuleOf(shopId, section, tx);
  const judged = payees.map((payee) => ({ payee, pay: payOf(payee, rule) }));
  const rows = judged.flatMap(({ payee, pay }) =>
    typeof pay === "string" ? [] : [paymentRowOf({ shopId, sectionId, method, currency }, payee, pay, now)],
  );
  const made = await insertPayments(tx, rows);
  const planned = rows.filter((row) => made.has(row.paymentId));
  const postings = planned.flatMap((row) =>
    startEntries(row).map((draft) => ({ ...draft, happenedAt: now })),
  );
  await postEntries(tx, shopId, postings, now);
  await coverPayments(tx, shopId, { payments: planned, cutoffAt: section.cutoffAt, now });
  const skipped = skippedPayees(judged, new Set(planned.map((row) => row.affiliateId)));
  await insertSkipped(tx, await rowsOfSkipped(tx, section, { rule, skipped }));
  const amounts = planned.map((row) => ({ minor: row.amountMinor, currency: row.currency }));
  return { count: planned.length, totalMinor: sumMoney(amounts, currency).minor };
}

type Skipped = { readonly payee: NamedPayee; readonly reason: NotPaidReason };

/** Affiliates who are not paid, with the current reason. Affiliates who have a payment already are not skipped. */
function skippedPayees(
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
  { shopId, payoutId, currency, method }: PayoutSection,
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

type SectionScope = Pick<PayoutSection, "shopId" | "sectionId" | "method" | "currency">;

function paymentRowOf(of: SectionScope, { affiliateId, details }: NamedPayee, pay: Pay, now: Date) {
  return {
    ...of,
    paymentId: newId<PaymentId>(idPrefixes.payment, now),
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
async function endPlanning(tx: Tx, queue: Queue, section: PayoutSection, now: Date): Promise<void> {
  const { shopId, sectionId, currency, totalMinor, paymentCount } = section;
  const isEmpty = paymentCount === 0;
  await changeSection(tx, shopId, sectionId, {
    status: isEmpty ? "done" : "planned",
    finishedAt: isEmpty ? now : null,
    error: "",
  });
  await recordAudit(tx, shopId, {
    subjectKind: "payout_section",
    subjectId: sectionId,
    action: "planned",
    actor: systemActor,
    details: { payments: paymentCount, totalMinor: String(totalMinor), currency },
    now,
  });
  await settlePlan(tx, queue, section);
}
