import type { ShopWith } from "#app/domain/context.ts";
import { type DaySpan, rangeSpan } from "#app/domain/day-spans.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import type { Money } from "#app/domain/money.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { dayIn } from "#app/platform/clock.ts";
import { readReport } from "./read-report.ts";

export type RecentFigures = DaySpan & {
  readonly clicks: number;
  readonly orders: number;
  readonly net: Money;
  readonly commission: Money;
};

/** The page shows the rest without them. */
const limitMs = 2000;

/**
 * Figures of one affiliate in the last 30 days, the money in the shop's currency. Null if reading them takes too long.
 */
export async function readRecentFigures(
  shop: ShopWith<"timeZone" | "currency">,
  affiliateId: AffiliateId,
  now: Date,
): Promise<RecentFigures | null> {
  const days = rangeSpan("last-30", dayIn(shop.timeZone, now));
  const question = {
    name: "affiliates",
    days,
    compare: null,
    filter: { affiliate: affiliateId },
    sort: "orders",
    descending: true,
    page: 1,
    limit: 1,
  } as const;
  const report = await readReport(shop, question, limitMs);
  if (isRefusal(report)) return null;
  const { currency } = shop;
  const own = report.totals.find((row) => row.currency === currency)?.figures;
  return {
    ...days,
    clicks: Math.max(0, ...report.totals.map(({ figures }) => figures.clicks ?? 0)),
    orders: report.totals.reduce((sum, { figures }) => sum + (figures.orders ?? 0), 0),
    net: { minor: own?.netMinor ?? 0n, currency },
    commission: { minor: own?.commissionMinor ?? 0n, currency },
  };
}
