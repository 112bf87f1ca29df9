import { readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { OrderFacts, OrderNews } from "#app/domain/order.ts";
import type { Told } from "./history.ts";
import { hashOf } from "./tell-facts.ts";

/** News from a delivery's body, or the platform's answer if there is no webhook. */
export function newsOf(told: Told, catalog: OrderFacts["catalog"]): OrderNews {
  const { orderId } = told;
  if (told.kind === "deleted") return { kind: "deleted", orderId };
  if (told.kind === "refund" || told.body === null) return { kind: "order", facts: told.facts };
  const news = readOrderDelivery(told.body.topic, told.body.text, { hashEmail: hashOf });
  return news.kind === "order" ? { ...news, facts: { ...news.facts, catalog } } : news;
}
