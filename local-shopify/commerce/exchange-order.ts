import { randomUUID } from "node:crypto";
import type { LineContext } from "./build-lines.ts";
import { buildRefund } from "./build-refund.ts";
import { getOrder, refundTerms, stamp, takeBack, touch } from "./change-order.ts";
import { getCommerce, type CommerceContext } from "./context.ts";
import { addedLine } from "./edit-order.ts";
import { formatAmount, parseAmount } from "./money.ts";
import { sentQuantity } from "./order-totals.ts";
import type { Order } from "./order-types.ts";
import { tenderOf } from "./place-order.ts";
import type { WantedLine } from "./quote.ts";
import { calculateRefund, chargedMinor, isPaid, refundable, type WantedRefundLine } from "./refund-maths.ts";
import { CommerceRefusal } from "./refusal.ts";
import type { LineItem } from "./types.ts";

export interface ExchangeRequest {
  /** Pieces that come back; they have been sent before. */
  back: WantedRefundLine[];
  /** Goods that go out for them, as lines of their own at today's price. */
  out: WantedLine[];
  note?: string;
  userId?: number;
}

/**
 * Exchanges goods: a return with exchange items, as it is processed. What comes back pays for what goes out; a rest is
 * given back at once, and what is missing is outstanding until it is paid. Sends refunds/create and orders/updated.
 * Throws a refusal, and changes nothing, where the exchange is none or cannot be.
 */
export function exchangeOrder(
  ctx: CommerceContext,
  shopDomain: string,
  orderId: number,
  request: ExchangeRequest,
): Order {
  const commerce = getCommerce(ctx, shopDomain);
  const order = getOrder(ctx, shopDomain, orderId);
  requireExchange(order, request);
  const { settings } = commerce;
  const tender = tenderOf(settings, order.presentment_currency);
  const context: LineContext = { settings, tender, nextId: () => ctx.nextId() };
  const draft = structuredClone(order);
  const added = request.out.map((wanted) => addedLine(commerce, draft, { wanted, context }));
  const calculated = calculateRefund(order, request.back, 0n);
  const costMinor = chargedMinor(draft) - chargedMinor(order);
  const exchangedMinor = least(calculated.totalMinor, costMinor);
  const restMinor = calculated.totalMinor - exchangedMinor;
  const at = stamp(ctx, shopDomain);
  const refund = ctx.mutate(() => {
    const returnId = ctx.nextId();
    const moneyMinor = least(restMinor, refundable(order));
    const terms = {
      ...refundTerms(request, { moneyMinor, lines: request.back.length, at }),
      restockType: "return" as const,
      exchangedMinor,
      returnId,
    };
    const made = buildRefund(order, calculated, terms, context);
    const missingMinor = costMinor - exchangedMinor;
    order.line_items.push(...added);
    takeBack(order, request.back);
    order.total_outstanding = formatAmount(
      parseAmount(order.total_outstanding, order.currency) + missingMinor,
      order.currency,
    );
    order.refunds.push(made);
    touch(ctx, shopDomain, order);
    const moved = { id: returnId, order_id: order.id, processed_at: at, ...deltasOf(added, request.back) };
    commerce.returns = [...(commerce.returns ?? []), moved];
    return made;
  });
  const eventId = randomUUID();
  ctx.emit(shopDomain, "refunds/create", refund, { eventId });
  ctx.emit(shopDomain, "orders/updated", order, { eventId });
  return order;
}

/** Only goods that were paid and sent can come back; those that were not sent are edited. */
function requireExchange(order: Order, { back, out }: ExchangeRequest): void {
  if (order.cancelled_at) throw new CommerceRefusal(`${order.name} is cancelled.`);
  if (!isPaid(order)) throw new CommerceRefusal(`${order.name} is not paid: edit it instead.`);
  if (back.length === 0 || out.length === 0) {
    throw new CommerceRefusal("An exchange is goods that come back and goods that go out for them.");
  }
  for (const { lineItemId, quantity } of back) {
    const line = order.line_items.find((each) => each.id === lineItemId);
    if (line && quantity > returnable(order, line)) {
      throw new CommerceRefusal(`Of "${line.name}", ${returnable(order, line)} were sent and can come back.`);
    }
  }
}

/** How many pieces of a line were sent and have not come back. */
export function returnable(order: Order, line: LineItem): number {
  return Math.min(line.current_quantity, sentQuantity(order, line.id));
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

function deltasOf(added: readonly LineItem[], back: readonly WantedRefundLine[]) {
  return {
    newLineIds: added.map((line) => line.id),
    additions: added.map((line) => ({ id: line.id, delta: line.quantity })),
    removals: back.map(({ lineItemId, quantity }) => ({ id: lineItemId, delta: quantity })),
  };
}
