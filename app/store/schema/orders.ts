import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { AffiliateId, CommissionId, ProgramId } from "../../domain/ids.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, minor, shopId } from "./columns.ts";
import { programVersions } from "./programs.ts";

type Plain = Record<string, unknown>;

/** Orders as last known, credited or not, each with its explanation. Facts hold no personal data. */
export const orders = pgTable(
  "orders",
  {
    shopId: shopId(),
    /** The platform's number of the order, as text. */
    orderId: text("order_id").notNull(),
    name: text("name").notNull(),
    placedAt: instant("placed_at").notNull(),
    /** The order's own `updated_at`, one-second resolution (M10). */
    changedAt: instant("changed_at").notNull(),
    /** `OrderFacts` of domain/order.ts, refunds included, with amounts as text. */
    facts: jsonb("facts").$type<Plain>().notNull(),
    factsHash: text("facts_hash").notNull(),
    currency: text("currency").notNull(),
    /** Net sales in shop money as counted in figures: after discounts and refunds (M21). */
    netMinor: minor("net_minor").notNull(),
    credited: boolean("credited").notNull(),
    /** Reason code of domain/reasons.ts: why not credited, or why it stands as it does. */
    reason: text("reason").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id"),
    programId: id<ProgramId>("program_id"),
    programVersion: integer("program_version"),
    /** Signals seen, who won and who lost (domain/attribution.ts). */
    attribution: jsonb("attribution").$type<Plain>().notNull(),
    /** The arithmetic, line by line, of the newest evaluation (domain/commission.ts). */
    explanation: jsonb("explanation").$type<Plain>().notNull(),
    customerHash: text("customer_hash"),
    /** What this order adds to the figures now; the difference is what a change writes to them. */
    counted: jsonb("counted").$type<Plain>().notNull().default({}),
    /** Grows with every posting under this row's lock (M3). */
    revision: integer("revision").notNull().default(0),
    firstSeenAt: instant("first_seen_at").notNull(),
    processedAt: instant("processed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.orderId] }),
    // Query: the order list, newest first, all and credited only.
    index("orders_newest").on(table.shopId, table.placedAt, table.orderId),
    index("orders_credited").on(table.shopId, table.credited, table.placedAt, table.orderId),
    // Query: orders of an affiliate.
    index("orders_affiliate").on(table.shopId, table.affiliateId, table.placedAt, table.orderId),
    // Query: search by the order's name.
    index("orders_name").on(table.shopId, table.name),
    // Query: redaction of a customer.
    index("orders_customer").on(table.shopId, table.customerHash),
  ],
);

/** One commission is (order, affiliate, role) (M3). What it is worth is the sum of its transfers, never a column. */
export const commissions = pgTable(
  "commissions",
  {
    shopId: shopId(),
    commissionId: id<CommissionId>("commission_id").notNull(),
    orderId: text("order_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    role: text("role").$type<"affiliate">().notNull(),
    programId: id<ProgramId>("program_id").notNull(),
    programVersion: integer("program_version").notNull(),
    currency: text("currency").notNull(),
    /** What was read from other orders when it was first evaluated (M5). */
    inputs: jsonb("inputs").$type<Plain>().notNull(),
    createdAt: instant("created_at").notNull(),
    holdUntil: instant("hold_until").notNull(),
    releasedAt: instant("released_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.commissionId] }),
    uniqueIndex("commissions_order").on(table.shopId, table.orderId, table.affiliateId, table.role),
    // Query: commissions of an affiliate, newest first.
    index("commissions_affiliate").on(table.shopId, table.affiliateId, table.createdAt, table.commissionId),
    // Query: the list of all, newest first.
    index("commissions_newest").on(table.shopId, table.createdAt, table.commissionId),
    // Query: whose hold has elapsed.
    index("commissions_release").on(table.shopId, table.releasedAt, table.holdUntil),
    foreignKey({ columns: [table.shopId, table.orderId], foreignColumns: [orders.shopId, orders.orderId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
    foreignKey({
      columns: [table.shopId, table.programId, table.programVersion],
      foreignColumns: [programVersions.shopId, programVersions.programId, programVersions.version],
    }),
  ],
);
