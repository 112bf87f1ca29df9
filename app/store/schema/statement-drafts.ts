import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Actor } from "../../domain/actor.ts";
import type { ProviderStatementId, StatementDraftId } from "../../domain/ids.ts";
import { id, instant, shopId } from "./columns.ts";

/** Uploaded statement files whose reading nobody has confirmed yet, and for a while those that became statements. */
export const statementDrafts = pgTable(
  "statement_drafts",
  {
    shopId: shopId(),
    draftId: id<StatementDraftId>("draft_id").notNull(),
    fileName: text("file_name").notNull(),
    contentHash: text("content_hash").notNull(),
    /** The file, sealed; '' once it became a statement. */
    sealedFile: text("sealed_file").notNull(),
    /** Corrections of the detected reading: FileChoices. */
    choices: jsonb("choices").$type<Readonly<Record<string, unknown>>>().notNull(),
    /** The statement that confirming created, so that confirming twice imports once. */
    statementId: id<ProviderStatementId>("statement_id"),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.draftId] }),
    // A file uploaded twice is one draft.
    uniqueIndex("statement_drafts_content")
      .on(table.shopId, table.contentHash)
      .where(sql`statement_id is null`),
    // Query: the drafts of a shop that expired; the oldest ones.
    index("statement_drafts_expiry").on(table.shopId, table.expiresAt),
  ],
);

/** Readings that people confirmed, used again for files of the same source with an identical header row. */
export const statementLayouts = pgTable(
  "statement_layouts",
  {
    shopId: shopId(),
    /** Name of the bank or provider, lower-case. */
    sourceKey: id("source_key").notNull(),
    source: text("source").notNull(),
    headerHash: text("header_hash").notNull(),
    choices: jsonb("choices").$type<Readonly<Record<string, unknown>>>().notNull(),
    savedBy: jsonb("saved_by").$type<Actor>().notNull(),
    savedAt: instant("saved_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.sourceKey] }),
    // Query: the layout for a header row, the newest first.
    index("statement_layouts_header").on(table.shopId, table.headerHash, table.savedAt),
  ],
);
