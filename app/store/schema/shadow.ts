import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, FileImportId, ProgramId } from "../../domain/ids.ts";
import type { ShadowSignal } from "../../domain/shadow/shadow-signal.ts";
import { id, instant, minor, shopId } from "./columns.ts";
import { orders } from "./orders.ts";
import { shops } from "./shops.ts";

type Plain = Record<string, unknown>;

/** Switches from another app (M25). A store without a row never was in shadow mode. */
export const shadowModes = pgTable(
  "shadow_modes",
  {
    shopId: shopId().primaryKey(),
    startedAt: instant("started_at").notNull(),
    /** Orders from this instant on are this app's. Null until it is chosen, final once it has passed. */
    liveFrom: instant("live_from"),
    /** When the previous app's balances were imported, or a person stated that there are none. */
    completedAt: instant("completed_at"),
    /** The import that completed it. Null if a person stated that there are no balances. */
    completedBy: id<FileImportId>("completed_by"),
  },
  (table) => [foreignKey({ columns: [table.shopId], foreignColumns: [shops.shopId] })],
);

/**
 * Commissions that orders of the previous app would have earned here (M25), for comparison. They are never posted. An
 * order without an affiliate has a row too, with the reason.
 */
export const shadowCommissions = pgTable(
  "shadow_commissions",
  {
    shopId: shopId(),
    orderId: text("order_id").notNull(),
    placedAt: instant("placed_at").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id"),
    programId: id<ProgramId>("program_id"),
    programVersion: integer("program_version"),
    currency: text("currency").notNull(),
    /** Before refunds. */
    earnedMinor: minor("earned_minor").notNull(),
    currentMinor: minor("current_minor").notNull(),
    /** Reason code of domain/reasons.ts. */
    reason: text("reason").notNull(),
    /** Signals with their results, without ids of clicks. */
    signals: jsonb("signals").$type<readonly ShadowSignal[]>().notNull(),
    /** Inputs that the first evaluation read from other orders, by affiliate (M5). */
    inputs: jsonb("inputs").$type<Plain>().notNull(),
    calculatedAt: instant("calculated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.orderId] }),
    // Query: orders of some days that earn something here.
    index("shadow_commissions_earning")
      .on(table.shopId, table.placedAt, table.orderId)
      .where(sql`current_minor > 0`),
    // Query: orders from an instant on.
    index("shadow_commissions_placed").on(table.shopId, table.placedAt),
    foreignKey({ columns: [table.shopId, table.orderId], foreignColumns: [orders.shopId, orders.orderId] }),
  ],
);
