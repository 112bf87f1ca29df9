import type { z } from "zod";
import type { deliveryListQuery, DeliveryWire } from "../delivery.ts";
import { listOf } from "./list-spec.ts";

export const deliveryList = listOf<DeliveryWire, z.output<typeof deliveryListQuery>>()({
  name: "deliveries",
  parameters: {},
  columns: {
    topic: { title: "event", drawn: true },
    order: { title: "order", width: "narrow", onCard: "right", drawn: true },
    receivedAt: { title: "received", onCard: "badge", time: (one) => one.receivedAt },
    attempts: { title: "attempts", isOptional: true, count: (one) => one.attempts },
    failure: { title: "error", width: "wide", onCard: "below", text: (one) => one.failure },
    actions: { title: "actions", width: "wide", onCard: "below", drawn: true },
  },
  shown: ["topic", "order", "receivedAt", "attempts", "failure", "actions"],
  exported: [],
});
