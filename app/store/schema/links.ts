import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, LinkId, ProgramId } from "../../domain/ids.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, shopId } from "./columns.ts";
import { programs } from "./programs.ts";

/** Links that an affiliate made, or was given, beside the one that every affiliate has. */
export const links = pgTable(
  "links",
  {
    shopId: shopId(),
    linkId: id<LinkId>("link_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    name: text("name").notNull(),
    /** Path and query on the store. */
    target: text("target").notNull(),
    /** What tells this link's clicks apart in terms and reports; '' for none. */
    subId: text("sub_id").notNull().default(""),
    /** `source`, `medium`, `campaign`, `term`, `content`, as far as they are given. */
    utm: jsonb("utm").$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** Set where the link counts in one program only. */
    programId: id<ProgramId>("program_id"),
    /** A discount code of the affiliate that the link puts into the cart; null for none. */
    discountCode: text("discount_code"),
    /** One that is archived counts as little as a paused one, and lists leave it out. */
    status: text("status").$type<"active" | "paused" | "archived">().notNull().default("active"),
    /** Since when it is paused or archived: no order from then on counts by its address. Null while it works. */
    shutSince: instant("shut_since"),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    updatedAt: instant("updated_at").notNull(),
    revision: integer("revision").notNull().default(1),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.linkId] }),
    // Query: the list of all links, newest first.
    index("links_newest").on(table.shopId, table.createdAt, table.linkId),
    // Query: the links of an affiliate, newest first.
    index("links_affiliate").on(table.shopId, table.affiliateId, table.createdAt, table.linkId),
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
 * Every code that an address may carry, in `/r/CODE` and as `?ref=CODE`: those of affiliates and the slugs of links, with
 * those that they had before, so that renaming breaks no link. A trigger writes the affiliates' own.
 */
export const referralCodes = pgTable(
  "referral_codes",
  {
    shopId: shopId(),
    /** Lower-cased. */
    codeKey: text("code_key").notNull(),
    code: text("code").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Null for an affiliate's own code. */
    linkId: id<LinkId>("link_id"),
    createdAt: instant("created_at").notNull(),
    /** Set once another code took its place; it leads on to the same. */
    replacedAt: instant("replaced_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.codeKey] }),
    // Query: who had the code first, for a link that names no shop.
    index("referral_codes_anywhere").on(table.codeKey, table.createdAt, table.affiliateId),
    // Query: the codes of an affiliate and its links.
    index("referral_codes_affiliate").on(table.shopId, table.affiliateId, table.linkId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
    foreignKey({ columns: [table.shopId, table.linkId], foreignColumns: [links.shopId, links.linkId] }),
  ],
);

/** What other systems' links carry (`?sca_ref=123`), and whose it is, so that old links keep paying. */
export const foreignReferrals = pgTable(
  "foreign_referrals",
  {
    shopId: shopId(),
    /** Name of the parameter, lower-cased. */
    parameter: text("parameter").notNull(),
    /** Its value, lower-cased. */
    valueKey: text("value_key").notNull(),
    value: text("value").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.parameter, table.valueKey] }),
    // Query: what an affiliate was known by elsewhere.
    index("foreign_referrals_affiliate").on(table.shopId, table.affiliateId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/**
 * What changed lately of what a click needs to know, written by triggers: each process asks for the newest every
 * second, so that what it remembers of links is never older than two. `code_key` is '' where the whole shop changed.
 */
export const linkChanges = pgTable(
  "link_changes",
  {
    shopId: shopId(),
    codeKey: text("code_key").notNull(),
    changedAt: instant("changed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.codeKey] }),
    // Query: what changed lately, whatever its shop; forgetting what is older.
    index("link_changes_latest").on(table.changedAt),
  ],
);

/** Discounts of the store that affiliates' codes belong to, as last known. */
export const discounts = pgTable(
  "discounts",
  {
    shopId: shopId(),
    /** Digits of the platform's id. */
    discountId: text("discount_id").notNull(),
    title: text("title").notNull(),
    kind: text("kind").$type<"percentage" | "amount" | "free-shipping" | "other">().notNull(),
    /** Value, scope, minimum, limits and combining, as contracts/discount.ts reads them. */
    details: jsonb("details").$type<Readonly<Record<string, unknown>>>().notNull(),
    status: text("status").$type<"active" | "scheduled" | "expired" | "deleted">().notNull(),
    /** How codes of it are named, such as `{FIRSTNAME}{PERCENT}`; null where it was made in the store's admin. */
    template: text("template"),
    createdAt: instant("created_at").notNull(),
    /** When the platform was last asked about it. */
    checkedAt: instant("checked_at").notNull(),
    /** What a person is to know: it was edited or deleted in the store's admin; null for nothing. */
    notice: text("notice"),
    /** Whoever joins this program gets a code of it; null for nobody. */
    autoProgramId: id<ProgramId>("auto_program_id"),
    /** Since when: who joined before is given one by a person. */
    autoSince: instant("auto_since"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.discountId] }),
    // Query: the discounts that give codes to whoever joins, of all shops.
    index("discounts_auto")
      .on(table.shopId, table.autoProgramId)
      .where(sql`${table.autoProgramId} is not null`),
    // Query: the list, newest first.
    index("discounts_newest").on(table.shopId, table.createdAt, table.discountId),
  ],
);

/**
 * Codes that are being made for many affiliates at once, or that the store has already and that are being given to them;
 * a job works on it.
 */
export const codeBatches = pgTable(
  "code_batches",
  {
    shopId: shopId(),
    batchId: id("batch_id").notNull(),
    /** '' for codes that the store has already, of whichever discounts. */
    discountId: text("discount_id").notNull(),
    status: text("status").$type<"waiting" | "running" | "done" | "failed">().notNull(),
    /** Each code with its affiliate, and what became of it. */
    codes: jsonb("codes").$type<readonly Readonly<Record<string, unknown>>[]>().notNull(),
    error: text("error"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.batchId] }),
    // Query: the batches of a discount, newest first.
    index("code_batches_discount").on(table.shopId, table.discountId, table.createdAt),
  ],
);
