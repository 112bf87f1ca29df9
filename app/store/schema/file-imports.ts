import { sql } from "drizzle-orm";
import {
  boolean,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Actor } from "../../domain/actor.ts";
import type { AffiliateId, BalanceEntryId, FileImportId } from "../../domain/ids.ts";
import type { Decisions } from "../../domain/imports/decisions.ts";
import type { ImportKind, ImportSystem } from "../../domain/imports/import-kinds.ts";
import type { RowCode, RowOutcome } from "../../domain/imports/outcomes.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, minor, shopId } from "./columns.ts";
import { balanceEntries } from "./orders.ts";

type Plain = Record<string, unknown>;

/** Exports of other affiliate systems, from the upload to the undo. */
export const fileImports = pgTable(
  "file_imports",
  {
    shopId: shopId(),
    importId: id<FileImportId>("import_id").notNull(),
    fileName: text("file_name").notNull(),
    contentHash: text("content_hash").notNull(),
    /** The sealed head and sample of the file (ImportTable). '' once it is imported. */
    sealedSample: text("sealed_sample").notNull(),
    /** Settings that a person chose (ImportChoices). */
    choices: jsonb("choices").$type<Plain>().notNull(),
    /** A person's decisions about rows (Decisions). Empty once it is imported. */
    decisions: jsonb("decisions").$type<Decisions>().notNull().default({}),
    system: text("system").$type<ImportSystem>().notNull(),
    kind: text("kind").$type<ImportKind>().notNull(),
    /**
     * `draft` until its rows are checked. A job moves it from `checking` to `checked`, from `running` to `done`, and from
     * `undoing` to `undone`.
     */
    status: text("status")
      .$type<"draft" | "checking" | "checked" | "running" | "done" | "undoing" | "undone">()
      .notNull(),
    /** True once the job of a check, import or undo gave up, until a person starts it again. */
    isStopped: boolean("is_stopped").notNull().default(false),
    rows: integer("rows").notNull().default(0),
    /** The last row that the job is done with. */
    rowsDone: integer("rows_done").notNull().default(0),
    /** Sums of the file by currency (ImportTotals), as text. */
    totals: jsonb("totals").$type<readonly Plain[]>().notNull().default([]),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.importId] }),
    // A file that is uploaded twice is one import, unless the first was undone or left rows undecided.
    uniqueIndex("file_imports_content")
      .on(table.shopId, table.contentHash)
      .where(sql`status <> 'undone'`),
    // Query: the list, newest first.
    index("file_imports_newest").on(table.shopId, table.createdAt, table.importId),
  ],
);

/** Rows of an export with the result of the check, then of the import. */
export const fileImportRows = pgTable(
  "file_import_rows",
  {
    shopId: shopId(),
    importId: id<FileImportId>("import_id").notNull(),
    /** Its row in the file. */
    number: integer("number").notNull(),
    /** Identifies the same commission or balance in another export. '' for people and rows that can't be read. */
    rowKey: text("row_key").notNull(),
    /** The affiliate's id in the other system. '' for none. */
    externalId: text("external_id").notNull(),
    /** The affiliate's name or address, for the list of rows. */
    label: text("label").notNull(),
    /** Parsed values that the job needs. Empty once it is done with the row. */
    values: jsonb("values").$type<Plain>().notNull(),
    outcome: text("outcome").$type<RowOutcome>().notNull(),
    code: text("code").$type<RowCode>().notNull(),
    /** Another row that the code is about, and parts that could not be taken over. */
    details: jsonb("details").$type<Plain>().notNull(),
    /** The file's amount. Null for people and amounts that can't be read. */
    amountMinor: minor("amount_minor"),
    currency: text("currency").notNull().default(""),
    /** True once the job applied it, until the import is undone. */
    isApplied: boolean("is_applied").notNull().default(false),
    affiliateId: id<AffiliateId>("affiliate_id"),
    entryId: id<BalanceEntryId>("entry_id"),
    orderId: text("order_id"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.importId, table.number] }),
    // A commission of another system is imported once, however many exports contain it.
    uniqueIndex("file_import_rows_key")
      .on(table.shopId, table.rowKey)
      .where(sql`is_applied and row_key <> ''`),
    // Query: the rows with an outcome; the number of each.
    index("file_import_rows_outcome").on(
      table.shopId,
      table.importId,
      table.outcome,
      table.number,
      table.code,
    ),
    // Query: affiliates by the other system's id.
    index("file_import_rows_external")
      .on(table.shopId, table.externalId)
      .where(sql`is_applied and external_id <> ''`),
    // Query: imports that an affiliate came from.
    index("file_import_rows_affiliate")
      .on(table.shopId, table.affiliateId)
      .where(sql`affiliate_id is not null`),
    foreignKey({
      columns: [table.shopId, table.importId],
      foreignColumns: [fileImports.shopId, fileImports.importId],
    }),
  ],
);

/** Opening balances of an import. What is left of each follows from its ledger entries. */
export const importedBalances = pgTable(
  "imported_balances",
  {
    shopId: shopId(),
    entryId: id<BalanceEntryId>("entry_id").notNull(),
    importId: id<FileImportId>("import_id").notNull(),
    number: integer("number").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    /** The order that a pending amount follows until its release. Null for none. */
    orderId: text("order_id"),
    /** The order's net sales at the import. Null until the order is known. */
    orderNetMinor: minor("order_net_minor"),
    /** When a pending amount becomes available. Null for an available one. */
    releasesAt: instant("releases_at"),
    releasedAt: instant("released_at"),
    /** As the entry opened it. Minor units. */
    openedMinor: minor("opened_minor").notNull(),
    /** What is left, after reductions. Minor units; 0 once undone. */
    currentMinor: minor("current_minor").notNull(),
    /** Grows with every posting under this row's lock (M3). */
    revision: integer("revision").notNull(),
    /** A change of the order that nothing could follow any more, for the merchant. '' for none. */
    todo: text("todo").$type<"" | "order_changed">().notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.entryId] }),
    // Query: the balances of an import.
    index("imported_balances_import").on(table.shopId, table.importId, table.number),
    // Query: the balances of some orders.
    index("imported_balances_order")
      .on(table.shopId, table.orderId)
      .where(sql`order_id is not null`),
    // Query: pending balances whose time has come, in all shops.
    index("imported_balances_release")
      .on(table.releasesAt)
      .where(sql`released_at is null and current_minor > 0`),
    foreignKey({
      columns: [table.shopId, table.entryId],
      foreignColumns: [balanceEntries.shopId, balanceEntries.entryId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Orders for which the other system gave a commission. The app never gives another one. */
export const importedOrders = pgTable(
  "imported_orders",
  {
    shopId: shopId(),
    importId: id<FileImportId>("import_id").notNull(),
    number: integer("number").notNull(),
    /** The order's id or name as the file has it, without "#", in lower case. */
    orderKey: text("order_key").notNull(),
    /** The day in the file, in the store's time zone or another. Null for none. */
    day: date("day"),
    importedAt: instant("imported_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.importId, table.number] }),
    // Query: the imported ones among some orders, by id and name.
    index("imported_orders_key").on(table.shopId, table.orderKey),
  ],
);
