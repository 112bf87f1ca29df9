import type { DeliveryWire } from "#app/contracts/delivery.ts";
import { deliveries } from "#app/i18n/en/admin/deliveries.ts";
import { merchantText, provideTexts } from "../../texts/use-text.ts";

provideTexts({ deliveries });

/** Texts of failed deliveries, emails and checks for missed orders. */
export const deliveryText = merchantText("deliveries");

type Topic = keyof typeof deliveries.topics;

/** Name of a delivery's topic. A topic that this version does not know is shown unchanged. */
export function topicName(topic: string): string {
  const name = topic.replace("/", "-");
  return Object.hasOwn(deliveries.topics, name) ? deliveryText(`topics.${name as Topic}`) : topic;
}

/** The order's name, or its number, or a dash if unreadable. */
export function orderText({ order }: Pick<DeliveryWire, "order">): string {
  return order?.name ?? order?.id ?? "–";
}
