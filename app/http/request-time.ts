import { now } from "#app/platform/clock.ts";

/** The time of a request to the portal or a public page. A store's own pages take it from their context. */
export function requestTime(): Date {
  return now();
}
