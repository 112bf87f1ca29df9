import type { ShopId } from "#app/domain/ids.ts";
import { retryDelaySeconds } from "#app/domain/retry-delays.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  claimDeliveries,
  type Delivery,
  type DeliveryKey,
  dropBody,
  failDelivery,
  finishDeliveries,
  lendDeliveries,
} from "#app/store/inbox.ts";
import { orderShopsOf } from "#app/store/tenants.ts";

/** A delivery that tells of the shop or of a person, not of an order. */
export type Notice = {
  readonly shopId: ShopId;
  /** The shop that the delivery's header names; no signature covers headers. */
  readonly domain: string;
  readonly topic: string;
  readonly body: string;
  /** When the platform says that it happened; when it arrived, where the platform does not say. */
  readonly triggeredAt: Date;
  readonly key: DeliveryKey & { readonly attempts: number };
};

const lendingMs = 60_000;

/** Takes one waiting notice for a minute; null when none waits. If this process dies, it comes up again. */
export async function takeNotice(topics: readonly string[], now: Date): Promise<Notice | null> {
  return await inTransaction(async (tx) => {
    const [first] = await claimDeliveries(tx, { topics, now, limit: 1 });
    if (!first) return null;
    await lendDeliveries(tx, [first], new Date(now.getTime() + lendingMs));
    const shops = await orderShopsOf(tx, [first.shopId]);
    return noticeOf(first, shops.get(first.shopId)?.domain ?? "");
  });
}

function noticeOf(delivery: Delivery, domain: string): Notice {
  const { shopId, topic, sealedBody, triggeredAt, receivedAt } = delivery;
  const body = sealedBody === null ? "{}" : decrypt(sealedBody, shopId);
  return { shopId, domain, topic, body, triggeredAt: triggeredAt ?? receivedAt, key: delivery };
}

/** What was done stays written down; the body, which may name a person, has served. */
export async function finishNotice(notice: Notice, outcome: string, now: Date): Promise<void> {
  await finishDeliveries(db(), [{ ...notice.key, outcome }], now);
  await dropBody(db(), notice.key);
}

/** Tried again later, and set aside for a person at last. */
export async function failNotice(notice: Notice, error: unknown, now: Date): Promise<void> {
  const delay = retryDelaySeconds(notice.key.attempts + 1);
  log.warn("A notice failed", { topic: notice.topic, shop: notice.shopId, ...describeError(error) });
  await failDelivery(db(), notice.key, {
    outcome: String(describeError(error)["error"]),
    nextAttemptAt: delay === null ? null : new Date(now.getTime() + delay * 1000),
  });
}
