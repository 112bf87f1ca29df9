import type { Actor } from "../../domain/actor.ts";
import type { AffiliateId, LedgerEntryId } from "../../domain/ids.ts";
import type { Difference } from "../../domain/ledger/difference.ts";
import type { AccountName } from "../../domain/ledger/entries.ts";
import { sql } from "drizzle-orm";
import {
  bigint,
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
import { id, instant, minor, shopId } from "./columns.ts";

/**
 * The ledger. One row is one debit and one credit of the same amount, so no row can be out of balance. Rows are
 * only added: triggers refuse UPDATE, DELETE and TRUNCATE.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    shopId: shopId(),
    ledgerEntryId: id<LedgerEntryId>("ledger_entry_id").notNull(),
    debitAccount: text("debit_account").notNull(),
    creditAccount: text("credit_account").notNull(),
    amountMinor: minor("amount_minor").notNull(),
    currency: text("currency").notNull(),
    /** A code of M2. */
    code: text("code").notNull(),
    /** The id of the commission, payment, adjustment or other subject. */
    subject: text("subject").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id"),
    idempotencyKey: text("idempotency_key").notNull(),
    inputHash: text("input_hash").notNull(),
    happenedAt: instant("happened_at").notNull(),
    recordedAt: instant("recorded_at").notNull(),
    sequence: bigint("sequence", { mode: "bigint" }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.ledgerEntryId] }),
    uniqueIndex("ledger_entries_key").on(table.shopId, table.idempotencyKey),
    // Query: what was posted for a commission.
    index("ledger_entries_subject").on(table.shopId, table.subject, table.sequence),
    // Query: the ledger entries of an affiliate, newest first; the sum of its accounts.
    index("ledger_entries_affiliate").on(table.shopId, table.affiliateId, table.sequence),
    // Query: the newest ledger entry of a shop; the whole ledger in order.
    index("ledger_entries_sequence").on(table.shopId, table.sequence),
    // Query: entries recorded since an instant, for balances as of a past day and for closing a period.
    index("ledger_entries_recorded").on(table.shopId, table.recordedAt),
    check("ledger_entries_positive", sql`${table.amountMinor} > 0`),
    check("ledger_entries_two_sides", sql`${table.debitAccount} <> ${table.creditAccount}`),
  ],
);

/**
 * Running balances of affiliates' accounts, credits minus debits. Written with the ledger entries, locked in
 * sorted order. Decisions read them; `npm run verify-ledger` compares them with the sum of the entries.
 */
export const ledgerBalances = pgTable(
  "ledger_balances",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    account: text("account").$type<"pending" | "payable" | "in_transit" | "paid">().notNull(),
    currency: text("currency").notNull(),
    balanceMinor: minor("balance_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId, table.account, table.currency] }),
    // Query: available amounts, amounts in payout and negative balances, largest first; their sums.
    index("ledger_balances_amount")
      .on(table.shopId, table.account, table.currency, table.balanceMinor, table.affiliateId)
      .where(sql`account in ('payable', 'in_transit') and balance_minor <> 0`),
    // Only payable may fall below zero (M1).
    check(
      "ledger_balances_not_negative",
      sql`${table.account} not in ('pending', 'in_transit') or ${table.balanceMinor} >= 0`,
    ),
  ],
);

/** The last proof of a shop's books: when it ran, over how much, and its differences. */
export const ledgerProofs = pgTable("ledger_proofs", {
  shopId: shopId().primaryKey(),
  checkedAt: instant("checked_at").notNull(),
  transfers: integer("transfers").notNull(),
  highestSequence: bigint("highest_sequence", { mode: "bigint" }).notNull(),
  balances: integer("balances").notNull(),
  orders: integer("orders").notNull(),
  /** Number of differences. `differences` has the first of them. */
  differenceCount: integer("difference_count").notNull(),
  differences: jsonb("differences").$type<readonly Difference[]>().notNull(),
});

/** A closed period stays closed (M14). It ends with the shop's highest ledger entry at its closing. */
export const closedPeriods = pgTable(
  "closed_periods",
  {
    shopId: shopId(),
    until: instant("until").notNull(),
    since: instant("since"),
    highestSequence: bigint("highest_sequence", { mode: "bigint" }).notNull(),
    closedAt: instant("closed_at").notNull(),
    closedBy: jsonb("closed_by").$type<Actor>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.shopId, table.until] })],
);

/**
 * Balances of a shop's accounts at the end of a closed period, over all affiliates: credits minus debits. They
 * reveal a change in a closed period that bypassed the triggers.
 */
export const closedBalances = pgTable(
  "closed_balances",
  {
    shopId: shopId(),
    until: instant("until").notNull(),
    currency: text("currency").notNull(),
    account: text("account").$type<AccountName>().notNull(),
    balanceMinor: minor("balance_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.until, table.currency, table.account] }),
    foreignKey({
      columns: [table.shopId, table.until],
      foreignColumns: [closedPeriods.shopId, closedPeriods.until],
    }),
  ],
);
