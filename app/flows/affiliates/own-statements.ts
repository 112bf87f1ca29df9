import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { type Month, monthAfter } from "#app/domain/month.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { firstRecordedAt } from "#app/store/first-transfer.ts";

/** Ten years of months: what is older is asked for at the store. */
const mostMonths = 120;

/** The months of the shop's calendar of which an affiliate has a statement, newest first; the present one included. */
export async function readStatementMonths(
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  affiliateId: AffiliateId,
  now: Date,
): Promise<Month[]> {
  const first = await firstRecordedAt(db(), shopId, affiliateId);
  if (first === null) return [];
  const oldest = dayIn(timeZone, first).slice(0, 7);
  const months: Month[] = [];
  let month = dayIn(timeZone, now).slice(0, 7);
  while (month >= oldest && months.length < mostMonths) {
    months.push(month);
    month = monthAfter(month, -1);
  }
  return months;
}
