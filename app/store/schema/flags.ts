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
import type { AffiliateId, FlagId } from "../../domain/ids.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, shopId } from "./columns.ts";

/** Signs of fraud with their evidence, and the decision about each. */
export const flags = pgTable(
  "flags",
  {
    shopId: shopId(),
    flagId: id<FlagId>("flag_id").notNull(),
    /** A rule of domain/fraud/rules.ts. */
    kind: text("kind").notNull(),
    subjectKind: text("subject_kind").$type<"order" | "affiliate" | "code">().notNull(),
    subjectId: text("subject_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Plain data without personal data. */
    evidence: jsonb("evidence").$type<Readonly<Record<string, unknown>>>().notNull(),
    /** 0 to 100. */
    score: integer("score").notNull(),
    /** The merchant's setting for the rule when the flag was raised. */
    action: text("action").$type<"note" | "hold" | "deny">().notNull(),
    status: text("status").$type<"open" | "dismissed" | "confirmed">().notNull(),
    raisedAt: instant("raised_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    note: text("note").notNull().default(""),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.flagId] }),
    // Raised once. Query: the flags of a thing.
    uniqueIndex("flags_subject").on(table.shopId, table.subjectKind, table.subjectId, table.kind),
    // Query: the list by status, newest first; how many are open, up to a limit (every page of the admin asks).
    index("flags_status").on(table.shopId, table.status, table.raisedAt, table.flagId),
    // Query: the list of all, newest first.
    index("flags_newest").on(table.shopId, table.raisedAt, table.flagId),
    // Query: the flags of an affiliate.
    index("flags_affiliate").on(table.shopId, table.affiliateId, table.raisedAt),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** A merchant's setting of a rule. Without a row the default applies. */
export const fraudRules = pgTable(
  "fraud_rules",
  {
    shopId: shopId(),
    kind: text("kind").notNull(),
    action: text("action").$type<"off" | "note" | "hold" | "deny">().notNull(),
    /** Limits of the rule, such as seconds between click and order. */
    limits: jsonb("limits").$type<Readonly<Record<string, number>>>().notNull().default({}),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.kind] })],
);

/** Keyed hashes by which an affiliate is recognized among customers and other affiliates. */
export const affiliateMarks = pgTable(
  "affiliate_marks",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** `asked` is the hash of an email address whose customer was looked up on the platform. */
    kind: text("kind").$type<"email" | "customer" | "address" | "payout" | "asked">().notNull(),
    hash: text("hash").notNull(),
    since: instant("since").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId, table.kind, table.hash] }),
    // Query: which affiliates is this.
    index("affiliate_marks_hash").on(table.shopId, table.kind, table.hash),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
