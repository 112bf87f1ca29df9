import { isIdOf, type PayoutBatchId, type PayoutId, type ShopId } from "#app/domain/ids.ts";
import { batchIdentity, type BatchStatus } from "#app/domain/payouts/batch.ts";
import type { ItemState } from "#app/domain/payouts/item.ts";
import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { type Db, db, inSnapshot } from "#app/platform/db.server.ts";
import { type AuditEvent, listAudit } from "#app/store/audit.ts";
import { sumBatch } from "#app/store/ledger-book.ts";
import { coveredLines } from "#app/store/paid-lines.ts";
import { transfersOf } from "#app/store/ledger.ts";
import { findBatch, type PayoutBatch, stateSums } from "#app/store/payout-chunks.ts";
import { countItems, findNamedItem, type ItemFilter, listItems } from "#app/store/payout-item-list.ts";
import { leftOutSums } from "#app/store/payout-left-out.ts";
import {
  countPayouts,
  findPayout,
  findSection,
  listPayouts,
  type Payout,
  type PayoutFilter,
  type PayoutPosition,
  sectionsOf,
} from "#app/store/payouts.ts";
import {
  cutPage,
  type ListPart,
  readWholeWithin,
  readWithin,
  type Take,
  thisList,
} from "#app/store/read-within.ts";
import { countStaff } from "#app/store/staff.ts";
import { reconciledOfBatch } from "#app/store/statement-matching.ts";
import {
  type BatchBooks,
  paymentDetailOf,
  type PaymentView,
  paymentViewOf,
  type PayoutView,
  payoutViewOf,
  sectionDetailOf,
  type SectionView,
  sectionViewOf,
  skippedSumOf,
  type SkippedView,
} from "./payout-views.ts";
import { leftOutPart } from "./read-left-out.ts";

const exportedAtOnce = 1000;

type Paged = { readonly page: number; readonly limit: number };

/** One page of payouts with their sections, newest first, and how many there are. */
export async function readPayouts(
  shopId: ShopId,
  filter: PayoutFilter,
  { page, limit, below }: Paged & { readonly below?: PayoutPosition | undefined },
): Promise<{ payouts: PayoutView[]; total: number; last: PayoutPosition | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit };
    const rows = await listPayouts(tx, shopId, asked, below);
    const { shown, last: end } = cutPage(rows, limit);
    const last = end ? { at: end.createdAt, id: end.payoutId } : null;
    const found = await withSections(tx, shopId, shown);
    const payouts = found.map(({ payout, sections }) => payoutViewOf(payout, sections));
    return { payouts, total: await countPayouts(tx, shopId, filter), last };
  });
}

async function withSections(tx: Db, shopId: ShopId, payouts: readonly Payout[]) {
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
  take: Take<SectionView>,
): Promise<null | Refusal> {
  const read = async (tx: Db, below: PayoutPosition | undefined) => {
    const payouts = await listPayouts(tx, shopId, { filter, limit: exportedAtOnce, offset: 0 }, below);
    const end = payouts.length === exportedAtOnce ? payouts.at(-1) : undefined;
    const found = await withSections(tx, shopId, payouts);
    const rows = found.flatMap(({ sections }) => sections.map(sectionViewOf));
    return { rows, next: end ? { at: end.createdAt, id: end.payoutId } : null };
  };
  return await readWholeWithin(thisList, read, take);
}

type PayoutDetail = {
  readonly payout: PayoutView & {
    /** Counts of the affiliates that it skipped when it was planned, by reason. */
    readonly skipped: readonly ReturnType<typeof skippedSumOf>[];
  };
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
  const skipped = leftOut.map(skippedSumOf);
  return { payout: { ...payoutViewOf(payout, sections), skipped }, staffCount, history };
}

/** One payout by itself, or a refusal. */
export async function readPayout(shopId: ShopId, id: string): Promise<Payout | Refusal> {
  return (await findPayout(db(), shopId, id)) ?? noSuchPayout;
}

const noSuchPayout = refuse("not-found", "There is no such payout");

type SectionDetail = {
  readonly section: ReturnType<typeof sectionDetailOf>;
  readonly staffCount: number;
  readonly history: readonly AuditEvent[];
};

/** One section by itself, or a refusal. */
export async function readBatch(shopId: ShopId, id: string): Promise<PayoutBatch | Refusal> {
  return (await findBatch(db(), shopId, id)) ?? refuse("not-found", "There is no such section of a payout");
}

/** One section with where its payments stand and what was done about it; null where there is none of that id. */
export async function readSection(shopId: ShopId, id: string): Promise<SectionDetail | null> {
  const section = await findSection(db(), shopId, id);
  if (!section) return null;
  const { batchId } = section.batch;
  const [states, staffCount, history] = await Promise.all([
    stateSums(db(), shopId, batchId),
    countStaff(db(), shopId),
    listAudit(db(), shopId, { kind: "payout_batch", id: batchId }),
  ]);
  return { section: sectionDetailOf(section, states), staffCount, history };
}

