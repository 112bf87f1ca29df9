import type { ShopId } from "#app/domain/ids.ts";
import { db } from "#app/platform/db.server.ts";
import { countLeftOut, type LeftOut, type LeftOutFilter, listLeftOut } from "#app/store/payout-left-out.ts";

type Paged = { readonly page: number; readonly limit: number; readonly after?: string | undefined };

/** One page of whom a batch left out, and how many there are; `after` goes on behind an affiliate. */
export async function readLeftOut(
  shopId: ShopId,
  filter: LeftOutFilter,
  { page, limit, after }: Paged,
): Promise<{ rows: LeftOut[]; total: number; last: string | null }> {
  const asked = { filter, limit: limit + 1, offset: (page - 1) * limit, after };
  const [total, found] = await Promise.all([
    countLeftOut(db(), shopId, filter),
    listLeftOut(db(), shopId, asked),
  ]);
  const rows = found.slice(0, limit);
  return { rows, total, last: found.length > limit ? (rows.at(-1)?.affiliateId ?? null) : null };
}

const exportedAtOnce = 1000;

/** Everybody whom a batch left out, page by page. */
export async function* readAllLeftOut(shopId: ShopId, filter: LeftOutFilter): AsyncGenerator<LeftOut[]> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const asked = { filter, limit: exportedAtOnce, offset: 0, after };
    const rows: LeftOut[] = await listLeftOut(db(), shopId, asked);
    yield rows;
    after = rows.length === exportedAtOnce ? rows.at(-1)?.affiliateId : undefined;
  }
}
