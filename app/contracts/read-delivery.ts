import { z } from "zod";
import type { OrderFacts, OrderNews } from "#app/domain/order.ts";
import {
  amountOf,
  type OrderBody,
  orderDeletedWebhook,
  orderEditedWebhook,
  orderNumberedWebhook,
  type OrderReading,
  orderWebhook,
  readOrder,
  refundWebhook,
} from "./order-webhook.ts";

/** Topics that tell of orders; `orders/missed` is the app's own, of an order that a sweep found and could not read. */
export const orderTopics = [
  "orders/create",
  "orders/paid",
  "orders/updated",
  "orders/cancelled",
  "orders/edited",
  "orders/delete",
  "orders/missed",
  "refunds/create",
] as const;

/** Why a body could not be read, for the list of failed deliveries. */
function describeUnreadable(error: unknown): string {
  if (error instanceof z.ZodError) {
    const path = error.issues[0]?.path.map(String).join(".") ?? "";
    return path === "" ? "The data is not in the expected form." : `The data has no valid value at ${path}.`;
  }
  if (error instanceof SyntaxError) return "The data is not JSON.";
  return error instanceof Error ? error.message : "The data cannot be read.";
}

/**
 * Reads the stored body of an order topic.
 * @throws Error when it is not what the topic promises; its message is for people.
 */
export function readOrderDelivery(topic: string, body: string, reading: OrderReading): OrderNews {
  try {
    return readTopic(topic, body, reading);
  } catch (error) {
    throw new Error(describeUnreadable(error), { cause: error });
  }
}

function readTopic(topic: string, body: string, reading: OrderReading): OrderNews {
  const json = parsePlatformJson(body);
  switch (topic) {
    case "orders/delete":
      return { kind: "refetch", orderId: orderDeletedWebhook.parse(json).id, deleted: true };
    case "orders/edited":
      return { kind: "refetch", orderId: orderEditedWebhook.parse(json).order_edit.order_id };
    case "orders/missed":
      return { kind: "refetch", orderId: orderNumberedWebhook.parse(json).id };
    case "refunds/create":
      return readRefundNews(json);
    default: {
      const order = orderWebhook.parse(json);
      const facts = readOrder(order, reading);
      if (facts === null) return { kind: "refetch", orderId: order.id };
      return {
        kind: "order",
        facts,
        ...(wasEdited(order, facts) ? { edited: true } : {}),
        ...namedShop(order),
      };
    }
  }
}

/** The total of the lines stays what the order began with; lines worth more than it hold something that was added. */
function wasEdited(body: OrderBody, facts: OrderFacts): boolean {
  const { total_line_items_price: total, total_line_items_price_set: totalSet } = body;
  if (!total && !totalSet) return false;
  const goods = facts.lines.filter((line) => !line.tip);
  const worth = goods.reduce((sum, line) => sum + line.priceMinor * BigInt(line.quantity), 0n);
  return worth > amountOf(totalSet, total, facts.currency);
}

/** A status page on a domain of the store's own does not say which shop it is. */
function namedShop({ order_status_url: url }: OrderBody): { namedShop?: string } {
  const host = URL.parse(url ?? "")?.hostname ?? "";
  return host.endsWith(".myshopify.com") ? { namedShop: host } : {};
}

function readRefundNews(json: unknown): OrderNews {
  const { order_id: orderId, id: refundId } = refundWebhook.parse(json);
  return { kind: "refetch", orderId, refundId };
}

/** Digits in texts are none of it: asking after every value costs five times as much as parsing. */
const longNumber = /[[:,]\s*-?\d{16}/;

/**
 * Parses a body of the platform. Its numbers of things may be larger than a double holds exactly; those keep their
 * digits as text. @throws SyntaxError when it is not JSON.
 */
export function parsePlatformJson(text: string): unknown {
  if (!longNumber.test(text)) return JSON.parse(text);
  return JSON.parse(text, keepDigits);
}

function keepDigits(_key: string, value: unknown, context?: { source: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !context) return value;
  return /^-?\d+$/.test(context.source) ? context.source : value;
}
