import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { AffiliateId, StaffId } from "../../domain/ids.ts";
import { id, instant, shopId } from "./columns.ts";

/** Sessions of merchants outside the embedded admin. Only the token's hash is stored. */
export const merchantSessions = pgTable(
  "merchant_sessions",
  {
    shopId: shopId(),
    sessionId: id("session_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    staffId: id<StaffId>("staff_id"),
    apiKeyId: id("api_key_id"),
    scope: text("scope").$type<"read" | "write">().notNull().default("write"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.sessionId] }),
    // Query: the session of a token.
    uniqueIndex("merchant_sessions_token").on(table.shopId, table.tokenHash),
    // Query: the sessions that a revoked API key opened.
    index("merchant_sessions_api_key").on(table.shopId, table.apiKeyId),
  ],
);

/** Keys of the API. Shown once, when created. */
export const apiKeys = pgTable(
  "api_keys",
  {
    shopId: shopId(),
    apiKeyId: id("api_key_id").notNull(),
    name: text("name").notNull(),
    keyHash: text("key_hash").notNull(),
    lastFour: text("last_four").notNull(),
    scope: text("scope").$type<"read" | "write">().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: instant("created_at").notNull(),
    lastUsedAt: instant("last_used_at"),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.apiKeyId] }),
    // Query: login with a key.
    uniqueIndex("api_keys_hash").on(table.shopId, table.keyHash),
  ],
);

/** Tickets in the address of /auth/success: single use, 60 s, bound to the browser that requested them. */
export const authTickets = pgTable(
  "auth_tickets",
  {
    shopId: shopId(),
    ticketHash: text("ticket_hash").notNull(),
    browserHash: text("browser_hash").notNull(),
    staffId: id<StaffId>("staff_id"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    /** The session that redeeming it opened. The same browser gets it again within the 60 s. */
    sessionId: id("session_id"),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.ticketHash] })],
);

/** Single-use links in emails: to accept an invitation, sign in, or confirm payout details or a new email address. */
export const emailLinks = pgTable(
  "email_links",
  {
    shopId: shopId(),
    mailLinkId: id("mail_link_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    purpose: text("purpose").$type<"invitation" | "sign-in" | "payout-details" | "email">().notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The address to confirm, until the link ends. */
    newEmail: text("new_email"),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.mailLinkId] }),
    // Query: the link of a token.
    uniqueIndex("email_links_token").on(table.shopId, table.tokenHash),
    // Query: earlier links of an affiliate, which a new one ends.
    index("email_links_affiliate").on(table.shopId, table.affiliateId),
  ],
);

/** Sessions of affiliates in their portal. */
export const affiliateSessions = pgTable(
  "affiliate_sessions",
  {
    shopId: shopId(),
    sessionId: id("session_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.sessionId] }),
    // Query: the affiliate of a token.
    uniqueIndex("affiliate_sessions_token").on(table.shopId, table.tokenHash),
  ],
);

/**
 * Answers to POST requests with an Idempotency-Key, so that a repeated request gets the same one. Stored for
 * 24 h.
 */
export const idempotentRequests = pgTable(
  "idempotent_requests",
  {
    shopId: shopId(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    status: integer("status"),
    answer: jsonb("answer"),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.key] }),
    // Query: answers older than a day.
    index("idempotent_requests_age").on(table.shopId, table.createdAt),
  ],
);
