import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/** Facts about the installation as a whole, one row per name. No row belongs to a shop or names one. */
export const installationFacts = pgTable("installation_facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  at: instant("at").notNull(),
});
