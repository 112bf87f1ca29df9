import {
  discountWebhook,
  namesShop,
  orderTopics,
  parsePlatformJson,
  readOrderDelivery,
  redeemCodeWebhook,
} from "../contracts/read-delivery.ts";
import { customerRequestWebhook } from "../contracts/order-webhook.ts";
import { followCode, followDiscount } from "../flows/codes/check-codes.ts";
import {
  failNotice,
  finishNotice,
  type Notice,
  openNotice,
  setAsideUnopened,
  takeNotice,
} from "../flows/intake/notices.ts";
import { proveOrders } from "../flows/intake/prove-orders.ts";
import {
  makeReadAhead,
  processDeliveries,
  type ReadDelivery,
  type Refetch,
  type UnprovenOrder,
} from "../flows/intake/process-deliveries.ts";
import { refetchOrder } from "../flows/intake/refetch-order.ts";
import { answerDataRequest } from "../flows/privacy/answer-data-request.ts";
import type { CustomerRequest } from "../flows/privacy/customer-names.ts";
import { redactCustomer } from "../flows/privacy/redact-customer.ts";
import { redactShop } from "../flows/privacy/redact-shop.ts";
import { followShopUpdate, rereadScopes } from "../flows/shops/follow-platform.ts";
import { followUninstall } from "../flows/shops/uninstall-shop.ts";
import { now } from "../platform/clock.ts";
import { customerHash } from "../platform/crypto.server.ts";
import { log } from "../platform/log.server.ts";
import { onInboxNudge } from "../queue/nudge.ts";
import { startLoop } from "./loop.ts";

const ordersAtOnce = 200;
/** Interval of looking for deliveries that another process accepted. */
const lookEveryMs = 400;

const read: ReadDelivery = ({ shopId, topic, body }) =>
  readOrderDelivery(topic, body, { hashEmail: (email) => customerHash(shopId, email) });

/** Orders requested in parallel. A slow Shopify must not block orders that need no request. */
const askedAtOnce = 4;

/** Processes the inbox until it is stopped: orders in batches, `passes` at a time, and other deliveries one by one. */
export function startInbox(passes: number): () => Promise<void> {
  const wanted: Refetch[] = [];
  const asking = startLoop("inbox refetch", lookEveryMs, async () => {
    await Promise.all(wanted.splice(0, askedAtOnce).map((one) => refetchOrder(one, now())));
    return wanted.length > 0;
  });
  const unproven: UnprovenOrder[] = [];
  const proving = startLoop("inbox proof", lookEveryMs, async () => {
    await proveOrders(unproven.splice(0), now());
    return unproven.length > 0;
  });
  const orders = Array.from({ length: passes }, () => {
    const ahead = makeReadAhead();
    return startLoop("inbox orders", lookEveryMs, async () => {
      const pass = { topics: orderTopics, read, limit: ordersAtOnce, now: now(), ahead };
      const result = await processDeliveries(pass);
      wanted.push(...result.refetch);
      if (result.refetch.length > 0) asking.nudge();
      unproven.push(...result.unproven);
      if (result.unproven.length > 0) proving.nudge();
      return result.taken > 0;
    });
  });
  const notices = startLoop("inbox notices", lookEveryMs, readNotices);
  const forget = onInboxNudge(() => {
    for (const one of orders) one.nudge();
    notices.nudge();
  });
  return async () => {
    forget();
    // Open requests were only leased. Another process takes them up.
    await Promise.all([...orders.map((one) => one.stop()), notices.stop(), asking.stop(), proving.stop()]);
  };
}

type NoticeReader = (notice: Notice) => Promise<string>;

const readers: Record<string, NoticeReader> = {
  "app/uninstalled": ({ shopId, triggeredAt }) => followUninstall(shopId, { triggeredAt, now: now() }),
  "app/scopes_update": async ({ shopId }) => {
    await rereadScopes(shopId);
    return "scopes-read";
  },
  "shop/update": async ({ shopId }) => {
    await followShopUpdate(shopId);
    return "shop-read";
  },
  "discounts/create": readDiscountNews,
  "discounts/update": readDiscountNews,
  "discounts/delete": readDiscountNews,
  "discounts/redeemcode_added": readCodeNews,
  "discounts/redeemcode_removed": readCodeNews,
  "customers/data_request": async ({ shopId, body }) => {
    await answerDataRequest(shopId, readRequest(body), now());
    return "gathered";
  },
  "customers/redact": async ({ shopId, body }) => {
    const orders = await redactCustomer(shopId, readRequest(body), now());
    return `erased: ${orders}`;
  },
  "shop/redact": async ({ shopId, triggeredAt }) => {
    const done = await redactShop(shopId, { triggeredAt, now: now() });
    return done ? "redacted" : "came-back";
  },
};

/** Topics of notices. Orders are processed separately. */
const noticeTopics = Object.keys(readers);

async function readDiscountNews({ shopId, body }: Notice): Promise<string> {
  const discountId = discountWebhook.parse(parsePlatformJson(body));
  return discountId === null ? "other-discount" : await followDiscount(shopId, discountId, now());
}

async function readCodeNews({ shopId, body }: Notice): Promise<string> {
  const news = redeemCodeWebhook.parse(parsePlatformJson(body));
  return news === null ? "other-discount" : await followCode(shopId, news, now());
}

/** Reads one waiting notice and acts on it. True if more may wait. */
export async function readNotices(): Promise<boolean> {
  const taken = await takeNotice(noticeTopics, now());
  if (!taken) return false;
  try {
    const notice = openNotice(taken);
    if (notice) await finishNotice(notice, await readNotice(notice), now());
    else await setAsideUnopened(taken);
  } catch (error) {
    await failNotice(taken, error, now());
  }
  return true;
}

async function readNotice(notice: Notice): Promise<string> {
  const { shopId, domain, topic, body } = notice;
  if (!namesShop(topic, parsePlatformJson(body), domain)) {
    log.warn("A delivery was ignored: its body does not name the shop of its header", {
      topic,
      shop: shopId,
    });
    return "other-shop";
  }
  return (await readers[topic]?.(notice)) ?? "unread-topic";
}

function readRequest(body: string): CustomerRequest {
  const request = customerRequestWebhook.parse(parsePlatformJson(body));
  return {
    requestId: request.data_request?.id ?? null,
    customerId: request.customer?.id ?? null,
    email: request.customer?.email ?? null,
    orderIds: [...request.orders_requested, ...request.orders_to_redact],
  };
}