/** One page of items, and how many there are; `after` goes on behind an item and replaces the page. */
export async function readItems(
  shopId: ShopId,
  filter: ItemFilter,
  { page, limit, after }: Paged & { readonly after?: string | undefined },
): Promise<{ payments: PaymentView[]; total: number; last: string | null } | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
    const rows = await listItems(tx, shopId, asked);
    const { shown, last } = cutPage(rows, limit);
    const total = await countItems(tx, shopId, filter);
    return { payments: shown.map(paymentViewOf), total, last: last?.itemId ?? null };
  });
}

type PartAsked = { readonly filter: ItemFilter; readonly after: string | undefined };

/** Some of them, behind an item. */
async function itemsPart(
  tx: Db,
  shopId: ShopId,
  { filter, after = "" }: PartAsked,
): Promise<ListPart<PaymentView, string>> {
  const rows = await listItems(tx, shopId, { filter, limit: exportedAtOnce, offset: 0, after });
  const next = rows.length === exportedAtOnce ? (rows.at(-1)?.itemId ?? null) : null;
  return { rows: rows.map(paymentViewOf), next };
}

type PaymentDetail = {
  readonly payment: ReturnType<typeof paymentDetailOf>;
  /** Where its batch stands. */
  readonly batchStatus: BatchStatus;
  readonly history: readonly AuditEvent[];
};

const coveredShown = 250;

/** One item with its transfers and what people decided about it; null where the shop has none of that id. */
export async function readItem(shopId: ShopId, id: string): Promise<PaymentDetail | null> {
  const item = await findNamedItem(db(), shopId, id);
  if (!item) return null;
  const [batch, transfers, history, covers] = await Promise.all([
    findBatch(db(), shopId, item.batchId),
    transfersOf(db(), shopId, [item.itemId]),
    listAudit(db(), shopId, { kind: "payout_item", id: item.itemId }),
    coveredLines(db(), shopId, item.itemId, coveredShown),
  ]);
  const payment = paymentDetailOf(item, transfers, covers);
  return batch && { payment, batchStatus: batch.status, history };
}

type WholeBatchQuery = {
  readonly payoutId: PayoutId;
  /** Only the payments of this section, without skipped affiliates. */
  readonly batchId?: PayoutBatchId | undefined;
  readonly status?: ItemState | undefined;
  readonly search?: string | undefined;
};

/** One affiliate's payment in a payout, or one skipped affiliate. */
export type BatchLine =
  | { readonly payment: PaymentView; readonly skipped: null }
  | { readonly payment: null; readonly skipped: SkippedView };

type Place = { readonly of: "items" | "left-out"; readonly after: string | undefined };

/** The payments of a payout, then its skipped affiliates, in one snapshot. */
export async function readWholeBatch(
  shopId: ShopId,
  { payoutId, batchId, status, search }: WholeBatchQuery,
  take: Take<BatchLine>,
): Promise<null | Refusal> {
  const read = async (tx: Db, place: Place | undefined): Promise<ListPart<BatchLine, Place>> => {
    if (place?.of === "left-out") {
      const { rows, next } = await leftOutPart(tx, shopId, {
        filter: { payoutId, search },
        after: place.after,
      });
      const lines = rows.map((skipped) => ({ payment: null, skipped }));
      return { rows: lines, next: next === null ? null : { of: "left-out", after: next } };
    }
    const filter = { payoutId, batchId, status, search };
    const { rows, next } = await itemsPart(tx, shopId, { filter, after: place?.after });
    const lines = rows.map((payment) => ({ payment, skipped: null }));
    if (next !== null) return { rows: lines, next: { of: "items", after: next } };
    // A filter by state or section asks for payments only.
    const isWhole = status === undefined && batchId === undefined;
    return { rows: lines, next: isWhole ? { of: "left-out", after: undefined } : null };
  };
  return await readWholeWithin(thisList, read, take);
}

/** The identity (M15) of a section and how far bank statements agree with it, in one snapshot. */
export async function readBatchBooks(shopId: ShopId, batchId: string): Promise<BatchBooks | Refusal> {
  const none = refuse("not-found", "There is no such payout");
  if (!isIdOf("payoutBatch", batchId)) return none;
  return inSnapshot(async (tx) => {
    const batch = await findBatch(tx, shopId, batchId);
    if (!batch) return none;
    const { sums, openMinor } = await sumBatch(tx, shopId, batchId as PayoutBatchId);
    const reconciled = await reconciledOfBatch(tx, shopId, batchId as PayoutBatchId);
    return { batchId, currency: batch.currency, identity: batchIdentity(sums, openMinor), reconciled };
  });
}
