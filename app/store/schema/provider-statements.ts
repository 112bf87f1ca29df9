import type { Actor } from "../../domain/actor.ts";
import type { PaymentId, ProviderStatementId, StatementDraftId } from "../../domain/ids.ts";
import type { StatementProvider } from "../../domain/statements/reading.ts";
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

/** Movements on some days according to a provider: its own report, or a file that a person uploaded. */
export const providerStatements = pgTable(
  "provider_statements",
  {
    shopId: shopId(),
    statementId: id<ProviderStatementId>("statement_id").notNull(),
    provider: text("provider").$type<StatementProvider>().notNull(),
    source: text("source").$type<"api" | "csv">().notNull(),
    /** '' for a report requested from the provider. */
    fileName: text("file_name").notNull().default(""),
    /** Hash of the content, so that the same content is not imported twice. */
    contentHash: text("content_hash").notNull(),
    /** The span that it covers. `until` is the instant after the last one. */
    since: instant("since").notNull(),
    until: instant("until").notNull(),
    /**
     * `reading`: a job still requests its lines from the provider. `matching`: a job compares them with the
     * payments. `ready`: every line has a match.
     */
    status: text("status").$type<"reading" | "matching" | "ready">().notNull(),
    /** Why the job stopped until a person resumes it. '' while it runs, and once it is ready. */
    stopped: text("stopped").notNull().default(""),
    /** The last payment whose account was read. '' before the first, and if all lines came at once. */
    readUpTo: text("read_up_to").notNull().default(""),
    /** Number of accounts read so far. 0 if all lines came at once. */
    accountsRead: integer("accounts_read").notNull().default(0),
    /** Number of the provider's lines. Lines for payments that it lacks come after these. */
    lineCount: integer("line_count").notNull(),
    /** The last line compared. After a crash another worker continues there. */
    matchedUpTo: integer("matched_up_to").notNull().default(0),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.statementId] }),
    // Each content is imported once.
    uniqueIndex("provider_statements_content").on(table.shopId, table.contentHash),
    // Query: the list of statements, newest first.
    index("provider_statements_newest").on(table.shopId, table.createdAt, table.statementId),
  ],
);

/** One line of a bank statement, and how it matches the payments. */
export const statementLines = pgTable(
  "statement_lines",
  {
    shopId: shopId(),
    statementId: id<ProviderStatementId>("statement_id").notNull(),
    /** Its row in the file or place in the report. Payments that the statement lacks come after the last. */
    number: integer("number").notNull(),
    senderItemId: text("sender_item_id").notNull().default(""),
    providerItemId: text("provider_item_id").notNull().default(""),
    providerTransactionId: text("provider_transaction_id").notNull().default(""),
    /** Identifies the same line in another statement (domain/statements/statement-row.ts). */
    identity: text("identity").notNull().default(""),
    amountMinor: minor("amount_minor").notNull(),
    /** Null if the statement does not say. */
    feeMinor: minor("fee_minor"),
    /** '' if the amount could not be read; the amount is then 0. */
    currency: text("currency").notNull(),
    at: instant("at"),
    /** The provider's own status. */
    providerStatus: text("provider_status").notNull().default(""),
    /** Its meaning for a payment: an outcome of domain/payouts/payment.ts, or `unclear`. */
    outcome: text("outcome").notNull(),
    /** Why a row is unclear, or which row it belongs to, as a sentence. '' for others. */
    reason: text("reason").notNull().default(""),
    /** The masked receiver. */
    receiver: text("receiver").notNull().default(""),
    /** A match of domain/statements/match.ts, or `waiting` before it was compared. */
    match: text("match").notNull(),
    paymentId: id<PaymentId>("payment_id"),
    /** The payment that a person chose for the row. It overrides the one that the row names. */
    chosenItemId: id<PaymentId>("chosen_item_id"),
    resolvedAt: instant("resolved_at"),
    resolvedBy: jsonb("resolved_by").$type<Actor>(),
    /** The step taken, from domain/statements/match.ts. '' for none. */
    resolution: text("resolution").notNull().default(""),
    note: text("note").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.statementId, table.number] }),
    // Query: the lines of a statement by match; the number of each.
    index("statement_lines_match").on(table.shopId, table.statementId, table.match, table.number),
    // A payment is recorded once, however many statements contain it. Query: the payments recorded from some
    // lines.
    uniqueIndex("statement_lines_recorded")
      .on(table.shopId, table.identity)
      .where(sql`resolution = 'record' and identity <> ''`),
    // Query: the statement lines of a payment, or of a section's payments.
    index("statement_lines_item")
      .on(table.shopId, table.paymentId)
      .where(sql`payment_id is not null`),
    foreignKey({
      columns: [table.shopId, table.statementId],
      foreignColumns: [providerStatements.shopId, providerStatements.statementId],
    }),
  ],
);

/** Uploaded statement files that nobody has confirmed yet, and, for a while, those that became statements. */
export const statementDrafts = pgTable(
  "statement_drafts",
  {
    shopId: shopId(),
    draftId: id<StatementDraftId>("draft_id").notNull(),
    fileName: text("file_name").notNull(),
    contentHash: text("content_hash").notNull(),
    /** The sealed file. '' once it became a statement. */
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
    // A file that is uploaded twice is one draft.
    uniqueIndex("statement_drafts_content")
      .on(table.shopId, table.contentHash)
      .where(sql`statement_id is null`),
    // Query: a shop's expired drafts; the oldest ones.
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
