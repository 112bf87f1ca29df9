import type { ShopId } from "#app/domain/ids.ts";
import { retryDelaySeconds } from "#app/domain/retry-delays.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  claimDeliveries,
  type Delivery,
  type DeliveryKey,
  failDelivery,
  finishDeliveries,
  lendDeliveries,
} from "#app/store/inbox.ts";

/** A delivery that tells of the shop or of a person, not of an order. */
export type Notice = {
  readonly shopId: ShopId;
  readonly topic: string;
  readonly body: string;
  /** When the platform says that it happened; when it arrived, where the platform does not say. */
  readonly triggeredAt: Date;
  readonly key: DeliveryKey & { readonly attempts: number };
};

const lendingMs = 60_000;

/** Takes one waiting notice for a minute; null when none waits. If this process dies, it comes up again. */
export async function takeNotice(topics: readonly string[], now: Date): Promise<Notice | null> {
  const delivery = await inTransaction(async (tx) => {
    const [first] = await claimDeliveries(tx, topics, now, 1);
    if (first) await lendDeliveries(tx, [first], new Date(now.getTime() + lendingMs));
    return first ?? null;
  });
  return delivery && noticeOf(delivery);
}

function noticeOf(delivery: Delivery): Notice {
  const { shopId, topic, sealedBody, triggeredAt, receivedAt } = delivery;
  const body = sealedBody === null ? "{}" : decrypt(sealedBody, shopId);
  return { shopId, topic, body, triggeredAt: triggeredAt ?? receivedAt, key: delivery };
}

export async function finishNotice(notice: Notice, outcome: string, now: Date): Promise<void> {
  await finishDeliveries(db(), [{ ...notice.key, outcome }], now);
}

/** Tried again later, and set aside for a person at last. */
export async function failNotice(notice: Notice, error: unknown, now: Date): Promise<void> {
  const delay = retryDelaySeconds(notice.key.attempts + 1);
  log.warn("A notice failed", { topic: notice.topic, shop: notice.shopId, ...describeError(error) });
  await failDelivery(db(), notice.key, {
    outcome: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
    nextAttemptAt: delay === null ? null : new Date(now.getTime() + delay * 1000),
  });
}
