import { orderTopics, readOrderDelivery } from "../contracts/read-delivery.ts";
import { processDeliveries, type ReadDelivery } from "../flows/orders/process-deliveries.ts";
import { refetchOrder } from "../flows/orders/refetch-order.ts";
import { now } from "../platform/clock.ts";
import { customerHash } from "../platform/customer-hash.server.ts";
import { onInboxNudge } from "../queue/nudge.ts";
import { startLoop } from "./loop.ts";
import { readNotices } from "./notices.ts";

const ordersAtOnce = 200;
/** Deliveries that another process accepted are found this soon. */
const lookEveryMs = 400;

const read: ReadDelivery = ({ shopId, topic, body }) =>
  readOrderDelivery(topic, body, { hashEmail: (email) => customerHash(shopId, email) });

/** Works on the inbox until it is stopped: orders in batches, everything else one by one. */
export function startInbox(): () => Promise<void> {
  const orders = startLoop("inbox orders", lookEveryMs, processOrders);
  const notices = startLoop("inbox notices", lookEveryMs, readNotices);
  const forget = onInboxNudge(() => {
    orders.nudge();
    notices.nudge();
  });
  return async () => {
    forget();
    await Promise.all([orders.stop(), notices.stop()]);
  };
}

/** One pass; true when more may wait. The platform is asked after the transaction, for one order after the other. */
async function processOrders(): Promise<boolean> {
  const result = await processDeliveries({ topics: orderTopics, read, limit: ordersAtOnce, now: now() });
  for (const wanted of result.refetch) await refetchOrder(wanted, now());
  return result.taken > 0;
}
