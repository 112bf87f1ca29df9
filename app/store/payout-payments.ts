import { and, asc, eq, getTableColumns, inArray, isNull, max, sql } from "drizzle-orm";
import type { PayoutSectionId, PayoutRequestId, PayoutDetailsId, PaymentId, ShopId } from "../domain/ids.ts";
import { isOpen, type PaymentState, paymentStates } from "../domain/payouts/payment.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { ledgerEntries } from "./schema/ledger.ts";
import { affiliates } from "./schema/affiliates.ts";
import { payoutRequests, payoutDetails, payoutPauses, payoutPayments } from "./schema/payouts.ts";

type Row = typeof payoutPayments.$inferSelect;
export type PaymentRow = Omit<Row, "status"> & { readonly status: PaymentState };

export const paymentRow = (row: Row): PaymentRow => ({ ...row, status: row.status as PaymentState });

export async function findPayment(db: Db, shopId: ShopId, paymentId: PaymentId): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.paymentId, paymentId)));
  return row ? paymentRow(row) : null;
}

/** Payments by id. Ids that the shop does not have are missing. */
export async function findPayments(
  db: Db,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<PaymentRow[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), isOneOf(payoutPayments.paymentId, paymentIds)));
  return rows.map(paymentRow);
}

/** The next payments of a section in some states. */
export async function paymentIdsIn(
  db: Db,
  shopId: ShopId,
  query: {
    readonly sectionId: PayoutSectionId;
    readonly statuses: readonly PaymentState[];
    readonly limit: number;
  },
): Promise<PaymentId[]> {
  const rows = await db
    .select({ paymentId: payoutPayments.paymentId })
    .from(payoutPayments)
    .where(
      and(
        eq(payoutPayments.shopId, shopId),
        eq(payoutPayments.sectionId, query.sectionId),
        inArray(payoutPayments.status, [...query.statuses]),
      ),
    )
    .orderBy(asc(payoutPayments.paymentId))
    .limit(query.limit);
  return rows.map((row) => row.paymentId);
}

/** Locks payments in the order of their ids, as every writer of several does. */
export async function lockPayments(
  tx: Tx,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<PaymentRow[]> {
  if (paymentIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), isOneOf(payoutPayments.paymentId, paymentIds)))
    .orderBy(asc(payoutPayments.paymentId))
    .for("update");
  return rows.map(paymentRow);
}

/** The columns of a payment after a move. Amounts and receiver never change. */
export type PaymentChange = Pick<
  Row,
  | "paymentId"
  | "status"
  | "revision"
  | "feeMinor"
  | "providerItemId"
  | "providerTransactionId"
  | "providerStatus"
  | "reason"
  | "contradiction"
  | "sentAt"
  | "settledAt"
  | "closedAt"
>;

/** Updates payments. The caller has locked their rows. */
export async function updatePayments(
  tx: Tx,
  shopId: ShopId,
  changes: readonly PaymentChange[],
): Promise<void> {
  if (changes.length === 0) return;
  const given = changes.map((one) => ({
    payment_id: one.paymentId,
    status: one.status,
    revision: one.revision,
    fee_minor: one.feeMinor.toString(),
    provider_item_id: one.providerItemId,
    provider_transaction_id: one.providerTransactionId,
    provider_status: one.providerStatus,
    reason: one.reason,
    contradiction: one.contradiction,
    sent_at: one.sentAt,
    settled_at: one.settledAt,
    closed_at: one.closedAt,
  }));
  await tx.execute(sql`
    update payout_payments set status = given.status, revision = given.revision, fee_minor = given.fee_minor,
      provider_item_id = given.provider_item_id, provider_transaction_id = given.provider_transaction_id,
      provider_status = given.provider_status, reason = given.reason, contradiction = given.contradiction,
      sent_at = given.sent_at, settled_at = given.settled_at, closed_at = given.closed_at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (payment_id text, status text, revision int,
      fee_minor bigint, provider_item_id text, provider_transaction_id text, provider_status text, reason text,
      contradiction text, sent_at timestamptz, settled_at timestamptz, closed_at timestamptz)
    where payout_payments.shop_id = ${shopId} and payout_payments.payment_id = given.payment_id`);
}

/** The provider's fees posted for some payments from the shop's bank, according to the ledger. Minor units. */
export async function feesPosted(
  db: Db,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<Map<PaymentId, bigint>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .select({
      subject: ledgerEntries.subject,
      sum: sql<string>`sum(case when ${ledgerEntries.debitAccount} = 'fees' then ${ledgerEntries.amountMinor}
        else -${ledgerEntries.amountMinor} end)::text`,
    })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.shopId, shopId),
        isOneOf(ledgerEntries.subject, paymentIds),
        eq(ledgerEntries.code, "fee"),
        isOneOf(ledgerEntries.debitAccount, ["fees", "bank"]),
      ),
    )
    .groupBy(ledgerEntries.subject);
  return new Map(rows.map((row) => [row.subject as PaymentId, BigInt(row.sum)]));
}

export async function paymentsOfRequest(
  db: Db,
  shopId: ShopId,
  requestId: PayoutRequestId,
): Promise<PaymentRow[]> {
  const rows = await db
    .select()
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.requestId, requestId)))
    .orderBy(asc(payoutPayments.paymentId));
  return rows.map(paymentRow);
}

