import type { DaySpan } from "#app/domain/day-spans.ts";
import type { ShopId } from "#app/domain/ids.ts";
import type { ReportFilter } from "#app/domain/report.ts";
import { uptimeMs } from "#app/platform/clock.ts";
import { type Db, inSnapshotWithin, TookTooLong } from "#app/platform/db.server.ts";
import { reportNamesOf } from "#app/store/report-names.ts";
import { isKept } from "#app/store/report-rows.ts";
import { listBestSums } from "#app/store/report-sums.ts";

/** By what the dashboard tells apart who or which did best, in its order. */
export const bestKeys = ["affiliate", "program", "product", "landing", "code"] as const;
export type BestKey = (typeof bestKeys)[number];

/** What one value brought, net of refunds, in one currency. Minor units. */
export type Best = {
  readonly value: string;
  readonly name: string;
  readonly orders: number;
  readonly revenueMinor: bigint;
  readonly commissionMinor: bigint;
};

/** Greatest revenue first; null where the orders themselves had to be read and that took too long. */
export type BestLists = Readonly<Record<BestKey, readonly Best[] | null>>;

export type BestAsked = { readonly days: DaySpan; readonly currency: string; readonly filter: ReportFilter };

type Found = [BestKey, readonly Best[] | null][];

const shown = 5;

/** The rest of the page waits for it, so it is given less time than a report. */
const ofOrdersLimitMs = 3000;

/** Of what sums are kept: each the beginning of the report of the same name. */
export async function listBestKept(db: Db, shopId: ShopId, asked: BestAsked): Promise<Found> {
  const found: Found = [];
  for (const by of bestKeys) {
    if (isKept({ ...asked, by })) found.push([by, await bestOf(db, shopId, { ...asked, by })]);
  }
  return found;
}

/** The same of what is read from the orders because a filter leaves no kept sums, all of it in the time that is given. */
export async function listBestOfOrders(shopId: ShopId, asked: BestAsked): Promise<Found> {
  const found: Found = [];
  const until = uptimeMs() + ofOrdersLimitMs;
  for (const by of bestKeys) {
    if (isKept({ ...asked, by })) continue;
    const leftMs = Math.floor(until - uptimeMs());
    found.push([by, await orTooLong(leftMs, (db) => bestOf(db, shopId, { ...asked, by }))]);
  }
  return found;
}

type OneAsked = BestAsked & { readonly by: BestKey };

async function bestOf(db: Db, shopId: ShopId, { currency, ...asked }: OneAsked): Promise<Best[]> {
  const rows = await listBestSums(db, shopId, { asked, currency, limit: shown });
  const values = rows.map(({ value }) => value);
  const names = await reportNamesOf(db, shopId, { by: asked.by, values });
  return rows.map(({ value, orders, netMinor, commissionMinor }) => ({
    value,
    name: names.get(value) ?? value,
    orders,
    revenueMinor: netMinor,
    commissionMinor,
  }));
}

async function orTooLong<Answer>(limitMs: number, read: (db: Db) => Promise<Answer>): Promise<Answer | null> {
  // To the database no time at all would be no limit.
  if (limitMs <= 0) return null;
  try {
    return await inSnapshotWithin(limitMs, read);
  } catch (error) {
    if (error instanceof TookTooLong) return null;
    throw error;
  }
}
