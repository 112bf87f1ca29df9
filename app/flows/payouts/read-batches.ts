import type { ShopId } from "#app/domain/ids.ts";
import type { BatchStatus } from "#app/domain/payouts/batch.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { type AuditEvent, listAudit } from "#app/store/audit.ts";
import { type TransferRow, transfersOf } from "#app/store/ledger.ts";
import {
  type BatchFilter,
  type BatchPosition,
  countBatches,
  findBatch,
  listBatches,
  type PayoutBatch,
  type StateSum,
  stateSums,
} from "#app/store/payout-batches.ts";
import { coveredLines } from "#app/store/covered-lines.ts";
import {
  countItems,
  findNamedItem,
  type ItemFilter,
  listItems,
  type NamedItem,
} from "#app/store/payout-item-list.ts";
import { leftOutSums, type LeftOutSum } from "#app/store/payout-left-out.ts";
import { type ListPart, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";
import { countStaff } from "#app/store/staff.ts";

const exportedAtOnce = 1000;

type Paged = { readonly page: number; readonly limit: number };

/** One page of batches, newest first, and how many there are. */
export async function readBatches(
  shopId: ShopId,
  filter: BatchFilter,
  { page, limit, below }: Paged & { readonly below?: BatchPosition | undefined },
): Promise<{ batches: PayoutBatch[]; total: number; last: BatchPosition | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit };
    const rows = await listBatches(tx, shopId, asked, below);
    const batches = rows.slice(0, limit);
    const end = rows.length > limit ? batches.at(-1) : undefined;
    const last = end ? { at: end.createdAt, id: end.batchId } : null;
    return { batches, total: await countBatches(tx, shopId, filter), last };
  });
}

/** Every batch that matches, newest first, all of one moment. */
export async function readAllBatches(
  shopId: ShopId,
  filter: BatchFilter,
  take: Take<PayoutBatch>,
): Promise<null | Refusal> {
  const read = async (tx: Db, below: BatchPosition | undefined) => {
    const rows = await listBatches(tx, shopId, { filter, limit: exportedAtOnce, offset: 0 }, below);
    const end = rows.length === exportedAtOnce ? rows.at(-1) : undefined;
    return { rows, next: end ? { at: end.createdAt, id: end.batchId } : null };
  };
  return await readWholeWithin(thisList, read, take);
}

export type BatchView = {
  readonly batch: PayoutBatch;
  readonly states: readonly StateSum[];
  /** Whom it did not pay when it was planned, by the reason. */
  readonly leftOut: readonly LeftOutSum[];
  /** How many people of the store have opened the app: one alone cannot approve. */
  readonly staffCount: number;
  readonly history: readonly AuditEvent[];
};

/** One batch by itself, or a refusal. */
export async function readPayout(shopId: ShopId, id: string): Promise<PayoutBatch | Refusal> {
  return (await findBatch(db(), shopId, id)) ?? refuse("not-found", "There is no such payout");
}

/** One batch with where its items stand and what was done about it; null where the shop has none of that id. */
export async function readBatch(shopId: ShopId, id: string): Promise<BatchView | null> {
  const batch = await findBatch(db(), shopId, id);
  if (!batch) return null;
  const [states, leftOut, staffCount, history] = await Promise.all([
    stateSums(db(), shopId, batch.batchId),
    leftOutSums(db(), shopId, batch.batchId),
    countStaff(db(), shopId),
    listAudit(db(), shopId, { kind: "payout_batch", id: batch.batchId }),
  ]);
  return { batch, states, leftOut, staffCount, history };
}

/** One page of items, and how many there are; `after` goes on behind an item and replaces the page. */
export async function readItems(
  shopId: ShopId,
  filter: ItemFilter,
  { page, limit, after }: Paged & { readonly after?: string | undefined },
): Promise<{ items: NamedItem[]; total: number; last: string | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
    const rows = await listItems(tx, shopId, asked);
    const items = rows.slice(0, limit);
    const last = rows.length > limit ? (items.at(-1)?.itemId ?? null) : null;
    return { items, total: await countItems(tx, shopId, filter), last };
  });
}

/** Every item that matches, all of one moment. */
export async function readAllItems(
  shopId: ShopId,
  filter: ItemFilter,
  take: Take<NamedItem>,
): Promise<null | Refusal> {
  const read = (tx: Db, after: string | undefined) => itemsPart(tx, shopId, { filter, after });
  return await readWholeWithin(thisList, read, take);
}

type PartAsked = { readonly filter: ItemFilter; readonly after: string | undefined };

/** Some of them, behind an item. */
export async function itemsPart(
  tx: Db,
  shopId: ShopId,
  { filter, after = "" }: PartAsked,
): Promise<ListPart<NamedItem, string>> {
  const rows = await listItems(tx, shopId, { filter, limit: exportedAtOnce, offset: 0, after });
  return { rows, next: rows.length === exportedAtOnce ? (rows.at(-1)?.itemId ?? null) : null };
}

/** How many batches wait for a person, for a yes or because something stopped them, and how many payments do. */
export async function countPayoutsToLookAt(
  shopId: ShopId,
): Promise<{ readonly batches: number; readonly payments: number }> {
  const [batches, payments] = await Promise.all([
    countBatches(db(), shopId, { status: "waiting" }),
    countItems(db(), shopId, { person: "" }),
  ]);
  return { batches, payments };
}

export type ItemView = {
  readonly item: NamedItem;
  /** Where its batch stands. */
  readonly batchStatus: BatchStatus;
  readonly transfers: readonly TransferRow[];
  readonly history: readonly AuditEvent[];
  /** The first of the lines that it covers, and how many there are. */
  readonly covers: Awaited<ReturnType<typeof coveredLines>>;
};

const coveredShown = 250;

/** One item with its transfers and what people decided about it; null where the shop has none of that id. */
export async function readItem(shopId: ShopId, id: string): Promise<ItemView | null> {
  const item = await findNamedItem(db(), shopId, id);
  if (!item) return null;
  const [batch, transfers, history, covers] = await Promise.all([
    findBatch(db(), shopId, item.batchId),
    transfersOf(db(), shopId, [item.itemId]),
    listAudit(db(), shopId, { kind: "payout_item", id: item.itemId }),
    coveredLines(db(), shopId, item.itemId, coveredShown),
  ]);
  return batch && { item, batchStatus: batch.status, transfers, history, covers };
}
