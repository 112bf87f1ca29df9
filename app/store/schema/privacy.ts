import { date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, shopId } from "./columns.ts";

/** A customer's request for their data, with the sealed answer for the merchant to send. */
export const dataRequests = pgTable(
  "data_requests",
  {
    shopId: shopId(),
    requestId: text("request_id").notNull(),
    /** Keyed hash of the email address. Null once the customer was redacted. */
    customerHash: text("customer_hash"),
    /** Sealed. Null once the customer was redacted. */
    sealedAnswer: text("sealed_answer"),
    orders: integer("orders").notNull(),
    receivedAt: instant("received_at").notNull(),
    /** The legal deadline. */
    dueAt: instant("due_at").notNull(),
    sentAt: instant("sent_at"),
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
 * Sealed salts for hashing a day's visitors. Deleted after the day; then nobody can say whose a hash was, even
 * with the app's secret. Each shop has its own, so that no visitor is recognized in another shop.
 */
export const visitorSalts = pgTable(
  "visitor_salts",
  {
    shopId: shopId(),
    /** A day of the shop. */
    day: date("day").notNull(),
    sealed: text("sealed").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day] })],
);
