import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, ProgramId } from "../../domain/ids.ts";
import type { Dimension } from "../../domain/report.ts";
import { id, instant, minor, shopId } from "./columns.ts";

/** Sums written in the transaction that writes what they count. Days are in the shop's time zone (M14). */
const measures = () => ({
  clicks: integer("clicks").notNull().default(0),
  /** Unique visitors of that day. Sums over days are not called unique (M21). */
  visitors: integer("visitors").notNull().default(0),
  orders: integer("orders").notNull().default(0),
  /** Credited orders with a click: the numerator of the conversion rate. */
  clickOrders: integer("click_orders").notNull().default(0),
  /** Credited orders that still have net sales, which tiers and bonuses count (T6, T11). */
  keptOrders: integer("kept_orders").notNull().default(0),
  revenueMinor: minor("revenue_minor")
    .notNull()
    .default(sql`0`),
  commissionMinor: minor("commission_minor")
    .notNull()
    .default(sql`0`),
  /** Commission as first earned, before refunds, which uses up a cap (T9). */
  earnedMinor: minor("earned_minor")
    .notNull()
    .default(sql`0`),
  /** Refunded sales, on the day of the refund. `revenueMinor` excludes them already. */
  refundsMinor: minor("refunds_minor")
    .notNull()
    .default(sql`0`),
  /** Credited orders that were their customer's first. */
  newCustomers: integer("new_customers").notNull().default(0),
  /** Credited orders with a known click, and the seconds from these clicks to the orders. */
  timedOrders: integer("timed_orders").notNull().default(0),
  clickSeconds: bigint("click_seconds", { mode: "number" }).notNull().default(0),
});

/** Measures of dimension values. Tiers and caps don't use them, so theirs are missing. */
const dimensionMeasures = () => {
  const { keptOrders: _kept, earnedMinor: _earned, ...counted } = measures();
  return counted;
};

/** Figures by day, affiliate and program. Program is '' for a click or order without one. */
export const dailyFigures = pgTable(
  "daily_figures",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    programId: id<ProgramId | "">("program_id").notNull(),
    day: date("day").notNull(),
    currency: text("currency").notNull(),
    ...measures(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId, table.programId, table.day, table.currency] }),
    // Query: the figures of a program.
    index("daily_figures_program").on(table.shopId, table.programId, table.day),
    // Query: reports and best lists by affiliate or program, which read some days of many years.
    index("daily_figures_day").on(table.shopId, table.day),
  ],
);

/** Figures by day for the whole shop, which the dashboard sums. */
export const dailyShopFigures = pgTable(
  "daily_shop_figures",
  {
    shopId: shopId(),
    day: date("day").notNull(),
    currency: text("currency").notNull(),
    ...measures(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.day, table.currency] }),
    // Query: has anything changed since (open dashboards ask every second).
    index("daily_shop_figures_updated").on(table.shopId, table.updatedAt),
  ],
);

/**
 * Visitors of a day: a keyed hash with everything that the visitor was counted for. A visitor who returns the
 * same day counts once for each affiliate, link, sub-id and page, and once for the shop. All of it is one row,
 * because separate rows would add five index entries to every click.
 */
export const dailyVisitors = pgTable(
  "daily_visitors",
  {
    shopId: shopId(),
    day: date("day").notNull(),
    visitorHash: text("visitor_hash").notNull(),
    /**
     * Entries of kind, space and value: `shop `, `affiliate aff_1`, `link lnk_1`, `sub-id spring`, `landing /`.
     */
    seen: text("seen").array().notNull(),
    /** Number of entries before the newest click that added some. Later entries are new with that click. */
    seenBefore: integer("seen_before").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day, table.visitorHash] })],
);

/**
 * Figures by day and value of a dimension, such as a product or a code. Every credited order and counted click
 * has one value in each of its dimensions, '' for none; an order counts under each of its products.
 */
export const dailyDimensionFigures = pgTable(
  "daily_dimension_figures",
  {
    shopId: shopId(),
    dimension: id<Dimension>("dimension").notNull(),
    value: id("value").notNull(),
    day: date("day").notNull(),
    currency: text("currency").notNull(),
    ...dimensionMeasures(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.dimension, table.day, table.value, table.currency] }),
    // Query: what a link brought, in all and day by day.
    index("daily_dimension_figures_link")
      .on(table.shopId, table.value, table.day)
      .where(sql`dimension = 'link'`),
  ],
);

/**
 * Values of free-text dimensions that are counted under their own name, limited per shop and dimension. Values
 * beyond the limit are counted under one common value, which then has a row too. Rows are only added, so that
 * figures can be recomputed.
 */
export const dimensionValues = pgTable(
  "dimension_values",
  {
    shopId: shopId(),
    dimension: id<Dimension>("dimension").notNull(),
    value: id("value").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.dimension, table.value] })],
);
