import type { Actor } from "../../domain/actor.ts";
import type { PayoutItemId, ProviderStatementId, StatementDraftId } from "../../domain/ids.ts";
import type { StatementProvider } from "../../domain/statements/provider.ts";
import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { id, instant, minor, shopId } from "./columns.ts";

/** What a provider says it moved on some days: its report, or a file that somebody brought. */
export const providerStatements = pgTable(
  "provider_statements",
  {
    shopId: shopId(),
    statementId: id<ProviderStatementId>("statement_id").notNull(),
    provider: text("provider").$type<StatementProvider>().notNull(),
    source: text("source").$type<"api" | "csv">().notNull(),
    /** '' for a report that was asked for. */
    fileName: text("file_name").notNull().default(""),
    /** Of what was read, so that the same is not taken in twice. */
    contentHash: text("content_hash").notNull(),
    /** The days it covers: from the first instant up to the one after the last. */
    since: instant("since").notNull(),
    until: instant("until").notNull(),
    /**
     * `reading`: a job still asks the provider for its lines. `matching`: it compares them with the payouts. `ready`:
     * every line says how it stands to them.
     */
    status: text("status").$type<"reading" | "matching" | "ready">().notNull(),
    /** Why nobody goes on with what it is at, until somebody asks for it; '' while it goes on, and at its end. */
    stopped: text("stopped").notNull().default(""),
    /** The last payout whose account was read; '' before the first, and where lines came all at once. */
    readUpTo: text("read_up_to").notNull().default(""),
    /** How many accounts were read so far; 0 where lines came all at once. */
    accountsRead: integer("accounts_read").notNull().default(0),
    /** Lines of the provider. What it does not mention gets lines of its own behind these. */
    lineCount: integer("line_count").notNull(),
    /** The last line that was compared; a worker that dies is followed by another. */
    matchedUpTo: integer("matched_up_to").notNull().default(0),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.statementId] }),
    // The same statement is taken in once.
    uniqueIndex("provider_statements_content").on(table.shopId, table.contentHash),
    // Query: the list of statements, newest first.
    index("provider_statements_newest").on(table.shopId, table.createdAt, table.statementId),
  ],
);

/** One line of a provider's statement, and how it stands to the payouts. */
export const statementLines = pgTable(
  "statement_lines",
  {
    shopId: shopId(),
    statementId: id<ProviderStatementId>("statement_id").notNull(),
    /** Its row in the file or its place in the report; behind the last, payouts that the statement does not mention. */
    number: integer("number").notNull(),
    senderItemId: text("sender_item_id").notNull().default(""),
    providerItemId: text("provider_item_id").notNull().default(""),
    providerTransactionId: text("provider_transaction_id").notNull().default(""),
    /** By what the same line of another statement is known again: domain/statements/identity.ts. */
    identity: text("identity").notNull().default(""),
    amountMinor: minor("amount_minor").notNull(),
    /** Null where the statement does not tell it. */
    feeMinor: minor("fee_minor"),
    /** '' where the amount is not understood; it is then 0. */
    currency: text("currency").notNull(),
    at: instant("at"),
    /** The provider's own word. */
    providerStatus: text("provider_status").notNull().default(""),
    /** Its meaning for a payout: an outcome of domain/payouts/item.ts, or `unclear`. */
    outcome: text("outcome").notNull(),
    /** Why a row is unclear, or which row it is a part of, as a sentence; '' for others. */
    reason: text("reason").notNull().default(""),
    /** Who got it, as people may see it. */
    receiver: text("receiver").notNull().default(""),
    /** How it stands to the payouts: a match of domain/payouts/match.ts, or `waiting` before it was compared. */
    match: text("match").notNull(),
    itemId: id<PayoutItemId>("item_id"),
    /** The payment that a person chose for the row; it comes before what the row names. */
    chosenItemId: id<PayoutItemId>("chosen_item_id"),
    resolvedAt: instant("resolved_at"),
    resolvedBy: jsonb("resolved_by").$type<Actor>(),
    /** What was done about it: a step of domain/payouts/match.ts; '' before. */
    resolution: text("resolution").notNull().default(""),
    note: text("note").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.statementId, table.number] }),
    // Query: the lines of a statement by how they stand; how many there are of each.
    index("statement_lines_match").on(table.shopId, table.statementId, table.match, table.number),
    // A payment is recorded once, in however many statements it stands. Query: what was recorded of some lines.
    uniqueIndex("statement_lines_recorded")
      .on(table.shopId, table.identity)
      .where(sql`resolution = 'record' and identity <> ''`),
    // Query: what statements say of a payout, of those of a batch.
    index("statement_lines_item")
      .on(table.shopId, table.itemId)
      .where(sql`item_id is not null`),
    foreignKey({
      columns: [table.shopId, table.statementId],
      foreignColumns: [providerStatements.shopId, providerStatements.statementId],
    }),
  ],
);

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
