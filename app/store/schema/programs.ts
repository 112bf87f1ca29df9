import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, ProgramId } from "../../domain/ids.ts";
import { programDays } from "../../domain/program.ts";
import { checkPeriod, id, instant, period, shopId } from "./columns.ts";

export const programs = pgTable(
  "programs",
  {
    shopId: shopId(),
    programId: id<ProgramId>("program_id").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull().default(""),
    status: text("status").$type<"draft" | "active" | "paused" | "archived">().notNull(),
    /**
     * Number of the program's newest version, even if it waits or was withdrawn. Custom terms are not counted.
     */
    version: integer("version").notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    deletedAt: instant("deleted_at"),
    /** Days of notice before lower terms start. */
    noticeDays: period("notice_days", programDays.notice),
    /** A shorter notice period, and when it replaces `noticeDays`. */
    nextNoticeDays: integer("next_notice_days"),
    nextNoticeFrom: instant("next_notice_from"),
    revision: integer("revision").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.programId] }),
    // Query: the list, newest first.
    index("programs_newest").on(table.shopId, table.createdAt, table.programId),
    checkPeriod("programs_notice_days", table.noticeDays, programDays.notice),
    checkPeriod("programs_next_notice_days", table.nextNoticeDays, programDays.notice),
    check("programs_next_notice", sql`(${table.nextNoticeDays} is null) = (${table.nextNoticeFrom} is null)`),
  ],
);

/** Frozen terms. A row is never changed (a trigger refuses it): a new rate is a new version (M4). */
export const programVersions = pgTable(
  "program_versions",
  {
    shopId: shopId(),
    programId: id<ProgramId>("program_id").notNull(),
    version: integer("version").notNull(),
    /** Set for the custom terms of one affiliate (T12). */
    affiliateId: id<AffiliateId>("affiliate_id"),
    /**
     * `ProgramTerms` of domain/terms/terms.ts, with amounts as text. Only store/programs.ts reads and writes
     * it. Null if custom terms end.
     */
    terms: jsonb("terms").$type<Record<string, unknown>>(),
    /** Later than `createdAt` if a reduction waits for the end of the notice period. */
    effectiveFrom: instant("effective_from").notNull(),
    createdAt: instant("created_at")
      .notNull()
      .default(sql`now()`),
    createdBy: text("created_by").notNull(),
    /** A digest of the row, written by a trigger on insert. The verification of the books checks it. */
    digest: text("digest").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.programId, table.version] }),
    // Query: the versions of a program, and the custom terms of some affiliates.
    index("program_versions_of").on(table.shopId, table.programId, table.affiliateId, table.version),
    foreignKey({
      columns: [table.shopId, table.programId],
      foreignColumns: [programs.shopId, programs.programId],
    }),
  ],
);

/**
 * Waiting versions that were withdrawn. A row is added before the version starts (a trigger rejects it later)
 * and never changes, so no order was ever judged by a withdrawn version (M4).
 */
export const withdrawnVersions = pgTable(
  "withdrawn_versions",
  {
    shopId: shopId(),
    programId: id<ProgramId>("program_id").notNull(),
    version: integer("version").notNull(),
    withdrawnAt: instant("withdrawn_at").notNull(),
    withdrawnBy: text("withdrawn_by").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.programId, table.version] }),
    foreignKey({
      columns: [table.shopId, table.programId, table.version],
      foreignColumns: [programVersions.shopId, programVersions.programId, programVersions.version],
    }),
  ],
);

/** Statuses of programs over time. An order created before a pause keeps its terms (M20). */
export const programStatusPeriods = pgTable(
  "program_status_periods",
  {
    shopId: shopId(),
    programId: id<ProgramId>("program_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    status: text("status").$type<"draft" | "active" | "paused" | "archived">().notNull(),
    since: instant("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.programId, table.ordinal] }),
    foreignKey({
      columns: [table.shopId, table.programId],
      foreignColumns: [programs.shopId, programs.programId],
    }),
  ],
);
