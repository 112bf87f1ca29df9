import { and, asc, eq, getTableColumns, inArray, isNull, max, sql } from "drizzle-orm";
import type { PayoutBatchId, PayoutChunkId, PayoutDetailsId, PayoutItemId, ShopId } from "../domain/ids.ts";
import { isOpen, type ItemState, itemStates } from "../domain/payouts/item.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { ledgerTransfers } from "./schema/ledger.ts";
import { affiliates } from "./schema/affiliates.ts";
import { payoutChunks, payoutDetails, payoutHolds, payoutItems } from "./schema/payouts.ts";

type Row = typeof payoutItems.$inferSelect;
export type PayoutItemRow = Omit<Row, "status"> & { readonly status: ItemState };

const known = (row: Row): PayoutItemRow => ({ ...row, status: row.status as ItemState });

/** One payment, or null. */
export async function findItem(db: Db, shopId: ShopId, itemId: PayoutItemId): Promise<PayoutItemRow | null> {
  const [row] = await db
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.itemId, itemId)));
  return row ? known(row) : null;
}

/** Payments by id. Ids that the shop does not have are missing. */
export async function findItems(
  db: Db,
  shopId: ShopId,
  itemIds: readonly PayoutItemId[],
): Promise<PayoutItemRow[]> {
  if (itemIds.length === 0) return [];
  const rows = await db
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), isOneOf(payoutItems.itemId, itemIds)));
  return rows.map(known);
}

/** The next payments of a section in some states. */
export async function itemIdsIn(
  db: Db,
  shopId: ShopId,
  asked: {
    readonly batchId: PayoutBatchId;
    readonly statuses: readonly ItemState[];
    readonly limit: number;
  },
): Promise<PayoutItemId[]> {
  const rows = await db
    .select({ itemId: payoutItems.itemId })
    .from(payoutItems)
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        eq(payoutItems.batchId, asked.batchId),
        inArray(payoutItems.status, [...asked.statuses]),
      ),
    )
    .orderBy(asc(payoutItems.itemId))
    .limit(asked.limit);
  return rows.map((row) => row.itemId);
}

/** Locks payments in the order of their ids, as every writer of several does. */
export async function lockItems(
  tx: Tx,
  shopId: ShopId,
  itemIds: readonly PayoutItemId[],
): Promise<PayoutItemRow[]> {
  if (itemIds.length === 0) return [];
  const rows = await tx
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), isOneOf(payoutItems.itemId, itemIds)))
    .orderBy(asc(payoutItems.itemId))
    .for("update");
  return rows.map(known);
}

