import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Db } from "#app/platform/db.server.ts";
import { countSkipped, type SkippedFilter, listSkipped, placeOfSkipped } from "#app/store/payout-skipped.ts";
import {
  cutPage,
  type ListPart,
  readWholeWithin,
  readWithin,
  type Take,
  thisList,
} from "#app/store/read-within.ts";
import { type SkippedView, skippedViewOf } from "./payout-views.ts";

type SkippedPage = { readonly page: number; readonly limit: number; readonly after?: string | undefined };

/** One page of the affiliates that a section skipped, and their total number. `after` continues after an affiliate. */
export async function readSkipped(
  shopId: ShopId,
  filter: SkippedFilter,
  { page, limit, after }: SkippedPage,
): Promise<{ skipped: SkippedView[]; total: number; last: string | null } | Refusal> {
  const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
  return await readWithin(thisList, async (tx) => {
    const found = await listSkipped(tx, shopId, asked);
    const { shown, last } = cutPage(found, limit);
    const total = await countSkipped(tx, shopId, filter);
    return { skipped: shown.map(skippedViewOf), total, last: last ? placeOfSkipped(last) : null };
  });
}

const exportedAtOnce = 1000;

/** Reads everybody that a section skipped, in one snapshot. */
export async function readAllSkipped(
  shopId: ShopId,
  filter: SkippedFilter,
  take: Take<SkippedView>,
): Promise<null | Refusal> {
  const read = (tx: Db, after: string | undefined) => skippedPart(tx, shopId, { filter, after });
  return await readWholeWithin(thisList, read, take);
}

type SkippedPartQuery = { readonly filter: SkippedFilter; readonly after: string | undefined };

/** Skipped affiliates after an affiliate. */
export async function skippedPart(
  tx: Db,
  shopId: ShopId,
  { filter, after = "" }: SkippedPartQuery,
): Promise<ListPart<SkippedView, string>> {
  const rows = await listSkipped(tx, shopId, { filter, limit: exportedAtOnce, offset: 0, after });
  const end = rows.length === exportedAtOnce ? rows.at(-1) : undefined;
  return { rows: rows.map(skippedViewOf), next: end ? placeOfSkipped(end) : null };
}
