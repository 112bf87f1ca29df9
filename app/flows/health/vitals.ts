import type { Ctx, ShopWith } from "#app/domain/context.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import {
  boundOf,
  percentile75,
  type VitalCount,
  vitalDays,
  vitalLimits,
  type VitalName,
  vitalNames,
} from "#app/domain/vitals.ts";
import { dayIn } from "#app/platform/clock.ts";
import { db } from "#app/platform/db.server.ts";
import { addVitals, listVitals } from "#app/store/vitals.ts";

/** Counts what a merchant's browser measured in one page load. */
export async function recordVitals(
  { shop, now }: Ctx<ShopWith<"timeZone">>,
  measured: readonly { readonly name: VitalName; readonly value: number }[],
): Promise<void> {
  const day = dayIn(shop.timeZone, now);
  const counts = measured.map(({ name, value }) => ({ day, name, bound: boundOf(name, value), count: 1 }));
  await addVitals(db(), shop.shopId, counts);
}

/** Three of four page loads stay within `p75`, which is null without page loads. */
type VitalSummary = { readonly count: number; readonly p75: number | null };

export type Vital = VitalSummary & {
  readonly name: VitalName;
  /** Most that `p75` may be. */
  readonly limit: number;
  /** Days with page loads, newest first. */
  readonly days: readonly (VitalSummary & { readonly day: string })[];
};

/** How fast the app was in merchants' browsers in the last 28 days. */
export async function readVitals({ shopId, timeZone }: ShopWith<"timeZone">, now: Date): Promise<Vital[]> {
  const found = await listVitals(db(), shopId, firstVitalDay(dayIn(timeZone, now)));
  return vitalNames.map((name) => {
    const own = found.filter((one) => one.name === name);
    const days = [...new Set(own.map(({ day }) => day))].toSorted().toReversed();
    return {
      name,
      limit: vitalLimits[name],
      ...summaryOf(own),
      days: days.map((day) => ({ day, ...summaryOf(own.filter((one) => one.day === day)) })),
    };
  });
}

/** The first of the days up to `today` that are kept. */
export function firstVitalDay(today: string): string {
  return dayAfter(today, 1 - vitalDays);
}

function summaryOf(counts: readonly VitalCount[]): VitalSummary {
  return { count: counts.reduce((sum, { count }) => sum + count, 0), p75: percentile75(counts) };
}
