import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { CommissionKind } from "../../domain/commission-state.ts";
import type { DecisionKind, DecisionInForce } from "../../domain/decision.ts";
import type {
  AdjustmentId,
  AffiliateId,
  BalanceEntryId,
  CommissionId,
  DecisionId,
  ProgramId,
} from "../../domain/ids.ts";
import type { BalanceEntryKind } from "../../domain/ledger/entries.ts";
import type { Approval } from "../../domain/terms/terms.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, minor, shopId } from "./columns.ts";
import { programVersions } from "./programs.ts";

type Plain = Record<string, unknown>;

/** Orders as last known, credited or not, each with its explanation. Facts hold no personal data. */
export const orders = pgTable(
  "orders",
  {
    shopId: shopId(),
    /** The platform's order id, as text. */
    orderId: text("order_id").notNull(),
    name: text("name").notNull(),
    placedAt: instant("placed_at").notNull(),
    /** The order's own `updated_at`, in whole seconds (M10). */
    changedAt: instant("changed_at").notNull(),
    /** `OrderFacts` of domain/order.ts, refunds included, with amounts as text. */
    facts: jsonb("facts").$type<Plain>().notNull(),
    factsHash: text("facts_hash").notNull(),
    currency: text("currency").notNull(),
    /** Net sales in shop money as counted in figures: after discounts and refunds (M21). */
    netMinor: minor("net_minor").notNull(),
    /** The order's own commission as counted in figures, without bonuses and manual commissions. */
    commissionMinor: minor("commission_minor")
      .notNull()
      .default(sql`0`),
    credited: boolean("credited").notNull(),
    /** Reason code of domain/reasons.ts: why it is not credited, or why it is credited as it is. */
    reason: text("reason").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id"),
    programId: id<ProgramId>("program_id"),
    programVersion: integer("program_version"),
    /** Signals seen, who won and who lost (domain/attribution.ts). */
    attribution: jsonb("attribution").$type<Plain>().notNull(),
    customerHash: text("customer_hash"),
    /** Kinds of attribution signals on the order (domain/attribution.ts). */
    signals: text("signals")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Signals without which nobody would have been credited. */
    lostWithout: text("lost_without")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** Signals without which somebody else would have been credited. */
    elsewhereWithout: text("elsewhere_without")
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The order's current share of the figures. A change adds the difference to them. */
    counted: jsonb("counted").$type<Plain>().notNull().default({}),
    /** Grows with every posting under this row's lock (M3). */
    revision: integer("revision").notNull().default(0),
    firstSeenAt: instant("first_seen_at").notNull(),
    processedAt: instant("processed_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.orderId] }),
    // Query: the order list, newest first, all and credited only.
    index("orders_newest").on(table.shopId, table.placedAt, table.orderId),
    index("orders_credited").on(table.shopId, table.credited, table.placedAt, table.orderId),
    // Query: the order list by amount in either direction, by currency first.
    index("orders_total").on(table.shopId, table.currency, table.netMinor, table.orderId),
    index("orders_commission").on(table.shopId, table.currency, table.commissionMinor, table.orderId),
    // Query: orders of an affiliate; test orders of a shop that never credited an order.
    index("orders_affiliate").on(table.shopId, table.affiliateId, table.placedAt, table.orderId),
    // Query: search by the order's name.
    index("orders_name").on(table.shopId, table.name),
    // Query: orders that still have hashes of their buyers, oldest first.
    index("orders_traced")
      .on(table.shopId, table.placedAt)
      .where(sql`${table.facts} ? 'traces'`),
    // Query: the order of a checkout in a pixel event without an order.
    index("orders_checkout").on(table.shopId, sql`(${table.facts} ->> 'checkoutToken')`),
    // Query: the first orders of a customer's subscriptions (M23).
    index("orders_subscribed")
      .on(table.shopId, sql`(${table.facts} ->> 'customerId')`)
      .where(sql`${table.facts} @> '{"lines": [{"subscription": true}]}'`),
    // Query: redaction of a customer; the customer's earlier orders (T10).
    index("orders_customer").on(table.shopId, table.customerHash, table.placedAt),
  ],
);

/**
 * A commission of an order, affiliate and role (M3), a bonus (M13) or a manual commission (M12). Its amount is
 * the sum of its ledger entries, never a column.
 */
export const commissions = pgTable(
  "commissions",
  {
    shopId: shopId(),
    commissionId: id<CommissionId>("commission_id").notNull(),
    kind: text("kind").$type<CommissionKind>().notNull().default("order"),
    /** The order that earned it or reached the bonus. A manual commission may have none. */
    orderId: text("order_id"),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** `affiliate` for an order, the key of a bonus, or the commission's own id for a manual commission. */
    role: text("role").notNull(),
    programId: id<ProgramId>("program_id").notNull(),
    programVersion: integer("program_version").notNull(),
    currency: text("currency").notNull(),
    /** Version, bonus and ordinal of a bonus (M13); null for others. */
    bonusKey: text("bonus_key"),
    /**
     * For an order, the inputs that its first evaluation read from other orders (M5, T10). For a bonus and a
     * manual commission, the fixed amount.
     */
    inputs: jsonb("inputs").$type<Plain>().notNull(),
    /** The decision in force (M12). It follows from `decisions`. */
    decision: text("decision").$type<DecisionInForce>(),
    /** From the frozen terms of its version (M11). */
    approval: text("approval").$type<Approval>().notNull().default("automatic"),
    /** Grows with every posting of a commission without an order's row that could count it (M3). */
    revision: integer("revision").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    /** End of the approval period. Null while it has not begun (M11). */
    approvesAt: instant("approves_at"),
    releasedAt: instant("released_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.commissionId] }),
    // One commission per role (M3, M13). Query: the commissions of an order.
    uniqueIndex("commissions_order").on(table.shopId, table.orderId, table.affiliateId, table.role),
    // A bonus is paid once (M13). Query: the bonuses of an affiliate.
    uniqueIndex("commissions_bonus").on(table.shopId, table.affiliateId, table.bonusKey),
    // Query: commissions of an affiliate, newest first.
    index("commissions_affiliate").on(table.shopId, table.affiliateId, table.createdAt, table.commissionId),
    // Query: the list of all, newest first.
    index("commissions_newest").on(table.shopId, table.createdAt, table.commissionId),
    // Query: commissions whose approval period is over.
    index("commissions_release").on(table.shopId, table.releasedAt, table.approvesAt),
    // Query: commissions on hold, few among all pending ones: their number, and the list.
    index("commissions_held")
      .on(table.shopId, table.createdAt, table.commissionId)
      .where(sql`${table.decision} = 'held'`),
    // Query: commissions that wait for a person's approval: their number, and the list.
    index("commissions_to_approve")
      .on(table.shopId, table.createdAt, table.commissionId)
      .where(sql`${table.approval} = 'manual' and ${table.releasedAt} is null`),
    // Query: sums of bonuses and manual commissions on some days, few among the orders' own; their lists.
    index("commissions_other_commissions")
      .on(table.shopId, table.createdAt, table.commissionId)
      .where(sql`${table.kind} <> 'order'`),
    foreignKey({ columns: [table.shopId, table.orderId], foreignColumns: [orders.shopId, orders.orderId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
    foreignKey({
      columns: [table.shopId, table.programId, table.programVersion],
      foreignColumns: [programVersions.shopId, programVersions.programId, programVersions.version],
    }),
  ],
);

/** Decisions about commissions and orders, in the order in which they were made (M12). Rows are only added. */
export const decisions = pgTable(
  "decisions",
  {
    shopId: shopId(),
    decisionId: id<DecisionId>("decision_id").notNull(),
    /** A commission, or an order whose credit is given to another affiliate. */
    subjectKind: text("subject_kind").$type<"commission" | "order">().notNull(),
    subjectId: text("subject_id").notNull(),
    kind: text("kind").$type<DecisionKind>().notNull(),
    note: text("note").notNull().default(""),
    /** For a reassignment: affiliate, program and terms version. */
    details: jsonb("details").$type<Plain>().notNull().default({}),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    at: instant("at").notNull(),
    sequence: bigint("sequence", { mode: "bigint" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.decisionId] }),
    // Query: the decisions about a subject, in their order.
    index("decisions_subject").on(table.shopId, table.subjectId, table.sequence),
  ],
);

/** Write-offs and opening balances (M12), each posted once under its id. Rows are only added. */
export const balanceEntries = pgTable(
  "balance_entries",
  {
    shopId: shopId(),
    entryId: id<BalanceEntryId>("entry_id").notNull(),
    kind: text("kind").$type<BalanceEntryKind>().notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    account: text("account").$type<"pending" | "payable">().notNull(),
    currency: text("currency").notNull(),
    /** Negative for an opening balance owed to the store, or that corrects another. */
    amountMinor: minor("amount_minor").notNull(),
    reason: text("reason").notNull(),
    /** The document of an opening balance. '' for none. */
    document: text("document").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.entryId] }),
    check(
      "balance_entries_kind",
      sql`(${table.kind} = 'write_off' and ${table.account} = 'payable' and ${table.amountMinor} > 0)
        or (${table.kind} = 'opening_balance' and ${table.account} in ('pending', 'payable') and ${table.amountMinor} <> 0)`,
    ),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/** Adjustments, each posted once under its id (M12). Rows are only added. */
export const adjustments = pgTable(
  "adjustments",
  {
    shopId: shopId(),
    adjustmentId: id<AdjustmentId>("adjustment_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** The commission that it is about, if any. */
    commissionId: id<CommissionId>("commission_id"),
    currency: text("currency").notNull(),
    /** Positive gives, negative takes. */
    amountMinor: minor("amount_minor").notNull(),
    note: text("note").notNull(),
    actorKind: text("actor_kind").notNull(),
    actorId: text("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.adjustmentId] }),
    // Query: the adjustments of a commission.
    index("adjustments_commission").on(table.shopId, table.commissionId, table.adjustmentId),
    // Query: adjustments of an affiliate, newest first.
    index("adjustments_affiliate").on(table.shopId, table.affiliateId, table.at, table.adjustmentId),
    // Query: sums of the adjustments on some days.
    index("adjustments_made").on(table.shopId, table.at),
    check("adjustments_not_zero", sql`${table.amountMinor} <> 0`),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
    foreignKey({
      columns: [table.shopId, table.commissionId],
      foreignColumns: [commissions.shopId, commissions.commissionId],
    }),
  ],
);
