import { date, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, BacktestId, ImportId, ProgramId } from "../../domain/ids.ts";
import { id, instant, shopId } from "./columns.ts";

type Plain = Record<string, unknown>;
const jobStatuses = () => text("status").$type<"waiting" | "running" | "done" | "failed">().notNull();

/** Backtests: drafts of terms run over past orders, with progress and result. No money moves. */
export const backtests = pgTable(
  "backtests",
  {
    shopId: shopId(),
    backtestId: id<BacktestId>("backtest_id").notNull(),
    /** The program whose current terms the draft is compared with. Null for a program to be created. */
    programId: id<ProgramId>("program_id"),
    /** Set if the draft is one affiliate's custom terms in the program. */
    affiliateId: id<AffiliateId>("affiliate_id"),
    terms: jsonb("terms").$type<Plain>().notNull(),
    /** First and last day in the shop's time zone, inclusive. */
    firstDay: date("first_day").notNull(),
    lastDay: date("last_day").notNull(),
    /**
     * The orders credited in the program (or in any), or all orders as if the program had been credited with
     * them.
     */
    scope: text("scope").$type<"credited" | "all">().notNull(),
    status: jobStatuses(),
    ordersDone: integer("orders_done").notNull().default(0),
    ordersTotal: integer("orders_total").notNull().default(0),
    result: jsonb("result").$type<Plain>(),
    error: text("error").notNull().default(""),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.backtestId] }),
    // Query: the backtests of a program, or of programs to be created, newest first.
    index("backtests_program").on(table.shopId, table.programId, table.createdAt),
  ],
);

/** Imports of past orders with a bulk operation of Shopify, one row per request. */
export const orderImports = pgTable(
  "order_imports",
  {
    shopId: shopId(),
    importId: id<ImportId>("import_id").notNull(),
    firstDay: date("first_day").notNull(),
    lastDay: date("last_day").notNull(),
    status: jobStatuses(),
    /** Shopify's id of the bulk operation, once it runs. */
    operationId: text("operation_id"),
    ordersDone: integer("orders_done").notNull().default(0),
    /** Shopify's count while it collects. */
    ordersTotal: integer("orders_total").notNull().default(0),
    error: text("error").notNull().default(""),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.importId] }),
    // Query: the imports of a shop, newest first.
    index("order_imports_newest").on(table.shopId, table.createdAt),
  ],
);
