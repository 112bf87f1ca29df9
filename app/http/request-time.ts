import { now } from "#app/platform/clock.ts";

/** The instant that a page's loader passes on; actions and calls of the API are handed theirs. */
export function requestTime(): Date {
  return now();
}
