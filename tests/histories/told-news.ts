import { readOrderDelivery } from "#app/contracts/read-delivery.ts";
import type { OrderNews } from "#app/domain/order-news.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { Told } from "./history.ts";
import { hashOf } from "./tell-facts.ts";

/** What a delivery's body says, or the platform's own answer where no webhook told it. */
export function newsOf(told: Told, catalog: OrderFacts["catalog"]): OrderNews {
  const { orderId } = told;
  if (told.body !== null) {
    const news = readOrderDelivery(told.body.topic, told.body.text, { hashEmail: hashOf });
    if (news.kind !== "order") return news;
    return { ...news, facts: { ...news.facts, catalog } };
  }
  if (told.kind === "order") return { kind: "order", facts: told.facts };
  if (told.kind === "refund") return { kind: "refund", orderId, currency: null, refund: told.refund };
  return { kind: "deleted", orderId };
}
