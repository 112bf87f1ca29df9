import type { ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Db } from "#app/platform/db.server.ts";
import {
  countLeftOut,
  type LeftOut,
  type LeftOutFilter,
  listLeftOut,
  placeOfLeftOut,
} from "#app/store/payout-left-out.ts";
import {
  cutPage,
  type ListPart,
  readWholeWithin,
  readWithin,
  type Take,
  thisList,
} from "#app/store/read-within.ts";

type Paged = { readonly page: number; readonly limit: number; readonly after?: string | undefined };

/** One page of whom a batch left out, and how many there are; `after` goes on behind an affiliate. */
export async function readLeftOut(
  shopId: ShopId,
  filter: LeftOutFilter,
  { page, limit, after }: Paged,
): Promise<{ rows: LeftOut[]; total: number; last: string | null } | Refusal> {
  const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
  return await readWithin(thisList, async (tx) => {
    const found = await listLeftOut(tx, shopId, asked);
    const { shown: rows, last } = cutPage(found, limit);
    const total = await countLeftOut(tx, shopId, filter);
    return { rows, total, last: last ? placeOfLeftOut(last) : null };
  });
}

const exportedAtOnce = 1000;

/** Everybody whom a batch left out, all of one moment. */
export async function readAllLeftOut(
  shopId: ShopId,
  filter: LeftOutFilter,
  take: Take<LeftOut>,
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
): Promise<ListPart<LeftOut, string>> {
  const rows = await listLeftOut(tx, shopId, { filter, limit: exportedAtOnce, offset: 0, after });
  const end = rows.length === exportedAtOnce ? rows.at(-1) : undefined;
  return { rows, next: end ? placeOfLeftOut(end) : null };
}
