/** Facts that decide the state of a store's tracking. */
export type TrackingFacts = {
  /** State of the theme's app embed in Shopify's admin. Null outside the admin. */
  readonly isEmbedOn: boolean | null;
  /** True if something arrived that only the app embed sends. */
  readonly wasEmbedSeen: boolean;
  readonly hasClicks: boolean;
  /** See `isQuiet`. */
  readonly isQuiet: boolean;
};

/** `quiet`: clicks came regularly, and stopped. */
export type TrackingState = "on" | "no-clicks" | "not-detected" | "off" | "quiet";

/** State of a store's tracking, for the dashboard, the setup guide and the health page. */
export function trackingState(facts: TrackingFacts): TrackingState {
  if (facts.isEmbedOn === false) return "off";
  if (facts.isEmbedOn !== true && !facts.wasEmbedSeen) return "not-detected";
  if (!facts.hasClicks) return "no-clicks";
  return facts.isQuiet ? "quiet" : "on";
}

/** Days up to the newest click that show how regularly clicks came. */
export const regularDays = 14;
const fewestDaysWithClicks = 7;
const quietMs = 5 * 86_400_000;

/**
 * True if clicks came on at least every second day up to the newest one, and none came for five days. A shop whose
 * affiliates rarely share is not warned.
 */
export function isQuiet(clicks: {
  readonly lastAt: Date | null;
  /** Days with clicks among the `regularDays` up to the newest one. */
  readonly days: number;
  readonly now: Date;
}): boolean {
  const { lastAt, days, now } = clicks;
  return lastAt !== null && days >= fewestDaysWithClicks && now.getTime() - lastAt.getTime() >= quietMs;
}
