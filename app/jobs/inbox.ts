import { orderTopics, readOrderDelivery } from "../contracts/read-delivery.ts";
import {
  makeReadAhead,
  processDeliveries,
  type ReadDelivery,
  type Refetch,
  type UnprovenOrder,
} from "../flows/intake/process-deliveries.ts";
import { proveOrders } from "../flows/intake/prove-orders.ts";
import { refetchOrder } from "../flows/intake/refetch-order.ts";
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

/** So many orders are asked about at once; a platform that is slow must not hold up what needs no asking. */
const askedAtOnce = 4;

/** Works on the inbox until it is stopped: orders in batches, `passes` of them side by side; all else one by one. */
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
    // What was not asked any more was only lent, and comes up again in another process.
    await Promise.all([...orders.map((one) => one.stop()), notices.stop(), asking.stop(), proving.stop()]);
  };
}
