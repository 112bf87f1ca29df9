import { idPrefixes, type PayoutChunkId, type ShopId } from "#app/domain/ids.ts";
import { sumMoney } from "#app/domain/money.ts";
import { chunkSizes, isHandedOver } from "#app/domain/payouts/chunk-size.ts";
import { whyNotSepa } from "#app/gateways/bank/sepa-file.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { lockBatch, type PayoutBatch } from "#app/store/payout-batches.ts";
import { insertChunks, nextOrdinal } from "#app/store/payout-chunks.ts";
import { openAccount } from "#app/store/payout-details.ts";
import {
  freezeSources,
  type FreezeSource,
  lockUnchunked,
  type PayoutItemRow,
  putIntoChunk,
} from "#app/store/payout-items.ts";
import { sealContent } from "#app/store/sealed-chunks.ts";
import { findShop } from "#app/store/shops.ts";
import { findStoreAccount } from "#app/store/store-accounts.ts";
import { bankPayment, contentOf, type Payment, whyNotPayable } from "./chunk-content.ts";
import { type ItemMove, moveItems } from "./move-items.ts";
import { whyBarred } from "./still-payable.ts";

/** Chunks of one payment each that are frozen in one transaction. */
const singlesAtOnce = 100;

/**
 * Puts the items of a batch that is to be sent into chunks whose content never changes any more (M17), one transaction
 * for each: whoever dies is followed by another. Items that may not be paid any more are posted back with the reason.
 */
export async function freezeBatch(shopId: ShopId, batchId: string, now: () => Date): Promise<void> {
  for (;;) {
    const isMore = await inTransaction((tx) => freezeNext(tx, shopId, { batchId, now: now() }));
    if (!isMore) return;
  }
}

async function freezeNext(
  tx: Tx,
  shopId: ShopId,
  { batchId, now }: { readonly batchId: string; readonly now: Date },
): Promise<boolean> {
  const batch = await lockBatch(tx, shopId, batchId);
  const shop = batch && (await findShop(tx, shopId));
  if (!batch || !shop || batch.status !== "sending" || !isHandedOver(batch.method)) return false;
  const size = chunkSizes[batch.method];
  const limit = size === 1 ? singlesAtOnce : size;
  const items = await lockUnchunked(tx, shopId, { batchId: batch.batchId, limit });
  if (items.length === 0) return false;
  const { payments, dropped } = await sortOut(tx, shopId, items, now);
  const chunks = size === 1 ? payments.map((one) => [one]) : await partsOf(tx, batch, payments);
  const storeName = shop.displayName ?? shop.storeName ?? shop.domain;
  await write(tx, { batch, storeName, chunks, now });
  const handed = payments.map(({ item }): ItemMove => {
    return { itemId: item.itemId, move: { said: "app", to: "sending" } };
  });
  await moveItems(tx, shopId, [...dropped, ...handed], { now });
  return items.length === limit;
}

/** For a store that pays by SEPA files, what SEPA cannot pay is a part of its own: one such payment bars the file. */
async function partsOf(tx: Tx, { shopId, method, currency }: PayoutBatch, payments: readonly Payment[]) {
  const isSepa = method === "bank" && currency === "EUR" && (await findStoreAccount(tx, shopId)) !== null;
  const isBarred = (one: Payment) => isSepa && whyNotSepa(bankPayment(one)) !== null;
  const parts = [payments.filter((one) => !isBarred(one)), payments.filter(isBarred)];
  return parts.filter((part) => part.length > 0);
}

const moneyOf = ({ amountMinor, currency }: PayoutItemRow) => ({ minor: amountMinor, currency });

type Frozen = {
  readonly batch: PayoutBatch;
  readonly storeName: string;
  readonly chunks: readonly (readonly Payment[])[];
  readonly now: Date;
};

async function write(tx: Tx, { batch, storeName, chunks, now }: Frozen): Promise<void> {
  const { shopId, batchId, currency } = batch;
  const first = await nextOrdinal(tx, shopId, batchId);
  const rows = chunks.map((payments, index) => {
    const chunkId = newId<PayoutChunkId>(idPrefixes.payoutChunk, now);
    const content = contentOf({ shopId, chunkId, currency, storeName }, payments);
    const row = {
      shopId,
      chunkId,
      batchId,
      ordinal: first + index,
      status: "ready" as const,
      ...sealContent(shopId, chunkId, content),
      itemCount: payments.length,
      totalMinor: sumMoney(
        payments.map(({ item }) => moneyOf(item)),
        currency,
      ).minor,
      // A file waits for the person who downloads it.
      nextAt: batch.method === "bank" ? null : now,
      createdAt: now,
    };
    return { row, itemIds: payments.map(({ item }) => item.itemId) };
  });
  await insertChunks(
    tx,
    rows.map(({ row }) => row),
  );
  for (const { row, itemIds } of rows) await putIntoChunk(tx, shopId, row.chunkId, itemIds);
}

/** Which of these items are handed over now, and which are posted back. */
async function sortOut(tx: Tx, shopId: ShopId, items: readonly PayoutItemRow[], now: Date) {
  const sources = await freezeSources(
    tx,
    shopId,
    items.map((one) => one.itemId),
  );
  const payments: Payment[] = [];
  const dropped: ItemMove[] = [];
  for (const item of items) {
    const judged = judge(shopId, { item, source: sources.get(item.itemId), now });
    if (typeof judged !== "string") payments.push(judged);
    else dropped.push({ itemId: item.itemId, move: { said: "app", to: "cancelled" }, reason: judged });
  }
  return { payments, dropped };
}

type Judged = {
  readonly item: PayoutItemRow;
  readonly source: FreezeSource | undefined;
  readonly now: Date;
};

/** Between the plan and now much may have happened; what holds now decides. */
function judge(shopId: ShopId, { item, source, now }: Judged): Payment | string {
  const barred = whyBarred(source, now);
  if (barred !== null) return barred;
  if (!source || source.detailsId === null || source.sealed === null) return "There are no payout details";
  const account = openAccount(shopId, { detailsId: source.detailsId, sealed: source.sealed });
  const payment = { item, source, account };
  return whyNotPayable(payment) ?? payment;
}
