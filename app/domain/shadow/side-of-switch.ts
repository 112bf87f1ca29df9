/** When a store goes live, by its own clock: "2026-03-05" and "12:00:00". */
export type LocalMoment = { readonly day: string; readonly time: string };

/** Date of a row of an export, without a time zone. */
type RowDate = { readonly day: string | null; readonly time: string | null };

/**
 * The app whose order a row of the previous app's export is about (M25). An order that the store knows is placed by its
 * creation, another one by the row's date, which is taken as the store's. `unclear`: the row has too little to tell.
 */
export function sideOfSwitch(
  { day, time }: RowDate,
  order: { readonly isFromLive: boolean } | null,
  live: LocalMoment | null,
): "previous" | "own" | "unclear" {
  if (order !== null) return order.isFromLive ? "own" : "previous";
  if (live === null) return "previous";
  if (day === null) return "unclear";
  if (day !== live.day) return day < live.day ? "previous" : "own";
  // All of that day is this app's.
  if (live.time === "00:00:00") return "own";
  if (time === null) return "unclear";
  return time < live.time ? "previous" : "own";
}
