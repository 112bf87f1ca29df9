import { z } from "zod";
import { parsePlatformJson } from "./read-delivery.ts";
import { instant, listQuery, paginationWire } from "./wire.ts";

const deliveryId = z.string().max(1000);

/** Query of GET /api/v1/deliveries and of the page. */
export const deliveryListQuery = listQuery.pick({ page: true, limit: true });

export const deliveryWire = z
  .object({
    id: z.string(),
    topic: z.string(),
    order: z
      .object({ id: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: "The order it tells of, where that can be read" }),
    receivedAt: instant,
    triggeredAt: instant.nullable(),
    attempts: z.int(),
    failure: z.string().meta({ description: "What went wrong the last time" }),
    readable: z
      .boolean()
      .meta({ description: "False once its body was dropped: trying again only takes it off the list" }),
    dismissed: z
      .object({ by: z.string(), at: instant })
      .nullable()
      .meta({ description: "Who took it off the list for good, and when" }),
  })
  .meta({ id: "Delivery" });

export type DeliveryWire = z.input<typeof deliveryWire>;

export const deliveryListWire = z
  .object({
    deliveries: z.array(deliveryWire),
    pagination: paginationWire.extend({
      total: z.int().meta({ description: "How many there are, counted up to 10,000" }),
    }),
  })
  .meta({ id: "DeliveryList" });

/** Body of POST /api/v1/deliveries/retry. */
export const retryBody = z
  .strictObject({ id: deliveryId.optional().meta({ description: "One delivery; all of them without it" }) })
  .meta({ id: "RetryDeliveries" });

export const retriedWire = z.object({ retried: z.int() }).meta({ id: "RetriedDeliveries" });

/** Body of POST /api/v1/deliveries/dismiss. */
export const dismissBody = z.strictObject({ id: deliveryId }).meta({ id: "DismissDelivery" });

export const dismissedWire = z.object({ dismissed: z.int() }).meta({ id: "DismissedDeliveries" });

/** The forms of Settings ▸ Health ▸ Failed deliveries, told apart by `intent`. */
export const deliveriesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("retry"), id: deliveryId }),
  z.object({ intent: z.literal("retry-all") }),
  z.object({ intent: z.literal("dismiss"), id: deliveryId }),
  z.object({ intent: z.literal("sweep") }),
  z.object({ intent: z.literal("retry-email"), id: z.string().max(100) }),
]);

const number = z.union([z.int().nonnegative(), z.string().regex(/^\d{1,20}$/)]).transform(String);
const named = z.object({
  id: number.optional().catch(undefined),
  name: z.string().max(100).nullish().catch(null),
  order_id: number.optional().catch(undefined),
  order_edit: z.object({ order_id: number }).optional().catch(undefined),
});

/** The order that the body of a delivery tells of; null where that cannot be read, or it tells of something else. */
export function orderNamedIn(topic: string, body: string): { id: string; name: string | null } | null {
  if (!topic.startsWith("orders/") && !topic.startsWith("refunds/")) return null;
  try {
    const { id: own, name, order_id: ofRefund, order_edit: edit } = named.parse(parsePlatformJson(body));
    const id = topic.startsWith("refunds/") ? ofRefund : (edit?.order_id ?? own);
    return id === undefined ? null : { id, name: name ?? null };
  } catch {
    return null;
  }
}

const foundWire = z.object({
  id: z.string().meta({ description: "Shopify's number of the order" }),
  name: z.string(),
  what: z.enum(["missing", "stale"]).meta({ description: "Not known at all, or known in an older state" }),
  read: z.boolean().meta({
    description:
      "False where it could not be read at once: then it is tried again, and at last set aside as a delivery",
  }),
});

/** One look through the platform's orders for what no message brought. */
export const sweepWire = z
  .object({
    id: z.string(),
    cause: z.enum(["start", "hourly", "asked"]),
    status: z.enum(["running", "done", "failed"]),
    from: instant.meta({ description: "Orders changed on Shopify from here" }),
    to: instant.meta({ description: "to here were looked at; it grows while it runs" }),
    looked: z.int(),
    missing: z.int(),
    stale: z.int(),
    found: z.array(foundWire).meta({ description: "The first 100 of them" }),
    error: z.string().meta({ description: "Why it does not go on, or ended; empty without a fault" }),
    startedAt: instant,
    finishedAt: instant.nullable(),
  })
  .meta({ id: "Sweep" });

export type SweepWire = z.input<typeof sweepWire>;

/** Answer of GET and POST /api/v1/sweeps: the newest first. */
export const sweepListWire = z.object({ sweeps: z.array(sweepWire) }).meta({ id: "SweepList" });
