import { sql } from "drizzle-orm";
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, FileImportId, LinkId, ProgramId } from "../../domain/ids.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, shopId } from "./columns.ts";
import { programs } from "./programs.ts";

/** Links created by or for an affiliate, in addition to the one that every affiliate has. */
export const links = pgTable(
  "links",
  {
    shopId: shopId(),
    linkId: id<LinkId>("link_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    name: text("name").notNull(),
    /** Path and query in the store. */
    target: text("target").notNull(),
    /** Marks this link's clicks in terms and reports. '' for none. */
    subId: text("sub_id").notNull().default(""),
    /** `source`, `medium`, `campaign`, `term`, `content`, if given. */
    utm: jsonb("utm").$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** Set if the link counts in one program only. */
    programId: id<ProgramId>("program_id"),
    /** The affiliate's discount code that the link puts into the cart. Null for none. */
    discountCode: text("discount_code"),
    /** An archived link counts for nobody, like a paused one, and lists leave it out. */
    status: text("status").$type<"active" | "paused" | "archived">().notNull().default("active"),
    /** When it was paused or archived. Later orders do not count by its address. Null while it works. */
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
 * Every code that an address may carry, in `/r/CODE` and as `?ref=CODE`: those of affiliates and the slugs of
 * links, with their former ones, so that renaming breaks no link. A trigger writes the affiliates' own codes.
 */
export const referralCodes = pgTable(
  "referral_codes",
  {
    shopId: shopId(),
    /** In lower case. */
    codeKey: text("code_key").notNull(),
    code: text("code").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Null for an affiliate's own code. */
    linkId: id<LinkId>("link_id"),
    createdAt: instant("created_at").notNull(),
    /** Set once another code replaced it. It still leads to the same target. */
    replacedAt: instant("replaced_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.codeKey] }),
    // Query: the first owner of a code, for a link without a shop.
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

/**
 * Imported links: parameters of other systems' links (`?sca_ref=123`) with their affiliate, so that old links
 * still count.
 */
export const importedLinks = pgTable(
  "imported_links",
  {
    shopId: shopId(),
    /** Name of the parameter in lower case. */
    parameter: text("parameter").notNull(),
    /** Its value in lower case. */
    valueKey: text("value_key").notNull(),
    value: text("value").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** The import that it came with. Null if a person added it. */
    importId: id<FileImportId>("import_id"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.parameter, table.valueKey] }),
    // Query: the imported links of an affiliate.
    index("imported_links_affiliate").on(table.shopId, table.affiliateId),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/**
 * Recent changes of data that clicks need, written by triggers. Each process polls every second, so that cached
 * links are never older than two. `code_key` is '' if the whole shop changed.
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
    // Query: recent changes of all shops; changes to delete.
    index("link_changes_latest").on(table.changedAt),
  ],
);

/** The store's discounts that affiliates' codes belong to, as last seen. */
export const discounts = pgTable(
  "discounts",
  {
    shopId: shopId(),
    /** Digits of Shopify's id. */
    discountId: text("discount_id").notNull(),
    title: text("title").notNull(),
    kind: text("kind").$type<"percentage" | "amount" | "free-shipping" | "other">().notNull(),
    /** Value, scope, minimum, limits and combinations, as read by contracts/discount.ts. */
    details: jsonb("details").$type<Readonly<Record<string, unknown>>>().notNull(),
    status: text("status").$type<"active" | "scheduled" | "expired" | "deleted">().notNull(),
    /** Template of its codes, such as `{FIRSTNAME}{PERCENT}`. Null if it was created in the store's admin. */
    template: text("template"),
    createdAt: instant("created_at").notNull(),
    /** When the platform was last asked about it. */
    checkedAt: instant("checked_at").notNull(),
    /** A message for a person: it was edited or deleted in the store's admin. Null for none. */
    notice: text("notice"),
    /** New members of this program get a code of it. Null for nobody. */
    autoProgramId: id<ProgramId>("auto_program_id"),
    /** Affiliates who join after this get a code automatically. Earlier members get one from a person. */
    autoSince: instant("auto_since"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.discountId] }),
    // Query: the discounts of all shops whose codes new members get.
    index("discounts_auto")
      .on(table.shopId, table.autoProgramId)
      .where(sql`${table.autoProgramId} is not null`),
    // Query: the list, newest first.
    index("discounts_newest").on(table.shopId, table.createdAt, table.discountId),
  ],
);

/** Codes that a job creates for many affiliates at once, or assigns to them if the store has them already. */
export const codeBatches = pgTable(
  "code_batches",
  {
    shopId: shopId(),
    batchId: id("batch_id").notNull(),
    /** '' for existing codes of any discount. */
    discountId: text("discount_id").notNull(),
    status: text("status").$type<"waiting" | "running" | "done" | "failed">().notNull(),
    /** Each code with its affiliate and its result. */
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
