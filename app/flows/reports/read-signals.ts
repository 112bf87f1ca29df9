import type { ShopWith } from "#app/domain/context.ts";
import { signalHealth, type SignalStep } from "#app/domain/signals.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn } from "#app/platform/clock.ts";
import { listSignals } from "#app/store/figures.ts";
import { readWithin } from "#app/store/read-within.ts";

export type SignalsQuery = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by: SignalStep;
};

/** Days shown by default. */
const usualDays = 30;

const within = { what: "days" } as const;

/** Signal health of orders on some days of the shop, in total and over time. */
export async function readSignals(
  { shopId, timeZone }: ShopWith<"timeZone">,
  { by, ...asked }: SignalsQuery,
  now: Date,
) {
  const to = asked.to ?? lastDayOf(asked.from, dayIn(timeZone, now));
  const from = asked.from ?? dayAfter(to, 1 - usualDays);
  return await readWithin(within, async (tx) => {
    const rows = await listSignals(tx, shopId, { from, to });
    return { by, ...signalHealth(rows, { from, to }, by) };
  });
}

/** Today, but not before the first day, and within the maximum number of days. */
function lastDayOf(from: string | undefined, today: string): string {
  if (from === undefined) return today;
  const latest = dayAfter(from, 365);
  if (today < from) return from;
  return today < latest ? today : latest;
}
