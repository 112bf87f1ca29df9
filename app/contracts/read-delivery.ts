import { reasonAsText } from "#app/domain/refusal.ts";
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
    return path === ""
      ? reasonAsText({ code: "delivery_unreadable", what: "form" })
      : reasonAsText({ code: "delivery_value", field: path });
  }
  if (error instanceof SyntaxError) return reasonAsText({ code: "delivery_unreadable", what: "json" });
  return error instanceof Error
    ? error.message
    : reasonAsText({ code: "delivery_unreadable", what: "other" });
}

/**
 * Reads the stored body of an order topic.
 * @throws Error when it is not what the topic promises; its message is a reason as text.
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

/** Where a body of these topics names its shop. Source: the platform's payloads, 2026-10. */
const shopFields: ReadonlyMap<string, "myshopify_domain" | "shop_domain"> = new Map([
  ["app/uninstalled", "myshopify_domain"],
  ["shop/update", "myshopify_domain"],
  ["customers/data_request", "shop_domain"],
  ["customers/redact", "shop_domain"],
  ["shop/redact", "shop_domain"],
]);

const text = z.string().nullish();
export const shopNamingBody = z.object({ myshopify_domain: text, shop_domain: text });

/**
 * False where a body has to name its shop and does not name this one. The platform signs the body alone, so a header
 * can be changed without a new signature.
 */
export function namesShop(topic: string, body: unknown, domain: string): boolean {
  const field = shopFields.get(topic);
  return field === undefined || shopNamingBody.parse(body)[field]?.toLowerCase() === domain;
}

const node = z.object({ admin_graphql_api_id: z.string() });

/** Digits of a discount that has codes; null for automatic ones, which are told of by the same topics. */
function discountIdOf(gid: string): string | null {
  return /\/DiscountCodeNode\/(\d{1,20})$/.exec(gid)?.[1] ?? null;
}

/** Body of `discounts/create`, `update` and `delete`: the digits of its id, or null where it has no codes. */
export const discountWebhook = node.transform((body) => discountIdOf(body.admin_graphql_api_id));

/** Body of `discounts/redeemcode_added` and `redeemcode_removed`. */
export const redeemCodeWebhook = node
  .extend({ redeem_code: z.object({ code: z.string().min(1).max(300) }) })
  .transform(({ admin_graphql_api_id: gid, redeem_code: { code } }) => {
    const discountId = discountIdOf(gid);
    return discountId === null ? null : { discountId, code };
  });
