import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type {
  Answer,
  ApplicationStatus,
  ApprovalRule,
  FormField,
  JoiningMode,
  Utm,
} from "../../domain/applications/joining.ts";
import type { AffiliateId, ApplicationId, ProgramId } from "../../domain/ids.ts";
import type { Language } from "../../domain/languages.ts";
import { affiliates } from "./affiliates.ts";
import { checkLanguage, id, instant, shopId } from "./columns.ts";
import { programs } from "./programs.ts";

/** How people join a program. A program without a row is by invitation only. */
export const programJoining = pgTable(
  "program_joining",
  {
    shopId: shopId(),
    programId: id<ProgramId>("program_id").notNull(),
    mode: text("mode").$type<JoiningMode>().notNull(),
    /** The program's name in the address of its join page. */
    slug: text("slug").notNull(),
    fields: jsonb("fields").$type<readonly FormField[]>().notNull(),
    rules: jsonb("rules").$type<readonly ApprovalRule[]>().notNull(),
    isIndexable: boolean("is_indexable").notNull(),
    reapplyDays: integer("reapply_days").notNull(),
    revision: integer("revision").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.programId] }),
    // Query: the program of a join page.
    uniqueIndex("program_joining_slug").on(table.shopId, table.slug),
    foreignKey({
      columns: [table.shopId, table.programId],
      foreignColumns: [programs.shopId, programs.programId],
    }),
  ],
);

/**
 * Applications. Each submission is a row of its own, so nobody can change what the owner of an address wrote.
 * Confirming one deletes the other unconfirmed ones.
 */
export const applications = pgTable(
  "applications",
  {
    shopId: shopId(),
    applicationId: id<ApplicationId>("application_id").notNull(),
    programId: id<ProgramId>("program_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** In lower case. */
    emailKey: text("email_key").notNull(),
    answers: jsonb("answers").$type<readonly Answer[]>().notNull(),
    /** Version of the program's terms that the applicant agreed to. */
    termsVersion: integer("terms_version").notNull(),
    /** ISO code as the applicant states it. Empty if not stated. */
    country: text("country").notNull(),
    /** Language of the form. The emails use it, and the affiliate's portal after an approval. */
    language: text("language").$type<Language>().notNull(),
    referrer: text("referrer").notNull(),
    utm: jsonb("utm").$type<Utm>().notNull(),
    status: text("status").$type<ApplicationStatus>().notNull(),
    /** Hash of the single-use token in the confirmation link. */
    tokenHash: text("token_hash").notNull(),
    tokenExpiresAt: instant("token_expires_at").notNull(),
    appliedAt: instant("applied_at").notNull(),
    confirmedAt: instant("confirmed_at"),
    decidedAt: instant("decided_at"),
    /** Name of the person or API key that decided. Null if a rule decided, and before a decision. */
    decidedBy: text("decided_by"),
    /** Name of the rule that approved. Null if a person decided, and before a decision. */
    decidedByRule: text("decided_by_rule"),
    /** Added to the text of the decision's email. */
    message: text("message").notNull().default(""),
    /** Only the store's team sees it. */
    note: text("note").notNull().default(""),
    /** The affiliate that an approval created or added to the program. */
    affiliateId: id<AffiliateId>("affiliate_id"),
    /** When the address was last told that it has already applied. */
    toldAt: instant("told_at"),
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(name || ' ' || email)`),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.applicationId] }),
    checkLanguage("applications_language", table.language),
    // Query: the application of a confirmation link.
    uniqueIndex("applications_token").on(table.shopId, table.tokenHash),
    // Two links of one address and program confirmed at once create one application.
    uniqueIndex("applications_open")
      .on(table.shopId, table.programId, table.emailKey)
      .where(sql`status = 'new'`),
    // Query: applications of an address to a program; the number of emails sent to it.
    index("applications_email").on(table.shopId, table.emailKey, table.appliedAt),
    // Query: the list by state, newest first; the number of new ones.
    index("applications_status").on(table.shopId, table.status, table.appliedAt, table.applicationId),
    // Query: search inside name and email.
    index("applications_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    foreignKey({
      columns: [table.shopId, table.programId],
      foreignColumns: [programs.shopId, programs.programId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
