import { retryDelaySeconds } from "#app/domain/retry-delays.ts";
import { db } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import { type DeliveryKey, failDelivery } from "#app/store/inbox.ts";

/** Writes down that an attempt failed, and when the next one is. */
export async function failLater(
  delivery: DeliveryKey & { attempts: number },
  error: unknown,
  now: Date,
): Promise<void> {
  const delay = retryDelaySeconds(delivery.attempts + 1);
  const nextAttemptAt = delay === null ? null : new Date(now.getTime() + delay * 1000);
  const outcome = String(describeError(error)["error"]);
  log.warn("A delivery failed", { topic: delivery.topic, shop: delivery.shopId, ...describeError(error) });
  await failDelivery(db(), delivery, { outcome, nextAttemptAt });
}
