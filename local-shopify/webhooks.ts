/** From something that happened on the platform to the deliveries that tell the app about it. */
import { randomUUID } from "node:crypto";
import type { AppConfig, WebhookSubscription } from "./app-config.ts";
import type { Delivery, Store } from "./state.ts";

/** Sent whether or not the app is still installed: the law does not end with the installation. */
export const complianceTopics: readonly string[] = [
  "customers/data_request",
  "customers/redact",
  "shop/redact",
];

/** Topics that are only sent to an app which holds a scope for them. */
const topicScopes: ReadonlyMap<string, string> = new Map([
  ["disputes/create", "read_shopify_payments_disputes"],
  ["disputes/update", "read_shopify_payments_disputes"],
]);

/** The longest time by which a shuffled delivery is held back. */
const shuffleWindowMs = 2_000;

/** Finished deliveries that the log keeps; waiting ones are kept however many they are. */
const logLength = 300;

export interface PlatformEvent {
  shop: string;
  topic: string;
  payload: object;
  /** Shared by all the webhooks that one action of the merchant sets off. */
  eventId: string;
}

/**
 * Queues one delivery for each subscription to the topic and answers them. Nothing is queued while the app
 * is not installed on the shop, compliance topics aside. The payload is frozen here: retries carry these
 * very bytes. Throws for a shop the platform does not have.
 */
export function queueWebhook(
  ctx: { store: Store; app: AppConfig; now: () => Date },
  event: PlatformEvent,
): Delivery[] {
  const shop = ctx.store.state.shops[event.shop];
  if (shop === undefined) throw new Error(`The local platform has no shop ${event.shop}.`);
  if (shop.installation === null && !complianceTopics.includes(event.topic)) return [];
  const scope = topicScopes.get(event.topic);
  if (scope !== undefined && shop.installation?.scopes.includes(scope) !== true) return [];

  const { switches } = ctx.store.state;
  const deliveries = ctx.app.subscriptions
    .filter((subscription) => subscription.topics.includes(event.topic))
    .map((subscription) => makeDelivery(event, subscription, ctx))
    // A duplicate is the same delivery under the same webhook id, as the real platform's are.
    .flatMap((delivery) => Array.from({ length: 1 + switches.duplicate }, () => ({ ...delivery })))
    .map((delivery) => holdBack(delivery, ctx));
  ctx.store.mutate((state) => {
    state.deliveries.push(...deliveries);
    state.deliveries = trimLog(state.deliveries);
  });
  return deliveries;
}

function makeDelivery(
  event: PlatformEvent,
  subscription: WebhookSubscription,
  ctx: { store: Store; app: AppConfig; now: () => Date },
): Delivery {
  const at = ctx.now().toISOString();
  return {
    id: randomUUID(),
    eventId: event.eventId,
    shop: event.shop,
    topic: event.topic,
    address: subscription.address,
    apiVersion: ctx.app.webhookApiVersion,
    name: subscription.name,
    body: JSON.stringify(pickFields(payloadOf(event, ctx), subscription.includeFields)),
    triggeredAt: at,
    state: "pending",
    nextAttemptAt: at,
    attempts: [],
  };
}

/** Fields of an order that the app receives only if it is approved for protected customer data. */
const protectedFields = [
  "email",
  "contact_email",
  "phone",
  "customer",
  "billing_address",
  "shipping_address",
  "client_details",
  "browser_ip",
  "order_status_url",
] as const;

/** An app that is not approved for protected customer data gets null in its place. */
function payloadOf({ topic, payload }: PlatformEvent, { store }: { store: Store }): object {
  if (!store.state.switches.withhold || !topic.startsWith("orders/")) return payload;
  const withheld = protectedFields.filter((field) => field in payload).map((field) => [field, null]);
  return { ...payload, ...Object.fromEntries(withheld) };
}

function holdBack(delivery: Delivery, ctx: { store: Store; now: () => Date }): Delivery {
  const { switches } = ctx.store.state;
  const heldMs = switches.delayMs + (switches.shuffle ? Math.random() * shuffleWindowMs : 0);
  return {
    ...delivery,
    state: switches.drop ? "dropped" : "pending",
    nextAttemptAt: new Date(ctx.now().getTime() + heldMs).toISOString(),
    attempts: [],
  };
}

function trimLog(deliveries: Delivery[]): Delivery[] {
  if (deliveries.length <= logLength) return deliveries;
  const surplus = deliveries.length - logLength;
  return deliveries.filter((delivery, index) => index >= surplus || delivery.state === "pending");
}

/** `include_fields` of a subscription: top-level names, or `customer.id` for one part of an object. */
export function pickFields(payload: object, fields: string[] | null): object {
  if (fields === null) return payload;
  const picked: Record<string, unknown> = {};
  for (const field of fields) copyPath(payload, picked, field.split("."));
  return picked;
}

function copyPath(from: object, to: Record<string, unknown>, path: string[]): void {
  const [head, ...rest] = path;
  const source = new Map<string, unknown>(Object.entries(from));
  if (head === undefined || !source.has(head)) return;
  const value = source.get(head);
  const former = to[head];
  if (Array.isArray(value)) {
    to[head] = value.map((item, index) => copyPart(item, Array.isArray(former) ? former[index] : {}, rest));
    return;
  }
  to[head] = copyPart(value, former, rest);
}

function copyPart(value: unknown, former: unknown, path: string[]): unknown {
  if (path.length === 0 || typeof value !== "object" || value === null) return value;
  const part: Record<string, unknown> = typeof former === "object" && former !== null ? { ...former } : {};
  copyPath(value, part, path);
  return part;
}
