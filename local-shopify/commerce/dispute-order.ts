import { randomUUID } from "node:crypto";
import { getOrder, stamp } from "./change-order.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import type { Dispute, DisputeStatus } from "./edit-types.ts";
import { isPaid } from "./refund-maths.ts";
import { CommerceRefusal } from "./refusal.ts";

/** The disputes of one order, oldest first. */
function disputesOf(ctx: CommerceContext, shopDomain: string, orderId: number): Dispute[] {
  return (getCommerce(ctx, shopDomain).disputes ?? []).filter((each) => each.order_id === orderId);
}

/** The shopper's bank asks for the money back. Sends disputes/create. One dispute of an order is open at a time. */
export function openDispute(ctx: CommerceContext, shopDomain: string, orderId: number): Dispute {
  const order = getOrder(ctx, shopDomain, orderId);
  const commerce = getCommerce(ctx, shopDomain);
  if (!isPaid(order)) throw new CommerceRefusal(`Nothing was paid for ${order.name}.`);
  if (disputesOf(ctx, shopDomain, orderId).some(isOpen)) {
    throw new CommerceRefusal(`${order.name} is disputed already.`);
  }
  const dispute = ctx.mutate(() => {
    const made: Dispute = {
      id: ctx.nextId(),
      order_id: orderId,
      type: "chargeback",
      amount: order.total_price,
      currency: order.currency,
      reason: "fraudulent",
      network_reason_code: "4837",
      status: "needs_response",
      evidence_due_by: null,
      evidence_sent_on: null,
      finalized_on: null,
      initiated_at: stamp(ctx, shopDomain),
    };
    commerce.disputes = [...(commerce.disputes ?? []), made];
    return made;
  });
  ctx.emit(shopDomain, "disputes/create", dispute, { eventId: randomUUID() });
  return dispute;
}

/** The bank has decided, perhaps for the second time. Sends disputes/update. */
export function decideDispute(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  status: Exclude<DisputeStatus, "needs_response">,
): Dispute {
  const dispute = disputesOf(ctx, shopDomain, orderId).at(-1);
  if (!dispute) throw new CommerceRefusal("There is no dispute to decide.");
  ctx.mutate(() => {
    dispute.status = status;
    dispute.finalized_on = stamp(ctx, shopDomain);
  });
  ctx.emit(shopDomain, "disputes/update", dispute, { eventId: randomUUID() });
  return dispute;
}

function isOpen(dispute: Dispute): boolean {
  return dispute.status === "needs_response";
}
