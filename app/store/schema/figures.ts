import { sql } from "drizzle-orm";
import { bigint, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, ProgramId } from "../../domain/ids.ts";
import type { Dimension } from "../../domain/report-dimensions.ts";
import { id, instant, minor, shopId } from "./columns.ts";

/** Sums written in the transaction that writes what they count; days are the shop's own (M14). */
const measures = () => ({
  clicks: integer("clicks").notNull().default(0),
  /** Unique visitors of that day (M21: summed over days, never called unique over a range). */
  visitors: integer("visitors").notNull().default(0),
  orders: integer("orders").notNull().default(0),
  /** Credited orders that have a click: the numerator of the conversion rate. */
  clickOrders: integer("click_orders").notNull().default(0),
  /** Credited orders of which some net sales are kept: what tiers and bonuses count (T6, T11). */
  keptOrders: integer("kept_orders").notNull().default(0),
  revenueMinor: minor("revenue_minor")
    .notNull()
    .default(sql`0`),
  commissionMinor: minor("commission_minor")
    .notNull()
    .default(sql`0`),
  /** Commission as earned, before refunds: what uses up a cap (T9). */
  earnedMinor: minor("earned_minor")
    .notNull()
    .default(sql`0`),
  /** What of the sales came back, on the day of its refund; revenue has lost it already. */
  refundsMinor: minor("refunds_minor")
    .notNull()
    .default(sql`0`),
  /** Credited orders that were their customer's first. */
  newCustomers: integer("new_customers").notNull().default(0),
  /** Credited orders of which a click is known, and the seconds from these clicks to them. */
  timedOrders: integer("timed_orders").notNull().default(0),
  clickSeconds: bigint("click_seconds", { mode: "number" }).notNull().default(0),
});

/** Those that values of dimensions have: tiers and caps do not ask here. */
const dimensionMeasures = () => {
  const { keptOrders: _kept, earnedMinor: _earned, ...counted } = measures();
  return counted;
};

/** By day, affiliate and program. Program is '' where a click or order has none. */
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

/** By day for the whole shop: what the dashboard sums. */
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
 * Who was counted as a visitor on a day: a keyed hash, with all that this visitor was counted for, so that coming back
 * the same day counts once for each affiliate, link, sub-id and page, and once for the shop. One row for all of it, because
 * a row for each of these would make every click five entries of an index dearer.
 */
export const dailyVisitors = pgTable(
  "daily_visitors",
  {
    shopId: shopId(),
    day: date("day").notNull(),
    visitorHash: text("visitor_hash").notNull(),
    /** `shop `, `affiliate aff_1`, `link lnk_1`, `sub-id spring`, `landing /`: a kind, a space and the value. */
    seen: text("seen").array().notNull(),
    /** So many of them stood here before the newest click that added some: those behind it are new with that click. */
    seenBefore: integer("seen_before").notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.day, table.visitorHash] })],
);

/**
 * By day and one value of one dimension: the product, the code, the link … that an order or click belongs to. Every
 * credited order and counted click stands under one value of each dimension it has, '' where it has none; an order
 * stands under each of its products.
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
 * The values that dimensions of free text count by themselves, up to a number for each shop and dimension; what comes
 * after is counted under one common value, which stands here too as soon as it is used. Only ever added to, so that
 * what was counted can be counted again.
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
