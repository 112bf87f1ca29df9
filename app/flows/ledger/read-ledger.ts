import type { ShopWith } from "#app/domain/context.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { type Month, monthAfter } from "#app/domain/day-spans.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayStart, monthStart } from "#app/platform/clock.ts";
import type { Db } from "#app/platform/db.server.ts";
import { type NamedLedgerEntry, namedLedgerEntry, type LedgerEntryRow } from "#app/store/ledger.ts";
import {
  countLedgerEntries,
  listLedgerEntries,
  listLedgerEntriesInOrder,
  type LedgerEntryFilter,
} from "#app/store/ledger-book.ts";
import { affiliateNames } from "#app/store/names.ts";
import { cutPage, readWholeWithin, readWithin, type Take } from "#app/store/read-within.ts";

/** Above this, a list reports the number as a minimum, because counting further would scan the books. */
const countedUpTo = 10_000;
const exportedAtOnce = 1_000;

/**
 * Filter of ledger entries. Months and days are the shop's, by when an entry was recorded (M14), the last one
 * included.
 */
export type LedgerEntriesQuery = Omit<LedgerEntryFilter, "since" | "until"> & {
  readonly from?: Month | undefined;
  readonly to?: Month | undefined;
  readonly firstDay?: string | undefined;
  readonly lastDay?: string | undefined;
};

export type LedgerEntryView = NamedLedgerEntry;

type LedgerPageQuery = { readonly page: number; readonly limit: number; readonly after?: bigint | undefined };

/** A filter may match few of very many rows. The query is then canceled. */
const listed = { what: "ledger" } as const;

/**
 * One page of ledger entries, newest first, with the cursor of the next page and their number up to 10,000, in one
 * snapshot. Refuses if it takes too long.
 */
export async function readLedgerEntries(
  shop: ShopWith<"timeZone">,
  asked: LedgerEntriesQuery,
  { page, limit, after, limitMs }: LedgerPageQuery & { readonly limitMs?: number },
): Promise<{ entries: LedgerEntryView[]; next: bigint | null; total: number } | Refusal> {
  const { shopId } = shop;
  const filter = ledgerEntryFilter(shop, asked);
  const offset = after === undefined ? (page - 1) * limit : 0;
  return await readWithin({ ...listed, limitMs }, async (tx) => {
    const rows = await listLedgerEntries(tx, shopId, { filter, limit: limit + 1, offset, after });
    const { shown, last } = cutPage(rows, limit);
    const next = last?.sequence ?? null;
    const total = await countLedgerEntries(tx, shopId, { filter, upTo: countedUpTo });
    return { entries: await withNames(tx, shopId, shown), next, total };
  });
}

/** Reads every match in the order of posting, in one snapshot. */
export async function readAllLedgerEntries(
  shop: ShopWith<"timeZone">,
  asked: LedgerEntriesQuery,
  take: Take<LedgerEntryView>,
): Promise<null | Refusal> {
  const { shopId } = shop;
  const filter = ledgerEntryFilter(shop, asked);
  const read = async (tx: Db, after: bigint | undefined) => {
    const found = await listLedgerEntriesInOrder(tx, shopId, { filter, limit: exportedAtOnce, after });
    const next = found.length === exportedAtOnce ? (found.at(-1)?.sequence ?? null) : null;
    return { rows: await withNames(tx, shopId, found), next };
  };
  return await readWholeWithin(listed, read, take);
}

function ledgerEntryFilter(
  { timeZone }: ShopWith<"timeZone">,
  { from, to, firstDay, lastDay, ...filter }: LedgerEntriesQuery,
): LedgerEntryFilter {
  const since = [from && monthStart(timeZone, from), firstDay && dayStart(timeZone, firstDay)];
  const until = [
    to && monthStart(timeZone, monthAfter(to, 1)),
    lastDay && dayStart(timeZone, dayAfter(lastDay, 1)),
  ];
  return { ...filter, since: latestBound(since), until: earliestBound(until) };
}

type Bounds = readonly (Date | "" | undefined)[];

function latestBound(bounds: Bounds): Date | undefined {
  return bounds.filter((one) => one instanceof Date).toSorted((a, b) => b.getTime() - a.getTime())[0];
}

function earliestBound(bounds: Bounds): Date | undefined {
  return bounds.filter((one) => one instanceof Date).toSorted((a, b) => a.getTime() - b.getTime())[0];
}

async function withNames(
  tx: Db,
  shopId: ShopId,
  rows: readonly LedgerEntryRow[],
): Promise<LedgerEntryView[]> {
  const ids = rows.map((row) => row.affiliateId).filter((id): id is AffiliateId => id !== null);
  const names = await affiliateNames(tx, shopId, [...new Set(ids)]);
  return rows.map((row) => namedLedgerEntry(row, row.affiliateId && (names.get(row.affiliateId) ?? null)));
}
