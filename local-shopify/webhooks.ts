/** From something that happened on the platform to the deliveries that tell the app about it. */
import { randomUUID } from "node:crypto";
import type { AppConfig, WebhookSubscription } from "./app-config.ts";
import type { EmitOptions, LocalContext } from "./context.ts";
import type { Delivery } from "./state.ts";

/** Sent whether or not the app is still installed: the law does not end with the installation. */
export const complianceTopics: readonly string[] = [
  "customers/data_request",
  "customers/redact",
  "shop/redact",
];

/** The longest time by which a shuffled delivery is held back. */
const shuffleWindowMs = 2_000;

export interface EmitTarget {
  ctx: Pick<LocalContext, "state" | "mutate" | "now"> & { app: AppConfig };
  /** Tells the sender that the queue has grown. */
  wake: () => void;
}

/**
 * Queues one delivery for each subscription to the topic. Nothing is queued while the app is not installed
 * on the shop, compliance topics aside. The payload is frozen here: retries carry these very bytes.
 */
export function queueWebhook(
  target: EmitTarget,
  event: { shop: string; topic: string; payload: object },
  options: EmitOptions = {},
): Delivery[] {
  const { ctx } = target;
  const shop = ctx.state.shops[event.shop];
  if (shop === undefined) throw new Error(`The local platform has no shop ${event.shop}.`);
  if (shop.installation === null && !complianceTopics.includes(event.topic)) return [];

  const eventId = options.eventId ?? randomUUID();
  const deliveries = ctx.app.subscriptions
    .filter((subscription) => subscription.topics.includes(event.topic))
    .flatMap((subscription) => makeDeliveries(target, event, { eventId, subscription }));
  ctx.mutate((state) => state.deliveries.push(...deliveries));
  target.wake();
  return deliveries;
}

function makeDeliveries(
  { ctx }: EmitTarget,
  event: { shop: string; topic: string; payload: object },
  kind: { eventId: string; subscription: WebhookSubscription },
): Delivery[] {
  const { switches } = ctx.state;
  const now = ctx.now();
  const delivery: Delivery = {
    id: randomUUID(),
    eventId: kind.eventId,
    shop: event.shop,
    topic: event.topic,
    address: kind.subscription.address,
    apiVersion: ctx.app.webhookApiVersion,
    name: kind.subscription.name,
    body: JSON.stringify(pickFields(event.payload, kind.subscription.includeFields)),
    triggeredAt: now.toISOString(),
    state: switches.drop ? "dropped" : "pending",
    nextAttemptAt: now.toISOString(),
    attempts: [],
  };
  // A duplicate is the same delivery under the same webhook id, as the real platform's are.
  return Array.from({ length: 1 + switches.duplicate }, () => {
    const held = switches.delayMs + (switches.shuffle ? Math.random() * shuffleWindowMs : 0);
    return { ...delivery, attempts: [], nextAttemptAt: new Date(now.getTime() + held).toISOString() };
  });
}

/** `include_fields` of a subscription: top-level names, or `customer.id` for one part of an object. */
function pickFields(payload: object, fields: string[] | null): object {
  if (fields === null) return payload;
  const picked: Record<string, unknown> = {};
  for (const field of fields) {
    const path = field.split(".");
    copyPath(new Map(Object.entries(payload)), picked, path);
  }
  return picked;
}

function copyPath(from: Map<string, unknown>, to: Record<string, unknown>, path: string[]): void {
  const [head, ...rest] = path;
  if (head === undefined || !from.has(head)) return;
  const value = from.get(head);
  if (rest.length === 0) {
    to[head] = value;
    return;
  }
  if (Array.isArray(value)) {
    to[head] = value.map((item: unknown, index) => {
      const former: unknown = Array.isArray(to[head]) ? to[head][index] : {};
      return copyInto(item, former, rest);
    });
    return;
  }
  to[head] = copyInto(value, to[head], rest);
}

function copyInto(value: unknown, former: unknown, path: string[]): unknown {
  if (typeof value !== "object" || value === null) return value;
  const part: Record<string, unknown> = typeof former === "object" && former !== null ? { ...former } : {};
  copyPath(new Map(Object.entries(value)), part, path);
  return part;
}
