import type { Acting } from "#app/domain/context.ts";
import {
  type AffiliateId,
  idPrefixes,
  type PayoutSectionId,
  type PayoutId,
  type PaymentId,
  type ShopId,
} from "#app/domain/ids.ts";
import { startEntries } from "#app/domain/payouts/payment.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { findAffiliateNamed, lockAffiliates } from "#app/store/affiliates.ts";
import { recordAudit } from "#app/store/audit.ts";
import { isBeingUndone } from "#app/store/imported-balances.ts";
import { postEntries } from "#app/store/ledger.ts";
import { insertSection } from "#app/store/payout-requests.ts";
import { insertPayments } from "#app/store/payout-plan.ts";
import { insertPayout } from "#app/store/payouts.ts";
import type { StatementLineRow } from "#app/store/provider-statements.ts";
import { findNamedPayments, recordedPayments } from "#app/store/statement-matching.ts";
import { coverPaidOutside } from "./cover-payments.ts";
import { movePayments } from "./move-payments.ts";

type RecordPaymentInput = {
  /** The affiliate's id, email address or referral code. */
  readonly affiliate: string;
  readonly note: string;
};

export type RecordedPayment = {
  readonly number: number;
  readonly paymentId: PaymentId;
  readonly sectionId: PayoutSectionId;
};

/**
 * Records a payment that a statement has and the app does not: as a manual payout to an affiliate named by a person,
 * started and paid like any other (M16). It reduces the available balance; below zero, the affiliate owes it. A
 * returned payment was paid and came back, so the balance stays. Refuses if it is recorded already, or while another
 * payout of the affiliate is open or an import with their balance is being undone.
 */
export async function recordPayment(
  tx: Tx,
  line: StatementLineRow,
  asked: RecordPaymentInput,
  by: Acting,
): Promise<RecordedPayment | Refusal> {
  const { shopId, currency, amountMinor, number } = line;
  const affiliate = await findAffiliateNamed(tx, shopId, asked.affiliate);
  if (!affiliate) return refuse("invalid", { code: "not_found", what: "affiliate" }, "affiliate");
  const { affiliateId } = affiliate;
  await lockAffiliates(tx, shopId, [affiliateId]);
  if (await isRecorded(tx, line)) {
    return refuse("conflict", { code: "line_is_payout", line: number });
  }
  const sectionId = newId<PayoutSectionId>(idPrefixes.payoutSection, by.now);
  const payment = {
    paymentId: newId<PaymentId>(idPrefixes.payment, by.now),
    affiliateId,
    currency,
    amountMinor,
    withheldMinor: 0n,
    revision: 1,
  };
  const { now } = by;
  await insertPayoutOf(tx, line, { sectionId, affiliateId, by });
  const row = {
    shopId,
    sectionId,
    method: "manual",
    status: "planned",
    receiver: line.receiver,
    plannedAt: now,
  } as const;
  const made = await insertPayments(tx, [{ ...row, ...payment }]);
  if (made.size === 0) {
    return refuse("conflict", { code: "payout_open" }, "affiliate");
  }
  const happenedAt = line.at ?? now;
  await postEntries(
    tx,
    shopId,
    startEntries(payment).map((one) => ({ ...one, happenedAt })),
    now,
  );
  // The postings locked the balance, as the start of an undo does.
  if (await isBeingUndone(tx, shopId, affiliateId)) {
    return refuse("conflict", { code: "import_being_undone" }, "affiliate");
  }
  await coverPaidOutside(tx, shopId, payment, now);
  await markPaid(tx, line, { paymentId: payment.paymentId, happenedAt, note: asked.note }, by);
  if (line.outcome === "returned") {
    const back = { said: "person", to: "returned" } as const;
    await movePayments(
      tx,
      shopId,
      [{ paymentId: payment.paymentId, move: back, happenedAt, reason: asked.note }],
      by,
    );
  }
  await auditRecordedPayment(tx, line, { sectionId, affiliateId, note: asked.note }, by);
  return { number, paymentId: payment.paymentId, sectionId };
}

type RecordedPayee = {
  readonly sectionId: PayoutSectionId;
  readonly affiliateId: AffiliateId;
  readonly by: Acting;
};

/** Inserts a payout with one section, paid manually. */
async function insertPayoutOf(
  tx: Tx,
  { shopId, currency, amountMinor }: StatementLineRow,
  { sectionId, affiliateId, by: { actor, now } }: RecordedPayee,
): Promise<void> {
  const payoutId = newId<PayoutId>(idPrefixes.payout, now);
  await insertPayout(tx, { shopId, payoutId, createdBy: actor, createdAt: now });
  await insertSection(tx, {
    shopId,
    sectionId,
    payoutId,
    method: "manual",
    currency,
    status: "sending",
    chosen: [affiliateId],
    paymentCount: 1,
    totalMinor: amountMinor,
    createdBy: actor,
    createdAt: now,
    confirmedBy: actor,
    confirmedAt: now,
  });
}

/** True if two statements report one payment: it is a payout already, by its transaction or by the other line. */
async function isRecorded(tx: Tx, line: StatementLineRow) {
  const { shopId, providerItemId, providerTransactionId, identity } = line;
  if ((await recordedPayments(tx, shopId, [identity])).size > 0) return true;
  const found = await findNamedPayments(tx, shopId, {
    paymentIds: [],
    providerItemIds: [providerItemId].filter(Boolean),
    transactionIds: [providerTransactionId].filter(Boolean),
  });
  return found.length > 0;
}

type PaidOutside = { readonly paymentId: PaymentId; readonly happenedAt: Date; readonly note: string };

async function markPaid(
  tx: Tx,
  line: StatementLineRow,
  { paymentId, happenedAt, note }: PaidOutside,
  by: Acting,
): Promise<void> {
  const told = {
    providerItemId: line.providerItemId || undefined,
    providerTransactionId: line.providerTransactionId || undefined,
    providerStatus: line.providerStatus || undefined,
    feeMinor: line.feeMinor ?? undefined,
    reason: note,
  };
  const move = { said: "person", to: "paid" } as const;
  await movePayments(tx, line.shopId, [{ paymentId, move, happenedAt, ...told }], by);
}

type RecordedSection = {
  readonly sectionId: PayoutSectionId;
  readonly affiliateId: AffiliateId;
  readonly note: string;
};

async function auditRecordedPayment(
  tx: Tx,
  { shopId, statementId, number }: { shopId: ShopId; statementId: string; number: number },
  { sectionId, affiliateId, note }: RecordedSection,
  { actor, now }: Acting,
): Promise<void> {
  await recordAudit(tx, shopId, {
    subjectKind: "payout_section",
    subjectId: sectionId,
    action: "recorded",
    actor,
    details: { statementId, line: number, affiliateId, note },
    now,
  });
}
