import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { AffiliateId, ProgramId } from "../../domain/ids.ts";
import type { EmailFrequency } from "../../domain/events.ts";
import type { Language } from "../../domain/languages.ts";
import { checkLanguage, id, instant, shopId } from "./columns.ts";
import { programs } from "./programs.ts";

export const affiliates = pgTable(
  "affiliates",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    /** In lower case. One affiliate per address and shop. */
    emailKey: text("email_key").notNull(),
    status: text("status").$type<"invited" | "pending" | "active" | "suspended" | "rejected">().notNull(),
    referralCode: text("referral_code").notNull(),
    /** Referral code in lower case, because codes ignore case. */
    codeKey: text("code_key").notNull(),
    note: text("note").notNull().default(""),
    /** The affiliate's own choice. Null until they make one. */
    language: text("language").$type<Language>(),
    /** The affiliate's own choice for emails about commissions. */
    emailFrequency: text("email_frequency").$type<EmailFrequency>().notNull().default("immediate"),
    invitedAt: instant("invited_at"),
    acceptedAt: instant("accepted_at"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    /**
     * Grows with each change. An edit names the revision that it saw, so two people can't overwrite each
     * other.
     */
    revision: integer("revision").notNull().default(1),
    searchText: text("search_text")
      .notNull()
      .generatedAlwaysAs(sql`lower(name || ' ' || email || ' ' || referral_code)`),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId] }),
    uniqueIndex("affiliates_email").on(table.shopId, table.emailKey),
    // Query: the affiliate of a code (clicks, orders).
    uniqueIndex("affiliates_code").on(table.shopId, table.codeKey),
    // Query: the first owner of a code, for a link without a shop.
    index("affiliates_code_anywhere").on(table.codeKey, table.createdAt, table.affiliateId),
    // Query: the list, newest first, all and by status.
    index("affiliates_newest").on(table.shopId, table.createdAt, table.affiliateId),
    index("affiliates_status").on(table.shopId, table.status, table.createdAt, table.affiliateId),
    // Query: the list by name.
    index("affiliates_name").on(table.shopId, table.name, table.affiliateId),
    // Query: search inside name, email address and code.
    index("affiliates_search").using("gin", sql`${table.searchText} gin_trgm_ops`),
    checkLanguage("affiliates_language", table.language),
    check("affiliates_email_frequency", sql`${table.emailFrequency} in ('immediate', 'daily', 'never')`),
  ],
);

/**
 * Statuses of affiliates over time (M20). A trigger adds a row with every change of `affiliates.status`, so
 * that no code path can forget it.
 */
export const affiliateStatusPeriods = pgTable(
  "affiliate_status_periods",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    ordinal: integer("ordinal").notNull(),
    status: text("status").$type<"invited" | "pending" | "active" | "suspended" | "rejected">().notNull(),
    since: instant("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId, table.ordinal] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Number of affiliates by status, written in the transaction that changes one. */
export const affiliateCounts = pgTable(
  "affiliate_counts",
  {
    shopId: shopId(),
    status: text("status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.status] })],
);

/** Tags that group affiliates. Terms can test them, so their periods stay known. */
export const affiliateTags = pgTable(
  "affiliate_tags",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** In lower case, because tags ignore case. */
    tagKey: text("tag_key").notNull(),
    tag: text("tag").notNull(),
    addedAt: instant("added_at").notNull(),
    /**
     * In the future while a removal waits for the end of the notice period. Null until the tag is removed.
     */
    endsAt: instant("ends_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId, table.tagKey, table.addedAt] }),
    // Query: the affiliates with a tag, and all tags of a shop.
    index("affiliate_tags_tag").on(table.shopId, table.tagKey, table.affiliateId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Periods of affiliates in programs. */
export const programMembers = pgTable(
  "program_members",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    programId: id<ProgramId>("program_id").notNull(),
    joinedAt: instant("joined_at").notNull(),
    /**
     * Number of the terms version accepted with the invitation or application. Null if the store added them
     * later.
     */
    acceptedVersion: integer("accepted_version"),
    leftAt: instant("left_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId, table.programId] }),
    // Query: the affiliates of a program.
    index("program_members_program").on(table.shopId, table.programId, table.affiliateId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
    foreignKey({
      columns: [table.shopId, table.programId],
      foreignColumns: [programs.shopId, programs.programId],
    }),
  ],
);

/**
 * Discount codes of affiliates. A code has one owner at a time. Former owners stay known, because an order of
 * their time may arrive late.
 */
export const affiliateCodes = pgTable(
  "affiliate_codes",
  {
    shopId: shopId(),
    /** In lower case, because discount codes ignore case. */
    codeKey: text("code_key").notNull(),
    code: text("code").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Earlier orders do not count for the code (M19). */
    assignedAt: instant("assigned_at").notNull(),
    /** Later orders do not count for the code. Null while the affiliate has it. */
    endedAt: instant("ended_at"),
    /** Digits of the discount's id, if known. */
    discountId: text("discount_id"),
    /** `paused` by a person; `missing` if it was deleted in the store's admin. */
    status: text("status").$type<"active" | "paused" | "missing">().notNull().default("active"),
    /** When the notice period ends and `endsHow` applies. Null if nothing is scheduled. */
    endsAt: instant("ends_at"),
    endsHow: text("ends_how").$type<"paused" | "removed" | "deleted">(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.codeKey, table.assignedAt] }),
    // One owner at a time. Query: the current affiliate of a code.
    uniqueIndex("affiliate_codes_owner")
      .on(table.shopId, table.codeKey)
      .where(sql`ended_at is null`),
    // Query: the codes of an affiliate.
    index("affiliate_codes_affiliate").on(table.shopId, table.affiliateId),
    // Query: the list of all codes, newest first.
    index("affiliate_codes_newest").on(table.shopId, table.assignedAt, table.codeKey),
    // Query: codes whose notice period is over.
    index("affiliate_codes_ends")
      .on(table.endsAt)
      .where(sql`ended_at is null and ends_at is not null`),
    check("affiliate_codes_ends_how", sql`${table.endsHow} in ('paused', 'removed', 'deleted')`),
    // Query: the codes of a discount.
    index("affiliate_codes_discount").on(table.shopId, table.discountId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
