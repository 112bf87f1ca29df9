/** Turns what happened to payouts into webhooks that wait to be sent. */
import { answerHeader, answerItem, batchPath, link } from "./api/answer-payout.ts";
import { later, moment, nextChance, nextCode, type PaypalContext } from "./context.ts";
import type { Batch, Delivery, Item, ItemStatus } from "./state.ts";

const shuffleWindowMs = 2_000;
/** The log keeps this many; what still waits is never forgotten. */
const logLength = 20_000;

/** PayPal has no event for a reversal: who wants to know of one has to ask. */
const itemEvents: Partial<Record<ItemStatus, [event: string, summary: string]>> = {
  SUCCESS: ["SUCCEEDED", "A payout item has succeeded"],
  UNCLAIMED: ["UNCLAIMED", "A payout item is unclaimed"],
  ONHOLD: ["HELD", "A payout item has been held"],
  BLOCKED: ["BLOCKED", "A payout item has been blocked"],
  FAILED: ["FAILED", "A payout item has failed"],
  RETURNED: ["RETURNED", "A payout item has been returned"],
  REFUNDED: ["REFUNDED", "A payout item has been refunded"],
};

/** Says what became of an item; a cancelled one and one of a denied batch have events of their own. */
export function tellItem(
  ctx: PaypalContext,
  item: Item,
  how: { at: string; isDenied?: boolean; isCancelled?: boolean },
): void {
  let told = itemEvents[item.status];
  if (how.isCancelled === true) told = ["CANCELED", "A payout item has been canceled"];
  if (how.isDenied === true) told = ["DENIED", "A payout item has been denied"];
  if (told === undefined) return;
  queue(ctx, {
    eventType: `PAYMENT.PAYOUTS-ITEM.${told[0]}`,
    resourceType: "payouts_item",
    summary: told[1],
    at: how.at,
    resource: answerItem(ctx, item, "self"),
  });
}

/** Says how far a batch is. The event carries sums, not items. */
export function tellBatch(ctx: PaypalContext, batch: Batch, at: string): void {
  const items = batch.itemIds.map((id) => ctx.state.items[id]).filter((item) => item !== undefined);
  const summaries = {
    PENDING: "Payouts batch is pending.",
    PROCESSING: "Payouts batch is getting processed.",
    SUCCESS: "Payouts batch completed successfully.",
    DENIED: "Payouts batch got denied.",
  };
  queue(ctx, {
    eventType: `PAYMENT.PAYOUTSBATCH.${batch.status}`,
    resourceType: "payouts",
    summary: summaries[batch.status],
    at,
    resource: {
      batch_header: { ...answerHeader(batch, items), payments: items.length },
      links: [link(ctx, batchPath(batch.id), "self")],
    },
  });
}

interface Event {
  eventType: string;
  resourceType: string;
  summary: string;
  at: string;
  resource: object;
}

function queue(ctx: PaypalContext, event: Event): void {
  const { state } = ctx;
  for (const webhook of state.webhooks) {
    if (!webhook.eventTypes.includes("*") && !webhook.eventTypes.includes(event.eventType)) continue;
    const eventId = `WH-${nextCode(state, 17)}-${nextCode(state, 17)}`;
    const body = JSON.stringify({
      id: eventId,
      event_version: "1.0",
      create_time: moment(event.at),
      resource_type: event.resourceType,
      event_type: event.eventType,
      summary: event.summary,
      resource: event.resource,
      links: [link(ctx, `/v1/notifications/webhooks-events/${eventId}`, "self")],
    });
    const copies = 1 + state.switches.duplicate;
    for (let copy = 0; copy < copies; copy += 1) {
      state.deliveries.push(makeDelivery(ctx, { webhook, eventId, eventType: event.eventType, body, copy }));
    }
  }
  trimLog(state.deliveries);
}

function makeDelivery(
  ctx: PaypalContext,
  about: {
    webhook: { id: string; url: string };
    eventId: string;
    eventType: string;
    body: string;
    copy: number;
  },
): Delivery {
  const { state } = ctx;
  const { switches } = state;
  const heldMs = switches.delayMs + (switches.shuffle ? nextChance(state) * shuffleWindowMs : 0);
  return {
    key: `${about.eventId}.${about.copy}`,
    eventId: about.eventId,
    eventType: about.eventType,
    webhookId: about.webhook.id,
    url: about.webhook.url,
    body: about.body,
    state: switches.drop ? "dropped" : "pending",
    nextAttemptAt: later(ctx.now().toISOString(), heldMs),
    attempts: [],
  };
}

function trimLog(deliveries: Delivery[]): void {
  while (deliveries.length > logLength) {
    const oldest = deliveries.findIndex((delivery) => delivery.state !== "pending");
    if (oldest === -1) return;
    deliveries.splice(oldest, 1);
  }
}
