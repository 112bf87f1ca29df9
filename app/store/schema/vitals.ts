import { date, doublePrecision, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { VitalName } from "../../domain/vitals.ts";
import { shopId } from "./columns.ts";

/** Number of page loads in the shop's admin by how fast they were. Nothing tells who loaded what. */
export const dailyVitals = pgTable(
  "daily_vitals",
  {
    shopId: shopId(),
    /** A day in the shop's time zone. */
    day: date("day").notNull(),
    name: text("name").$type<VitalName>().notNull(),
    /** The value was at most this, and above the bound below; see `boundOf`. */
    bound: doublePrecision("bound").notNull(),
    count: integer("count").notNull(),
  },
  // Query: the counts of a shop since a day, and their deletion before a day.
  (table) => [primaryKey({ columns: [table.shopId, table.day, table.name, table.bound] })],
);
