import { jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { ReportViewId } from "../../domain/ids.ts";
import type { ReportName } from "../../domain/report.ts";
import { id, instant, shopId } from "./columns.ts";

/** Reports that people gave a name: what their address says, so that days relative to today stay so. */
export const reportViews = pgTable(
  "report_views",
  {
    shopId: shopId(),
    viewId: id<ReportViewId>("view_id").notNull(),
    name: text("name").notNull(),
    /** The name as it is compared: views are the same whatever the size of their letters. */
    nameKey: id("name_key").notNull(),
    report: id<ReportName>("report").notNull(),
    query: jsonb("query").$type<Readonly<Record<string, string>>>().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.viewId] }),
    // Query: the views of a shop by name, and that no two have the same.
    uniqueIndex("report_views_name").on(table.shopId, table.nameKey),
  ],
);
