import { type Refusal, refuse } from "#app/domain/refusal.ts";
import { dayIn, instantIn, timeIn } from "#app/platform/clock.ts";

const dayMs = 86_400_000;

/** The day and time that the form shows: the chosen ones, or the next midnight by the store's clock. */
export function suggestedMoment(
  { liveFrom }: { readonly liveFrom: Date | null },
  timeZone: string,
  now: Date,
): { readonly day: string; readonly time: string } {
  if (liveFrom === null) return { day: dayIn(timeZone, new Date(now.getTime() + dayMs)), time: "00:00" };
  return { day: dayIn(timeZone, liveFrom), time: timeIn(timeZone, liveFrom).slice(0, 5) };
}

/** The chosen day and time, by the store's clock. */
export function momentOf(
  { day, time }: { readonly day: string; readonly time: string },
  timeZone: string,
): Date | Refusal {
  const isMoment = /^\d{4}-\d{2}-\d{2}$/.test(day) && /^([01]\d|2[0-3]):[0-5]\d$/.test(time);
  if (!isMoment || Number.isNaN(Date.parse(day))) {
    return refuse("invalid", { code: "live_in_past" }, "day");
  }
  return instantIn(timeZone, day, `${time}:00`);
}
