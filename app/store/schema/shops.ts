import type { ReportViewId, StaffId } from "../../domain/ids.ts";
import type { Language } from "../../domain/languages.ts";
import type { ReportName } from "../../domain/report.ts";
import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { shopNumbers } from "../../domain/shop-settings.ts";
import { checkLanguage, checkPeriod, id, instant, period, shopId } from "./columns.ts";

/** The tenants. The only table whose key is the shop itself. `domain` is its name outside. */
export const shops = pgTable(
  "shops",
  {
    shopId: shopId().primaryKey(),
    domain: text("domain").notNull(),
    platformShopId: text("platform_shop_id"),
    storeName: text("store_name"),
    storefrontUrl: text("storefront_url"),
    currency: text("currency").notNull().default("USD"),
    timeZone: text("time_zone").notNull().default("UTC"),
    scopes: text("scopes").notNull().default(""),
    installedAt: instant("installed_at"),
    uninstalledAt: instant("uninstalled_at"),
    redactedAt: instant("redacted_at"),
    displayName: text("display_name"),
    logoUrl: text("logo_url"),
    /** Hash of the uploaded logo, which replaces the one at `logoUrl`. */
    logoHash: text("logo_hash"),
    contactEmail: text("contact_email"),
    /** For affiliates without a choice whose browser asks for no language of the app. */
    language: text("language").$type<Language>().notNull().default("en"),
    defaultWindowDays: period("default_window_days", shopNumbers.defaultWindowDays),
    defaultApprovalDays: period("default_approval_days", shopNumbers.defaultApprovalDays),
    clickMonths: period("click_months", shopNumbers.clickMonths),
    bodyDays: period("body_days", shopNumbers.bodyDays),
    pixelDays: period("pixel_days", shopNumbers.pixelDays),
    traceMonths: period("trace_months", shopNumbers.traceMonths),
    settingsUpdatedAt: instant("settings_updated_at"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    // Query: the shop of a domain (every entry point).
    uniqueIndex("shops_domain").on(table.domain),
    checkLanguage("shops_language", table.language),
    checkPeriod("shops_window_days", table.defaultWindowDays, shopNumbers.defaultWindowDays),
    checkPeriod("shops_approval_days", table.defaultApprovalDays, shopNumbers.defaultApprovalDays),
    checkPeriod("shops_click_months", table.clickMonths, shopNumbers.clickMonths),
    checkPeriod("shops_body_days", table.bodyDays, shopNumbers.bodyDays),
    checkPeriod("shops_pixel_days", table.pixelDays, shopNumbers.pixelDays),
    checkPeriod("shops_trace_months", table.traceMonths, shopNumbers.traceMonths),
  ],
);

/**
 * Shopify's access tokens, sealed. The key is Shopify's session id, which contains the shop's domain. A session
 * is stored before the tenant exists, so this table is outside the tenant rule, like `shops`.
 */
export const platformSessions = pgTable(
  "platform_sessions",
  {
    sessionId: text("session_id").primaryKey(),
    shopDomain: text("shop_domain").notNull(),
    sealed: text("sealed").notNull(),
    expiresAt: instant("expires_at"),
    /** The process that refreshes the token holds it until then. Others wait for the new one. */
    refreshingUntil: instant("refreshing_until"),
    updatedAt: instant("updated_at").notNull(),
  },
  // Query: all sessions of a shop (uninstalling ends them).
  (table) => [index("platform_sessions_domain").on(table.shopDomain)],
);

/** Staff members of the store, from Shopify's online token. Recorded with their actions. */
export const staff = pgTable(
  "staff",
  {
    shopId: shopId(),
    staffId: id<StaffId>("staff_id").notNull(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    accountOwner: integer("account_owner").notNull().default(0),
    seenAt: instant("seen_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.staffId] })],
);

/** Actions with their subject, actor and time. Rows are only added (a trigger refuses anything else). */
export const auditEvents = pgTable(
  "audit_events",
  {
    shopId: shopId(),
    auditId: id("audit_id").notNull(),
    subjectKind: text("subject_kind").notNull(),
    subjectId: text("subject_id").notNull(),
    action: text("action").notNull(),
    actorKind: text("actor_kind").$type<"staff" | "api-key" | "affiliate" | "system">().notNull(),
    actorId: text("actor_id"),
    actorName: text("actor_name").notNull(),
    details: jsonb("details").$type<Record<string, unknown>>().notNull().default({}),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.auditId] }),
    // Query: the history on a detail page, newest first.
    index("audit_events_subject").on(table.shopId, table.subjectKind, table.subjectId, table.auditId),
  ],
);

const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** Logos that shops uploaded, one each. */
export const shopLogos = pgTable(
  "shop_logos",
  {
    shopId: shopId().primaryKey(),
    /** SHA-256 of the bytes, part of the logo's address. */
    hash: text("hash").notNull(),
    type: text("type").$type<"image/png" | "image/jpeg" | "image/webp">().notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    bytes: bytea("bytes").notNull(),
    uploadedAt: instant("uploaded_at").notNull(),
  },
  (table) => [check("shop_logos_bytes", sql`length(${table.bytes}) between 1 and 1000000`)],
);

/** Facts about the installation as a whole, one row per name. No row belongs to a shop or names one. */
export const installationFacts = pgTable("installation_facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
  at: instant("at").notNull(),
});

/** Saved reports. The query is stored as in the address, so that days relative to today stay relative. */
export const reportViews = pgTable(
  "report_views",
  {
    shopId: shopId(),
    viewId: id<ReportViewId>("view_id").notNull(),
    name: text("name").notNull(),
    /** The name in lower case, for comparison. */
    nameKey: id("name_key").notNull(),
    report: id<ReportName>("report").notNull(),
    query: jsonb("query").$type<Readonly<Record<string, string>>>().notNull(),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.viewId] }),
    // Unique names. Query: the saved reports of a shop by name.
    uniqueIndex("report_views_name").on(table.shopId, table.nameKey),
  ],
);
