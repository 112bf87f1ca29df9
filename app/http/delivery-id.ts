import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { FailedDeliveryKey } from "#app/flows/intake/failed-deliveries.ts";
import { readCursor, writeCursor } from "./list-position.ts";

/** A delivery with the id by which the API and the screens name it. */
export function withId<Delivery extends FailedDeliveryKey>(delivery: Delivery) {
  const { topic, webhookId } = delivery;
  return { ...delivery, id: writeCursor({ topic, webhookId }) };
}

/** Reads the id that `withId` wrote. */
export function deliveryNameOf(id: string): FailedDeliveryKey | Refusal {
  const name = readCursor(id, ["topic", "webhookId"]);
  return name && !isRefusal(name) ? name : refuse("not-found", { code: "not_found", what: "delivery" }, "id");
}
