import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { type AuditEvent, listAudit } from "#app/store/audit.ts";
import { type TransferRow, transfersOf } from "#app/store/ledger.ts";
import {
  type BatchFilter,
  type BatchPosition,
  countBatches,
  countWaitingBatches,
  findBatch,
  listBatches,
  type PayoutBatch,
  type StateSum,
  stateSums,
} from "#app/store/payout-batches.ts";
import {
  countItems,
  findNamedItem,
  type ItemFilter,
  listItems,
  type NamedItem,
} from "#app/store/payout-item-list.ts";
import { leftOutSums, type LeftOutSum } from "#app/store/payout-left-out.ts";
import { countStaff } from "#app/store/staff.ts";

const exportedAtOnce = 1000;

type Paged = { readonly page: number; readonly limit: number };

/** One page of batches, newest first, and how many there are. */
export async function readBatches(
  shopId: ShopId,
  filter: BatchFilter,
  { page, limit, below }: Paged & { readonly below?: BatchPosition | undefined },
): Promise<{ batches: PayoutBatch[]; total: number; last: BatchPosition | null }> {
  const asked = { filter, limit: limit + 1, offset: (page - 1) * limit };
  const [total, rows] = await Promise.all([
    countBatches(db(), shopId, filter),
    listBatches(db(), shopId, asked, below),
  ]);
  const batches = rows.slice(0, limit);
  const end = rows.length > limit ? batches.at(-1) : undefined;
  return { batches, total, last: end ? { at: end.createdAt, id: end.batchId } : null };
}

/** Every batch that matches, newest first, page by page. */
export async function* readAllBatches(shopId: ShopId, filter: BatchFilter): AsyncGenerator<PayoutBatch[]> {
  let below: BatchPosition | undefined;
  do {
    const page: Awaited<ReturnType<typeof readBatches>> = await readBatches(shopId, filter, {
      page: 1,
      limit: exportedAtOnce,
      below,
    });
    yield page.batches;
    below = page.last ?? undefined;
  } while (below);
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
): Promise<{ items: NamedItem[]; total: number; last: string | null }> {
  const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
  const [total, rows] = await Promise.all([countItems(db(), shopId, filter), listItems(db(), shopId, asked)]);
  const items = rows.slice(0, limit);
  return { items, total, last: rows.length > limit ? (items.at(-1)?.itemId ?? null) : null };
}

/** Every item that matches, page by page. */
export async function* readAllItems(shopId: ShopId, filter: ItemFilter): AsyncGenerator<NamedItem[]> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const items: NamedItem[] = await listItems(db(), shopId, {
      filter,
      limit: exportedAtOnce,
      offset: 0,
      after,
    });
    yield items;
    after = items.length === exportedAtOnce ? items.at(-1)?.itemId : undefined;
  }
}

/** How many batches wait for a person, for a yes or because something stopped them, and how many payments do. */
export async function countPayoutsToLookAt(
  shopId: ShopId,
): Promise<{ readonly batches: number; readonly payments: number }> {
  const [batches, payments] = await Promise.all([
    countWaitingBatches(db(), shopId),
    countItems(db(), shopId, { person: "" }),
  ]);
  return { batches, payments };
}

export type ItemView = {
  readonly item: NamedItem;
  readonly transfers: readonly TransferRow[];
  readonly history: readonly AuditEvent[];
};

/** One item with its transfers and what people decided about it; null where the shop has none of that id. */
export async function readItem(shopId: ShopId, id: string): Promise<ItemView | null> {
  const item = await findNamedItem(db(), shopId, id);
  if (!item) return null;
  const [transfers, history] = await Promise.all([
    transfersOf(db(), shopId, [item.itemId]),
    listAudit(db(), shopId, { kind: "payout_item", id: item.itemId }),
  ]);
  return { item, transfers, history };
}
