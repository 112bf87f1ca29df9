import { compareInstants } from "../instant.ts";

/** Dates of a store's switch from another app. Null for a store that never was in shadow mode. */
export type ShadowDates = {
  readonly startedAt: Date;
  /** Orders from this instant on are this app's. Null until the merchant chooses it. */
  readonly liveFrom: Date | null;
  /** When the previous app's balances were imported, or a person stated that there are none. */
  readonly completedAt: Date | null;
};

/**
 * M25: True if the commission of an order is the previous app's. Only the order's creation decides, whatever the time
 * of its processing, its refunds, its edits and its clicks.
 * @throws InstantFormatError
 */
export function belongsToPreviousApp(shadow: ShadowDates | null, createdAt: string): boolean {
  if (shadow === null) return false;
  return shadow.liveFrom === null || compareInstants(createdAt, shadow.liveFrom.toISOString()) < 0;
}

/** `scheduled`: in shadow mode, with a moment to go live. `waiting`: live, without the previous app's balances. */
export type ShadowPhase = "never" | "shadow" | "scheduled" | "waiting" | "complete";

export function shadowPhase(shadow: ShadowDates | null, now: Date): ShadowPhase {
  if (shadow === null) return "never";
  if (shadow.liveFrom === null) return "shadow";
  if (now < shadow.liveFrom) return "scheduled";
  return shadow.completedAt === null ? "waiting" : "complete";
}

/** True while the app may not post or email anything. */
export function isInShadow(shadow: ShadowDates | null, now: Date): boolean {
  return shadow !== null && (shadow.liveFrom === null || now < shadow.liveFrom);
}

/** True while payouts wait for the previous app's balances. */
export function payoutsWait(shadow: ShadowDates | null): boolean {
  return shadow !== null && shadow.completedAt === null;
}

const secondMs = 1000;

/** Shopify's order times have whole seconds, so an order of the current second is still the previous app's. */
export function nextSecond(now: Date): Date {
  return new Date((Math.floor(now.getTime() / secondMs) + 1) * secondMs);
}
