import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, shopId } from "./columns.ts";

/** Deliveries of the platform. One row per shop, topic and webhook id, however often it was sent. */
export const deliveries = pgTable(
  "deliveries",
  {
    shopId: shopId(),
    topic: text("topic").notNull(),
    webhookId: text("webhook_id").notNull(),
    eventId: text("event_id"),
    apiVersion: text("api_version").notNull(),
    triggeredAt: instant("triggered_at"),
    receivedAt: instant("received_at").notNull(),
    /** The raw body, sealed; dropped after 30 days or on redaction. */
    sealedBody: text("sealed_body"),
    status: text("status").$type<"waiting" | "done" | "failed" | "dismissed">().notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at").notNull(),
    /** When it was finished or dismissed. */
    processedAt: instant("processed_at"),
    /** The person who dismissed it. Null otherwise. */
    dismissedBy: text("dismissed_by"),
    /** A short name of the result, for diagnosis, or the error. */
    outcome: text("outcome"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.topic, table.webhookId] }),
    // Query: the next deliveries to process, whatever their shop (workers, SKIP LOCKED).
    index("deliveries_waiting")
      .on(table.nextAttemptAt, table.shopId, table.topic, table.webhookId)
      .where(sql`${table.status} = 'waiting'`),
    // Query: drop bodies older than 30 days; the newest delivery of a shop (open screens ask every second).
    index("deliveries_received").on(table.shopId, table.receivedAt),
    // Query: failed deliveries, newest first; true if there are any (the dashboard asks).
    index("deliveries_set_aside")
      .on(table.shopId, table.receivedAt, table.topic, table.webhookId)
      .where(sql`${table.status} = 'failed'`),
  ],
);

/** The platform's answers about which orders belong to a shop, for deliveries that do not name their shop. */
export const orderAnswers = pgTable(
  "order_answers",
  {
    shopId: shopId(),
    orderId: text("order_id").notNull(),
    ofShop: boolean("of_shop").notNull(),
    answeredAt: instant("answered_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.orderId] })],
);

/**
 * The shop for which a body was accepted. Keyed digests are unique across shops: no other shop may have the
 * same body.
 */
export const acceptedBodies = pgTable(
  "accepted_bodies",
  {
    bodyHash: text("body_hash").primaryKey(),
    shopId: shopId(),
    /** When the body was last received. */
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    // Query: forget one shop's digests after their days.
    index("accepted_bodies_received").on(table.shopId, table.receivedAt),
  ],
);