export async function paymentsOfSepaFiles(
  db: Db,
  shopId: ShopId,
  requestIds: readonly PayoutRequestId[],
): Promise<PaymentRow[]> {
  if (requestIds.length === 0) return [];
  const rows = await db
    .select(getTableColumns(payoutPayments))
    .from(payoutPayments)
    .innerJoin(
      payoutRequests,
      and(
        eq(payoutRequests.shopId, payoutPayments.shopId),
        eq(payoutRequests.requestId, payoutPayments.requestId),
      ),
    )
    .where(
      and(
        eq(payoutPayments.shopId, shopId),
        isOneOf(payoutPayments.requestId, requestIds),
        eq(payoutRequests.providerId, "sepa"),
      ),
    )
    .orderBy(asc(payoutPayments.paymentId));
  return rows.map(paymentRow);
}

/** Locks payments of a section that are in no request or file yet, by id. */
export async function lockUnassigned(
  tx: Tx,
  shopId: ShopId,
  query: { readonly sectionId: PayoutSectionId; readonly limit: number },
): Promise<PaymentRow[]> {
  const rows = await tx
    .select()
    .from(payoutPayments)
    .where(
      and(
        eq(payoutPayments.shopId, shopId),
        eq(payoutPayments.sectionId, query.sectionId),
        eq(payoutPayments.status, "planned"),
        isNull(payoutPayments.requestId),
      ),
    )
    .orderBy(asc(payoutPayments.paymentId))
    .limit(query.limit)
    .for("update");
  return rows.map(paymentRow);
}

/** Assigns payments to their request or file. This never changes. */
export async function putIntoRequest(
  tx: Tx,
  shopId: ShopId,
  requestId: PayoutRequestId,
  paymentIds: readonly PaymentId[],
): Promise<void> {
  await tx
    .update(payoutPayments)
    .set({ requestId })
    .where(and(eq(payoutPayments.shopId, shopId), inArray(payoutPayments.paymentId, [...paymentIds])));
}

/** True if the section, or one of its requests or files, has an open payment. */
export async function hasOpenPayments(
  db: Db,
  shopId: ShopId,
  of: { readonly sectionId: PayoutSectionId; readonly requestId?: PayoutRequestId },
): Promise<boolean> {
  const [row] = await db
    .select({ paymentId: payoutPayments.paymentId })
    .from(payoutPayments)
    .where(
      and(
        eq(payoutPayments.shopId, shopId),
        of.requestId === undefined
          ? eq(payoutPayments.sectionId, of.sectionId)
          : eq(payoutPayments.requestId, of.requestId),
        inArray(payoutPayments.status, paymentStates.filter(isOpen)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** When the last payment of a request or file arrived. Null if none did. */
export async function newestPayment(
  db: Db,
  shopId: ShopId,
  requestId: PayoutRequestId,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(payoutPayments.settledAt) })
    .from(payoutPayments)
    .where(and(eq(payoutPayments.shopId, shopId), eq(payoutPayments.requestId, requestId)));
  return row?.at ?? null;
}

export type FreezeSource = {
  readonly paymentId: PaymentId;
  /** The affiliate's status (M20). */
  readonly affiliateStatus: string;
  readonly affiliateName: string;
  readonly affiliateEmail: string;
  readonly isHeld: boolean;
  /** The payout details that the payment was planned with, sealed. Null if there are none. */
  readonly detailsId: PayoutDetailsId | null;
  readonly sealed: string | null;
  /** When these details were replaced or withdrawn. */
  readonly detailsEndedAt: Date | null;
};

/** Reads the data that decides, just before sending, if planned payments are sent and where to. */
export async function freezeSources(
  tx: Tx,
  shopId: ShopId,
  paymentIds: readonly PaymentId[],
): Promise<Map<PaymentId, FreezeSource>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await tx
    .select({
      paymentId: payoutPayments.paymentId,
      affiliateStatus: affiliates.status,
      affiliateName: affiliates.name,
      affiliateEmail: affiliates.email,
      isHeld: sql<boolean>`${payoutPauses.affiliateId} is not null`,
      detailsId: payoutPayments.detailsId,
      sealed: payoutDetails.sealed,
      detailsEndedAt: payoutDetails.endedAt,
    })
    .from(payoutPayments)
    .innerJoin(
      affiliates,
      and(
        eq(affiliates.shopId, payoutPayments.shopId),
        eq(affiliates.affiliateId, payoutPayments.affiliateId),
      ),
    )
    .leftJoin(
      payoutPauses,
      and(
        eq(payoutPauses.shopId, payoutPayments.shopId),
        eq(payoutPauses.affiliateId, payoutPayments.affiliateId),
      ),
    )
    .leftJoin(
      payoutDetails,
      and(
        eq(payoutDetails.shopId, payoutPayments.shopId),
        eq(payoutDetails.detailsId, payoutPayments.detailsId),
      ),
    )
    .where(and(eq(payoutPayments.shopId, shopId), isOneOf(payoutPayments.paymentId, paymentIds)));
  return new Map(rows.map((row) => [row.paymentId, row]));
}
