import { index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, shopId } from "./columns.ts";

/** Uploaded files of imports and audits, in parts, so that no process ever holds a whole one. */
export const fileChunks = pgTable(
  "file_chunks",
  {
    shopId: shopId(),
    /** The id of the import or audit, which is created once the file is complete. */
    fileId: text("file_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    sealed: text("sealed").notNull(),
    storedAt: instant("stored_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.fileId, table.ordinal] }),
    // Query: old parts, of which uploads that broke off are deleted.
    index("file_chunks_stored").on(table.shopId, table.storedAt),
  ],
);
