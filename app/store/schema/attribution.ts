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
 * By which rules a shop's orders find their affiliate. A row is never changed (a trigger refuses it): an order is judged
 * by the version in force when it was created (M4). Without a row the defaults hold.
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
    /** Digest of the row, written by a trigger on insert. `verify-ledger` compares it. */
    digest: text("digest").notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.version] })],
);

/** Customers that a person bound to an affiliate; those that an order bound are known by that order. */
export const lifetimeCustomers = pgTable(
  "lifetime_customers",
  {
    shopId: shopId(),
    /** Keyed hash of the e-mail address, as beside orders. */
    customerHash: text("customer_hash").notNull(),
    since: instant("since").notNull(),
    until: instant("until"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.customerHash, table.since] }),
    // Query: the customers bound to an affiliate.
    index("lifetime_customers_affiliate").on(table.shopId, table.affiliateId, table.since),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Products whose every sale points to one affiliate: its maker, say. */
export const productAssignments = pgTable(
  "product_assignments",
  {
    shopId: shopId(),
    /** Numeric ids. */
    productId: text("product_id").notNull(),
    since: instant("since").notNull(),
    until: instant("until"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Title of the product at the time of the assignment. */
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

/** An affiliate says that an order was theirs; a person decides. */
export const claims = pgTable(
  "claims",
  {
    shopId: shopId(),
    claimId: id<ClaimId>("claim_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** As the affiliate wrote it: "#1001". */
    orderName: text("order_name").notNull(),
    /** The order, once it was found. */
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
    // Query: the claims to an order (evidence).
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
    /** The pixel's own id of the event: sent twice, kept once. */
    eventId: text("event_id").notNull(),
    checkoutToken: text("checkout_token").notNull().default(""),
    /** Digits; '' where the event names none. */
    orderId: text("order_id").notNull().default(""),
    /** Signed ids, already opened and found to be this shop's. */
    clickIds: jsonb("click_ids").$type<readonly string[]>().notNull(),
    occurredAt: instant("occurred_at").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.eventId] }),
    // Query: what the pixel saw of an order, by its id or its checkout (evidence).
    index("pixel_joins_order").on(table.shopId, table.orderId),
    index("pixel_joins_checkout").on(table.shopId, table.checkoutToken),
    // Query: forgetting what is too old.
    index("pixel_joins_received").on(table.shopId, table.receivedAt),
  ],
);

/** How many orders of a day carried which signal, and would have been missed without it; '' counts all orders. */
export const dailySignals = pgTable(
  "daily_signals",
  {
    shopId: shopId(),
    /** The shop's own day of the order. */
    day: date("day").notNull(),
    signal: text("signal").notNull(),
    orders: integer("orders").notNull().default(0),
    credited: integer("credited").notNull().default(0),
    /** Credited orders that would have found nobody without this signal. */
    missed: integer("missed").notNull().default(0),
    /** Credited orders that would have found somebody else. */
    moved: integer("moved").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day, table.signal] })],
);

/** Last known state of the parts of tracking in the store. */
export const trackingStatus = pgTable(
  "tracking_status",
  {
    shopId: shopId().primaryKey(),
    /** Digits of the platform's id of the web pixel; null where none was made. */
    pixelId: text("pixel_id"),
    pixelCheckedAt: instant("pixel_checked_at"),
    /** Why it could not be made, in a sentence. */
    pixelError: text("pixel_error"),
    pixelSeenAt: instant("pixel_seen_at"),
    embedSeenAt: instant("embed_seen_at"),
    proxySeenAt: instant("proxy_seen_at"),
  },
  (table) => [check("tracking_status_pixel", sql`${table.pixelId} is null or ${table.pixelId} ~ '^[0-9]+$'`)],
);

/** An order that no message had brought, or only in an older state. */
export type FoundOrder = {
  readonly orderId: string;
  readonly name: string;
  readonly what: "missing" | "stale";
  /** It could not be read: it comes with its next change. */
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
    /** Orders changed on the platform between these were looked at; while it runs the second one grows. */
    fromAt: instant("from_at").notNull(),
    toAt: instant("to_at").notNull(),
    looked: integer("looked").notNull().default(0),
    /** Orders that were not known at all. */
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
    // Query: the newest sweeps; from where the next one begins.
    index("sweeps_newest").on(table.shopId, table.startedAt),
  ],
);
