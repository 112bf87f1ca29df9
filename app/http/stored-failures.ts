import { storedMessage } from "#app/i18n/fault-words.ts";
import { sweepView } from "#app/flows/intake/start-sweep.ts";
import type { Tracking } from "#app/flows/storefront/read-tracking.ts";
import type { FailedDelivery } from "#app/flows/intake/failed-deliveries.ts";
import { withId } from "./delivery-id.ts";

/** A failed delivery with its id, and its failure in words. */
export function deliveryWords(delivery: FailedDelivery) {
  return { ...withId(delivery), failure: storedMessage(delivery.failure) };
}

/** A check for missed orders, with its failure in words. */
export function sweepWords(sweep: Parameters<typeof sweepView>[0]) {
  const { error, ...view } = sweepView(sweep);
  return { ...view, error: storedMessage(error) };
}

/** The state of tracking, with the pixel's failure in words. */
export function trackingWords({ pixel, ...tracking }: Tracking) {
  return { ...tracking, pixel: { ...pixel, error: pixel.error && storedMessage(pixel.error) } };
}

/** A run in the background, with its failure in words. */
export function runWords<Run extends { readonly error: string }>(run: Run) {
  return { ...run, error: storedMessage(run.error) };
}
