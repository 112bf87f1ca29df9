import type { ShopId } from "#app/domain/ids.ts";
import { reasonAsText } from "#app/domain/refusal.ts";
import { retryDelaySeconds } from "#app/domain/retry-delays.ts";
import { decrypt } from "#app/platform/crypto.server.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { describeError, log } from "#app/platform/log.server.ts";
import {
  claimDeliveries,
  type DeliveryKey,
  dropBody,
  failDelivery,
  finishDeliveries,
  lendDeliveries,
} from "#app/store/inbox.ts";
import { orderShopsOf } from "#app/store/shops.ts";

/** A delivery about the shop or a person, not an order. */
export type Notice = {
  readonly shopId: ShopId;
  /** The shop in the delivery's header. No signature covers headers. */
  readonly domain: string;
  readonly topic: string;
  readonly body: string;
  /** When it happened according to Shopify. The arrival if Shopify does not say. */
  readonly triggeredAt: Date;
  readonly key: DeliveryKey & { readonly attempts: number };
};

const lendingMs = 60_000;

/** A notice with its body still sealed. */
export type SealedNotice = Omit<Notice, "body"> & { readonly sealedBody: string | null };

/**
 * Claims one waiting notice for a minute, or returns null. If this process dies, the notice becomes available
 * again.
 */
export async function takeNotice(topics: readonly string[], now: Date): Promise<SealedNotice | null> {
  return await inTransaction(async (tx) => {
    const [first] = await claimDeliveries(tx, { topics, now, limit: 1 });
    if (!first) return null;
    await lendDeliveries(tx, [first], new Date(now.getTime() + lendingMs));
    const { shopId, topic, sealedBody, triggeredAt, receivedAt } = first;
    const domain = (await orderShopsOf(tx, [shopId])).get(shopId)?.domain ?? "";
    return { shopId, domain, topic, sealedBody, triggeredAt: triggeredAt ?? receivedAt, key: first };
  });
}

/** Null if the body can't be opened: it was changed, or sealed under another APP_SECRET. */
export function openNotice({ sealedBody, ...notice }: SealedNotice): Notice | null {
  try {
    return { ...notice, body: sealedBody === null ? "{}" : decrypt(sealedBody, notice.shopId) };
  } catch {
    return null;
  }
}

/** Marks a notice as failed at once, because retrying would not open it. */
export async function setAsideUnopened({ shopId, topic, key }: SealedNotice): Promise<void> {
  log.warn("A notice cannot be opened", { topic, shop: shopId });
  await failDelivery(db(), key, { outcome: reasonAsText({ code: "delivery_sealed" }), nextAttemptAt: null });
}

/** Stores the outcome and drops the body, which may name a person. */
export async function finishNotice(notice: Notice, outcome: string, now: Date): Promise<void> {
  await finishDeliveries(db(), [{ ...notice.key, outcome }], now);
  await dropBody(db(), notice.key);
}

/** Schedules a retry. After the last one the notice is a failed delivery. */
export async function failNotice(notice: SealedNotice, error: unknown, now: Date): Promise<void> {
  const delay = retryDelaySeconds(notice.key.attempts + 1);
  log.warn("A notice failed", { topic: notice.topic, shop: notice.shopId, ...describeError(error) });
  await failDelivery(db(), notice.key, {
    outcome: String(describeError(error)["error"]),
    nextAttemptAt: delay === null ? null : new Date(now.getTime() + delay * 1000),
  });
}
