import type { ShopId } from "#app/domain/ids.ts";
import type { BatchStatus } from "#app/domain/payouts/batch.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { type AuditEvent, listAudit } from "#app/store/audit.ts";
import { type TransferRow, transfersOf } from "#app/store/ledger.ts";
import { coveredLines } from "#app/store/covered-lines.ts";
import { findBatch, type PayoutBatch, type StateSum, stateSums } from "#app/store/payout-chunks.ts";
import {
  countItems,
  findNamedItem,
  type ItemFilter,
  listItems,
  type NamedItem,
} from "#app/store/payout-item-list.ts";
import { leftOutSums, type LeftOutSum } from "#app/store/payout-left-out.ts";
import {
  countPayouts,
  findPayout,
  findSection,
  listPayouts,
  type Payout,
  type PayoutFilter,
  type PayoutPosition,
  type SectionFacts,
  sectionsOf,
} from "#app/store/payouts.ts";
import { type ListPart, readWholeWithin, readWithin, type Take, thisList } from "#app/store/read-within.ts";
import { countStaff } from "#app/store/staff.ts";

const exportedAtOnce = 1000;

type Paged = { readonly page: number; readonly limit: number };

export type PayoutRow = { readonly payout: Payout; readonly sections: readonly SectionFacts[] };

/** One page of payouts with their sections, newest first, and how many there are. */
export async function readPayouts(
  shopId: ShopId,
  filter: PayoutFilter,
  { page, limit, below }: Paged & { readonly below?: PayoutPosition | undefined },
): Promise<{ payouts: PayoutRow[]; total: number; last: PayoutPosition | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit };
    const rows = await listPayouts(tx, shopId, asked, below);
    const shown = rows.slice(0, limit);
    const end = rows.length > limit ? shown.at(-1) : undefined;
    const last = end ? { at: end.createdAt, id: end.payoutId } : null;
    const payouts = await withSections(tx, shopId, shown);
    return { payouts, total: await countPayouts(tx, shopId, filter), last };
  });
}

async function withSections(tx: Db, shopId: ShopId, payouts: readonly Payout[]): Promise<PayoutRow[]> {
  const ids = payouts.map((one) => one.payoutId);
  const sections = await sectionsOf(tx, shopId, ids);
  return payouts.map((payout) => ({
    payout,
    sections: sections.filter(({ batch }) => batch.payoutId === payout.payoutId),
  }));
}

/** The sections of every payout that matches, newest payout first, all of one moment. */
export async function readAllSections(
  shopId: ShopId,
  filter: PayoutFilter,
  take: Take<SectionFacts>,
): Promise<null | Refusal> {
  const read = async (tx: Db, below: PayoutPosition | undefined) => {
    const payouts = await listPayouts(tx, shopId, { filter, limit: exportedAtOnce, offset: 0 }, below);
    const end = payouts.length === exportedAtOnce ? payouts.at(-1) : undefined;
    const rows = (await withSections(tx, shopId, payouts)).flatMap(({ sections }) => sections);
    return { rows, next: end ? { at: end.createdAt, id: end.payoutId } : null };
  };
  return await readWholeWithin(thisList, read, take);
}

/** How many payouts wait for the merchant. */
export async function countPayoutsToDo(shopId: ShopId): Promise<number> {
  return await countPayouts(db(), shopId, { view: "needs-attention" });
}

export type PayoutDetail = PayoutRow & {
  /** Counts of the affiliates that it skipped when it was planned, by reason. */
  readonly leftOut: readonly LeftOutSum[];
  /** How many people of the store have opened the app: one alone cannot confirm twice. */
  readonly staffCount: number;
  readonly history: readonly AuditEvent[];
};

/** One payout with its sections, whom it skipped and what was done about it; null where there is none of that id. */
export async function readPayoutDetail(shopId: ShopId, id: string): Promise<PayoutDetail | null> {
  const payout = await findPayout(db(), shopId, id);
  if (!payout) return null;
  const sections = await sectionsOf(db(), shopId, [payout.payoutId]);
  const [leftOut, staffCount, ...histories] = await Promise.all([
    leftOutSums(db(), shopId, payout.payoutId),
    countStaff(db(), shopId),
    ...sections.map(({ batch }) => listAudit(db(), shopId, { kind: "payout_batch", id: batch.batchId })),
  ]);
  const history = histories.flat().toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return { payout, sections, leftOut, staffCount, history };
}

/** One payout by itself, or a refusal. */
export async function readPayout(shopId: ShopId, id: string): Promise<Payout | Refusal> {
  return (await findPayout(db(), shopId, id)) ?? noSuchPayout;
}

const noSuchPayout = refuse("not-found", "There is no such payout");

export type SectionView = {
  readonly section: SectionFacts;
  readonly states: readonly StateSum[];
  readonly staffCount: number;
  readonly history: readonly AuditEvent[];
};

/** One section by itself, or a refusal. */
export async function readBatch(shopId: ShopId, id: string): Promise<PayoutBatch | Refusal> {
  return (await findBatch(db(), shopId, id)) ?? refuse("not-found", "There is no such section of a payout");
}

/** One section with where its payments stand and what was done about it; null where there is none of that id. */
export async function readSection(shopId: ShopId, id: string): Promise<SectionView | null> {
  const section = await findSection(db(), shopId, id);
  if (!section) return null;
  const { batchId } = section.batch;
  const [states, staffCount, history] = await Promise.all([
    stateSums(db(), shopId, batchId),
    countStaff(db(), shopId),
    listAudit(db(), shopId, { kind: "payout_batch", id: batchId }),
  ]);
  return { section, states, staffCount, history };
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
