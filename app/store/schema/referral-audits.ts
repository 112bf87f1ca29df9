import { sql } from "drizzle-orm";
import { date, foreignKey, index, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Actor } from "../../domain/actor.ts";
import type { AuditFinding } from "../../domain/audit/findings.ts";
import type { AffiliateId, ImportId, ReferralAuditId } from "../../domain/ids.ts";
import type { ImportSystem, ReferralState } from "../../domain/imports/import-kinds.ts";
import type { RowCode } from "../../domain/imports/outcomes.ts";
import type { ComparisonFinding } from "../../domain/shadow/comparison.ts";
import { id, instant, minor, shopId } from "./columns.ts";

type Plain = Record<string, unknown>;

/** Audits of another affiliate system's commissions, and comparisons of shadow mode with them. They post nothing. */
export const referralAudits = pgTable(
  "referral_audits",
  {
    shopId: shopId(),
    auditId: id<ReferralAuditId>("audit_id").notNull(),
    /** A comparison needs no rates and no import of orders (M25). */
    purpose: text("purpose").$type<"audit" | "comparison">().notNull().default("audit"),
    fileName: text("file_name").notNull(),
    /** The sealed head and sample of the file (ImportTable). '' once the audit is done. */
    sealedSample: text("sealed_sample").notNull(),
    /** Settings that a person chose (ImportChoices). */
    choices: jsonb("choices").$type<Plain>().notNull(),
    /** The stated rates (AuditRates). Empty until they are stated. */
    rates: jsonb("rates").$type<readonly Plain[]>().notNull().default([]),
    system: text("system").$type<ImportSystem>().notNull(),
    /** `draft` until it is started. */
    status: text("status").$type<"draft" | "waiting" | "running" | "done" | "failed">().notNull(),
    /** The import of past orders that it waits for. */
    orderImportId: id<ImportId>("order_import_id"),
    /** Days of which the platform showed the orders, in the shop's time zone. Null until they were read. */
    coveredFrom: date("covered_from"),
    coveredUntil: date("covered_until"),
    rows: integer("rows").notNull().default(0),
    /** The last order that was looked at for a missing commission, as `PastCursor`. Null before the first. */
    lastOrder: jsonb("last_order").$type<Plain>(),
    /** A reason as text. '' for none. */
    error: text("error").notNull().default(""),
    createdBy: jsonb("created_by").$type<Actor>().notNull(),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.auditId] }),
    // Query: the lists of audits and of comparisons, newest first.
    index("referral_audits_newest").on(table.shopId, table.purpose, table.createdAt, table.auditId),
    // Query: the audits that wait for an import of orders.
    index("referral_audits_waiting")
      .on(table.shopId, table.orderImportId)
      .where(sql`status = 'waiting'`),
  ],
);

/** Referrals of an audited file with their findings, and orders that have none although they name an affiliate. */
export const referralAuditRows = pgTable(
  "referral_audit_rows",
  {
    shopId: shopId(),
    auditId: id<ReferralAuditId>("audit_id").notNull(),
    /** Its row in the file. Orders without a referral follow after the last row. */
    number: integer("number").notNull(),
    /** The order's name or id as the file has it, without "#". */
    orderText: text("order_text").notNull(),
    /** `orderText` in lower case. Rows of one order are judged together. */
    orderKey: text("order_key").notNull(),
    affiliateKey: text("affiliate_key").notNull(),
    /** The affiliate's name or address. */
    label: text("label").notNull(),
    /** The affiliate here, in a comparison. Null for one that the store doesn't have, and in an audit. */
    affiliateId: id<AffiliateId>("affiliate_id"),
    /** The other system's program, whose rate applies. '' for none. */
    program: text("program").notNull(),
    /** The order's day in the shop's time zone if it is known, else the file's. */
    day: date("day"),
    /** 0 with a fault, and for an order without a referral. */
    amountMinor: minor("amount_minor").notNull(),
    /** '' with a fault. */
    currency: text("currency").notNull(),
    state: text("state").$type<ReferralState>().notNull(),
    fault: text("fault").$type<RowCode>(),
    orderId: text("order_id"),
    /** Null until it is judged. */
    finding: text("finding").$type<AuditFinding | ComparisonFinding>(),
    /** The reason (AuditReason or ComparisonReason). Null until it is judged. */
    reason: jsonb("reason").$type<Plain>(),
    /** The amount here, in a comparison. Null where nothing was compared. */
    expectedMinor: minor("expected_minor"),
    /** Paid less expected. In a comparison, the amount here less the one there. */
    differenceMinor: minor("difference_minor"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.auditId, table.number] }),
    // Query: rows that are not judged yet, order by order.
    index("referral_audit_rows_open")
      .on(table.shopId, table.auditId, table.orderKey)
      .where(sql`finding is null`),
    // Query: the rows with a finding; the sums of each.
    index("referral_audit_rows_finding").on(table.shopId, table.auditId, table.finding, table.number),
    // Query: the orders that have a referral, among some.
    index("referral_audit_rows_order")
      .on(table.shopId, table.auditId, table.orderId)
      .where(sql`order_id is not null`),
    foreignKey({
      columns: [table.shopId, table.auditId],
      foreignColumns: [referralAudits.shopId, referralAudits.auditId],
    }),
  ],
);
