import type { ShopId } from "#app/domain/ids.ts";
import { signalHealth, type SignalStep } from "#app/domain/signal-health.ts";
import { dayAfter } from "#app/domain/terms/period-days.ts";
import { dayIn } from "#app/platform/clock.ts";
import { listSignals } from "#app/store/figures.ts";
import { readWithin } from "#app/store/read-within.ts";

type Shop = { readonly shopId: ShopId; readonly timeZone: string };

export type SignalsAsked = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly by: SignalStep;
};

/** So many days are shown where nobody says how many. */
const usualDays = 30;

const within = { what: "This list takes", hint: "Choose fewer days." };

/** What the orders of some days carried, together and over time; days are the shop's. */
export async function readSignals({ shopId, timeZone }: Shop, { by, ...asked }: SignalsAsked, now: Date) {
  const to = asked.to ?? lastDayOf(asked.from, dayIn(timeZone, now));
  const from = asked.from ?? dayAfter(to, 1 - usualDays);
  return await readWithin(within, async (tx) => {
    const rows = await listSignals(tx, shopId, { from, to });
    return { by, ...signalHealth(rows, { from, to }, by) };
  });
}

/** Today, but never before the first day, and not so late that there would be too many. */
function lastDayOf(from: string | undefined, today: string): string {
  if (from === undefined) return today;
  const latest = dayAfter(from, 365);
  if (today < from) return from;
  return today < latest ? today : latest;
}