/** The columns of a payment after a move. Amounts and receiver never change. */
export type ItemChange = Pick<
  Row,
  | "itemId"
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
export async function updateItems(tx: Tx, shopId: ShopId, changes: readonly ItemChange[]): Promise<void> {
  if (changes.length === 0) return;
  const given = changes.map((one) => ({
    item_id: one.itemId,
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
    update payout_items set status = given.status, revision = given.revision, fee_minor = given.fee_minor,
      provider_item_id = given.provider_item_id, provider_transaction_id = given.provider_transaction_id,
      provider_status = given.provider_status, reason = given.reason, contradiction = given.contradiction,
      sent_at = given.sent_at, settled_at = given.settled_at, closed_at = given.closed_at
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (item_id text, status text, revision int,
      fee_minor bigint, provider_item_id text, provider_transaction_id text, provider_status text, reason text,
      contradiction text, sent_at timestamptz, settled_at timestamptz, closed_at timestamptz)
    where payout_items.shop_id = ${shopId} and payout_items.item_id = given.item_id`);
}

/** The provider's fees posted for some payments from the shop's bank, according to the ledger. Minor units. */
export async function feesPosted(
  db: Db,
  shopId: ShopId,
  itemIds: readonly PayoutItemId[],
): Promise<Map<PayoutItemId, bigint>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .select({
      subject: ledgerTransfers.subject,
      sum: sql<string>`sum(case when ${ledgerTransfers.debitAccount} = 'fees' then ${ledgerTransfers.amountMinor}
        else -${ledgerTransfers.amountMinor} end)::text`,
    })
    .from(ledgerTransfers)
    .where(
      and(
        eq(ledgerTransfers.shopId, shopId),
        isOneOf(ledgerTransfers.subject, itemIds),
        eq(ledgerTransfers.code, "fee"),
        isOneOf(ledgerTransfers.debitAccount, ["fees", "bank"]),
      ),
    )
    .groupBy(ledgerTransfers.subject);
  return new Map(rows.map((row) => [row.subject as PayoutItemId, BigInt(row.sum)]));
}

/** The payments of a request or file, by id. */
export async function itemsOfChunk(db: Db, shopId: ShopId, chunkId: PayoutChunkId): Promise<PayoutItemRow[]> {
  const rows = await db
    .select()
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.chunkId, chunkId)))
    .orderBy(asc(payoutItems.itemId));
  return rows.map(known);
}

/** The payments of SEPA files that were downloaded. */
export async function itemsOfSepaFiles(
  db: Db,
  shopId: ShopId,
  chunkIds: readonly PayoutChunkId[],
): Promise<PayoutItemRow[]> {
  if (chunkIds.length === 0) return [];
  const rows = await db
    .select(getTableColumns(payoutItems))
    .from(payoutItems)
    .innerJoin(
      payoutChunks,
      and(eq(payoutChunks.shopId, payoutItems.shopId), eq(payoutChunks.chunkId, payoutItems.chunkId)),
    )
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        isOneOf(payoutItems.chunkId, chunkIds),
        eq(payoutChunks.providerId, "sepa"),
      ),
    )
    .orderBy(asc(payoutItems.itemId));
  return rows.map(known);
}

/** Locks payments of a section that are in no request or file yet, by id. */
export async function lockUnchunked(
  tx: Tx,
  shopId: ShopId,
  asked: { readonly batchId: PayoutBatchId; readonly limit: number },
): Promise<PayoutItemRow[]> {
  const rows = await tx
    .select()
    .from(payoutItems)
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        eq(payoutItems.batchId, asked.batchId),
        eq(payoutItems.status, "planned"),
        isNull(payoutItems.chunkId),
      ),
    )
    .orderBy(asc(payoutItems.itemId))
    .limit(asked.limit)
    .for("update");
  return rows.map(known);
}

/** Assigns payments to their request or file. This never changes. */
export async function putIntoChunk(
  tx: Tx,
  shopId: ShopId,
  chunkId: PayoutChunkId,
  itemIds: readonly PayoutItemId[],
): Promise<void> {
  await tx
    .update(payoutItems)
    .set({ chunkId })
    .where(and(eq(payoutItems.shopId, shopId), inArray(payoutItems.itemId, [...itemIds])));
}

/** True if the section, or one of its requests or files, has an open payment. */
export async function hasOpenItems(
  db: Db,
  shopId: ShopId,
  of: { readonly batchId: PayoutBatchId; readonly chunkId?: PayoutChunkId },
): Promise<boolean> {
  const [row] = await db
    .select({ itemId: payoutItems.itemId })
    .from(payoutItems)
    .where(
      and(
        eq(payoutItems.shopId, shopId),
        of.chunkId === undefined ? eq(payoutItems.batchId, of.batchId) : eq(payoutItems.chunkId, of.chunkId),
        inArray(payoutItems.status, itemStates.filter(isOpen)),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** When the last payment of a request or file arrived. Null if none did. */
export async function newestPayment(db: Db, shopId: ShopId, chunkId: PayoutChunkId): Promise<Date | null> {
  const [row] = await db
    .select({ at: max(payoutItems.settledAt) })
    .from(payoutItems)
    .where(and(eq(payoutItems.shopId, shopId), eq(payoutItems.chunkId, chunkId)));
  return row?.at ?? null;
}

export type FreezeSource = {
  readonly itemId: PayoutItemId;
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
  itemIds: readonly PayoutItemId[],
): Promise<Map<PayoutItemId, FreezeSource>> {
  if (itemIds.length === 0) return new Map();
  const rows = await tx
    .select({
      itemId: payoutItems.itemId,
      affiliateStatus: affiliates.status,
      affiliateName: affiliates.name,
      affiliateEmail: affiliates.email,
      isHeld: sql<boolean>`${payoutHolds.affiliateId} is not null`,
      detailsId: payoutItems.detailsId,
      sealed: payoutDetails.sealed,
      detailsEndedAt: payoutDetails.endedAt,
    })
    .from(payoutItems)
    .innerJoin(
      affiliates,
      and(eq(affiliates.shopId, payoutItems.shopId), eq(affiliates.affiliateId, payoutItems.affiliateId)),
    )
    .leftJoin(
      payoutHolds,
      and(eq(payoutHolds.shopId, payoutItems.shopId), eq(payoutHolds.affiliateId, payoutItems.affiliateId)),
    )
    .leftJoin(
      payoutDetails,
      and(eq(payoutDetails.shopId, payoutItems.shopId), eq(payoutDetails.detailsId, payoutItems.detailsId)),
    )
    .where(and(eq(payoutItems.shopId, shopId), isOneOf(payoutItems.itemId, itemIds)));
  return new Map(rows.map((row) => [row.itemId, row]));
}
