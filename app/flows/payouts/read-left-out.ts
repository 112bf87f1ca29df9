import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Db } from "#app/platform/db.server.ts";
import { countLeftOut, type LeftOutFilter, listLeftOut, placeOfLeftOut } from "#app/store/payout-left-out.ts";
import {
  cutPage,
  type ListPart,
  readWholeWithin,
  readWithin,
  type Take,
  thisList,
} from "#app/store/read-within.ts";
import { type SkippedView, skippedViewOf } from "./payout-views.ts";

type Paged = { readonly page: number; readonly limit: number; readonly after?: string | undefined };

/** One page of whom a batch left out, and how many there are; `after` goes on behind an affiliate. */
export async function readLeftOut(
  shopId: ShopId,
  filter: LeftOutFilter,
  { page, limit, after }: Paged,
): Promise<{ skipped: SkippedView[]; total: number; last: string | null } | Refusal> {
  const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
  return await readWithin(thisList, async (tx) => {
    const found = await listLeftOut(tx, shopId, asked);
    const { shown, last } = cutPage(found, limit);
    const total = await countLeftOut(tx, shopId, filter);
    return { skipped: shown.map(skippedViewOf), total, last: last ? placeOfLeftOut(last) : null };
  });
}

const exportedAtOnce = 1000;

/** Everybody whom a batch left out, all of one moment. */
export async function readAllLeftOut(
  shopId: ShopId,
  filter: LeftOutFilter,
  take: Take<SkippedView>,
): Promise<null | Refusal> {
  const read = (tx: Db, after: string | undefined) => leftOutPart(tx, shopId, { filter, after });
  return await readWholeWithin(thisList, read, take);
}

type PartAsked = { readonly filter: LeftOutFilter; readonly after: string | undefined };

/** Some of them, behind an affiliate. */
export async function leftOutPart(
  tx: Db,
  shopId: ShopId,
  { filter, after = "" }: PartAsked,
): Promise<ListPart<SkippedView, string>> {
  const rows = await listLeftOut(tx, shopId, { filter, limit: exportedAtOnce, offset: 0, after });
  const end = rows.length === exportedAtOnce ? rows.at(-1) : undefined;
  return { rows: rows.map(skippedViewOf), next: end ? placeOfLeftOut(end) : null };
}
