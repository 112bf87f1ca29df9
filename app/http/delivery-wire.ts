import type { DeliveryWire } from "#app/contracts/delivery.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import type { DeliveryName, SetAside } from "#app/flows/intake/set-aside.ts";
import { readCursor, writeCursor } from "./list-position.ts";

/** A delivery that could not be processed, as the API and the screens show it. */
export function deliveryToWire(delivery: SetAside): DeliveryWire {
  const { topic, webhookId, receivedAt, triggeredAt, dismissed, ...rest } = delivery;
  return {
    ...rest,
    id: writeCursor({ topic, webhookId }),
    topic,
    receivedAt: receivedAt.toISOString(),
    triggeredAt: triggeredAt?.toISOString() ?? null,
    dismissed: dismissed && { by: dismissed.by, at: dismissed.at.toISOString() },
  };
}

/** Reads the id that `deliveryToWire` wrote. */
export function deliveryNameOf(id: string): DeliveryName | Refusal {
  const name = readCursor(id, ["topic", "webhookId"]);
  return name && !isRefusal(name) ? name : refuse("not-found", "There is no such delivery", "id");
}
