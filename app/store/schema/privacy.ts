import { date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, shopId } from "./columns.ts";

/** A customer asked what is held about them: the answer, sealed, for the merchant to hand on. */
export const dataRequests = pgTable(
  "data_requests",
  {
    shopId: shopId(),
    requestId: text("request_id").notNull(),
    /** Keyed hash of the e-mail address; null once the customer was redacted. */
    customerHash: text("customer_hash"),
    /** Sealed; null once the customer was redacted. */
    sealedAnswer: text("sealed_answer"),
    orders: integer("orders").notNull(),
    receivedAt: instant("received_at").notNull(),
    /** When the law wants it answered. */
    dueAt: instant("due_at").notNull(),
    handedOverAt: instant("handed_over_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.requestId] }),
    // Query: the list, newest first.
    index("data_requests_newest").on(table.shopId, table.receivedAt, table.requestId),
    // Query: redaction of a customer.
    index("data_requests_customer").on(table.shopId, table.customerHash),
  ],
);

/**
 * What a day's visitors are hashed with, sealed; forgotten with the day, after which nobody can say whose a hash was,
 * not even who holds the app's secret. One for each shop, so that nobody is known again in another.
 */
export const visitorSalts = pgTable(
  "visitor_salts",
  {
    shopId: shopId(),
    /** The shop's own day. */
    day: date("day").notNull(),
    sealed: text("sealed").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day] })],
);
