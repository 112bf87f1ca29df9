import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from "drizzle-orm/pg-core";
import type { AffiliateId, ClaimId, SweepId } from "../../domain/ids.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, shopId } from "./columns.ts";

/**
 * Versions of a shop's rules for crediting orders. A row never changes (a trigger rejects it): an order is
 * judged by the version in force when it was created (M4). Without a row the defaults apply.
 */
export const attributionVersions = pgTable(
  "attribution_versions",
  {
    shopId: shopId(),
    version: integer("version").notNull(),
    /** `AttributionRules` of domain/attribution.ts. */
    rules: jsonb("rules").$type<Readonly<Record<string, unknown>>>().notNull(),
    effectiveFrom: instant("effective_from").notNull(),
    createdBy: text("created_by").notNull(),
    /** Hash of the row, written by a trigger on insert. `verify-ledger` compares it. */
    digest: text("digest").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.version] })],
);

/** Lifetime customers that a person assigned. For those that an order assigned, the order is the record. */
export const lifetimeCustomers = pgTable(
  "lifetime_customers",
  {
    shopId: shopId(),
    /** Keyed hash of the email address, as in `orders`. */
    customerHash: text("customer_hash").notNull(),
    since: instant("since").notNull(),
    until: instant("until"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.customerHash, table.since] }),
    // Query: the lifetime customers of an affiliate.
    index("lifetime_customers_affiliate").on(table.shopId, table.affiliateId, table.since),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Product assignments: every sale of the product counts for the affiliate, for example its designer. */
export const productAssignments = pgTable(
  "product_assignments",
  {
    shopId: shopId(),
    /** Digits of the product's id. */
    productId: text("product_id").notNull(),
    since: instant("since").notNull(),
    until: instant("until"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Title of the product when it was assigned. */
    title: text("title").notNull(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.productId, table.since] }),
    // Query: the products of an affiliate.
    index("product_assignments_affiliate").on(table.shopId, table.affiliateId, table.since),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** An affiliate's claim to an order. A person decides about it. */
export const claims = pgTable(
  "claims",
  {
    shopId: shopId(),
    claimId: id<ClaimId>("claim_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** As the affiliate wrote it, such as "#1001". */
    orderName: text("order_name").notNull(),
    /** The order, once found. */
    orderId: text("order_id"),
    note: text("note").notNull().default(""),
    status: text("status").$type<"open" | "accepted" | "declined">().notNull(),
    madeAt: instant("made_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    answer: text("answer"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.claimId] }),
    // Query: the list by status, newest first.
    index("claims_status").on(table.shopId, table.status, table.madeAt, table.claimId),
    // Query: the claims of an affiliate.
    index("claims_affiliate").on(table.shopId, table.affiliateId, table.madeAt),
    // Query: the claims to an order (attribution signals).
    index("claims_order").on(table.shopId, table.orderId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Signed clicks that the web pixel saw at a completed checkout. */
export const pixelJoins = pgTable(
  "pixel_joins",
  {
    shopId: shopId(),
    /** The pixel's own id of the event, so that a repeated one is stored once. */
    eventId: text("event_id").notNull(),
    checkoutToken: text("checkout_token").notNull().default(""),
    /** Digits. '' if the event names no order. */
    orderId: text("order_id").notNull().default(""),
    /** Ids of clicks whose signature belongs to this shop. */
    clickIds: jsonb("click_ids").$type<readonly string[]>().notNull(),
    occurredAt: instant("occurred_at").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.eventId] }),
    // Query: pixel events of an order, by its id or its checkout (attribution signals).
    index("pixel_joins_order").on(table.shopId, table.orderId),
    index("pixel_joins_checkout").on(table.shopId, table.checkoutToken),
    // Query: events older than the retention period.
    index("pixel_joins_received").on(table.shopId, table.receivedAt),
  ],
);

/** Number of a day's orders with each signal, and of those that depend on it. '' counts all orders. */
export const dailySignals = pgTable(
  "daily_signals",
  {
    shopId: shopId(),
    /** The order's day in the shop's time zone. */
    day: date("day").notNull(),
    signal: text("signal").notNull(),
    orders: integer("orders").notNull().default(0),
    credited: integer("credited").notNull().default(0),
    /** Credited orders that nobody would have been credited with without this signal. */
    missed: integer("missed").notNull().default(0),
    /** Credited orders that somebody else would have been credited with. */
    moved: integer("moved").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day, table.signal] })],
);

/** Last known state of the store's tracking parts. */
export const trackingStatus = pgTable(
  "tracking_status",
  {
    shopId: shopId().primaryKey(),
    /** Digits of the web pixel's id. Null if none was created. */
    pixelId: text("pixel_id"),
    pixelCheckedAt: instant("pixel_checked_at"),
    /** Why it could not be created, in a sentence. */
    pixelError: text("pixel_error"),
    pixelSeenAt: instant("pixel_seen_at"),
    embedSeenAt: instant("embed_seen_at"),
    proxySeenAt: instant("proxy_seen_at"),
  },
  (table) => [check("tracking_status_pixel", sql`${table.pixelId} is null or ${table.pixelId} ~ '^[0-9]+$'`)],
);

/** An order that no webhook delivered, or only in an older state. */
export type FoundOrder = {
  readonly orderId: string;
  readonly name: string;
  readonly what: "missing" | "stale";
  /** True if it could not be read. It arrives with its next change. */
  readonly unread?: true;
};

/** Results of searches for orders that no webhook brought. */
export const sweeps = pgTable(
  "sweeps",
  {
    shopId: shopId(),
    sweepId: id<SweepId>("sweep_id").notNull(),
    cause: text("cause").$type<"start" | "hourly" | "asked">().notNull(),
    status: text("status").$type<"running" | "done" | "failed">().notNull(),
    /** The sweep reads orders changed between these instants. `until` grows while it runs. */
    fromAt: instant("from_at").notNull(),
    toAt: instant("to_at").notNull(),
    looked: integer("looked").notNull().default(0),
    /** Orders that were unknown. */
    missing: integer("missing").notNull().default(0),
    /** Orders known in an older state. */
    stale: integer("stale").notNull().default(0),
    /** The first of them, by id and name. */
    found: jsonb("found").$type<readonly FoundOrder[]>().notNull().default([]),
    error: text("error"),
    startedAt: instant("started_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.sweepId] }),
    // Query: the newest sweeps; where the next one begins.
    index("sweeps_newest").on(table.shopId, table.startedAt),
  ],
);
