import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { type Month, monthAfter } from "#app/domain/day-spans.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { firstRecordedAt } from "#app/store/statement-lines.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";

/** Ten years. For older statements, affiliates ask the store. */
const mostMonths = 120;

/** Months in the shop's calendar for which an affiliate has a statement, newest first, including the current one. */
export async function readStatementMonths(
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  affiliateId: AffiliateId,
  now: Date,
): Promise<Month[] | Refusal> {
  const first = await readWithin(thisList, (tx) => firstRecordedAt(tx, shopId, affiliateId));
  if (first === null) return [];
  if (isRefusal(first)) return first;
  const oldest = dayIn(timeZone, first).slice(0, 7);
  const months: Month[] = [];
  let month = dayIn(timeZone, now).slice(0, 7);
  while (month >= oldest && months.length < mostMonths) {
    months.push(month);
    month = monthAfter(month, -1);
  }
  return months;
}
