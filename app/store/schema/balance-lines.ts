import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, PaymentId } from "../../domain/ids.ts";
import type { LineKind, LineState } from "../../domain/ledger/line.ts";
import type { CoveringState } from "../../domain/payouts/payment.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, minor, shopId } from "./columns.ts";
import { payoutPayments } from "./payouts.ts";

const zero = (name: string) =>
  minor(name)
    .notNull()
    .default(sql`0`);

/** The open amount of a line, for payments to cover. Below zero it is a deduction. */
const open = "payable_minor - in_payout_minor - paid_minor + deducting_minor + deducted_minor";

/**
 * M22: the amount of each commission, adjustment and other subject of the ledger in an affiliate's balance,
 * and the parts that payments cover. Written with the ledger entries and the coverings. `npm run
 * verify-ledger` sums both again.
 */
export const balanceLines = pgTable(
  "balance_lines",
  {
    shopId: shopId(),
    /** The subject of its ledger entries. */
    lineId: id("line_id").notNull(),
    kind: text("kind").$type<LineKind>().notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    /** When a commission was created, or another line was first recorded. */
    createdAt: instant("created_at").notNull(),
    pendingMinor: zero("pending_minor"),
    payableMinor: zero("payable_minor"),
    /** Sequence of the first ledger entry in `payable`. Null before. */
    firstSequence: bigint("first_sequence", { mode: "bigint" }),
    /** When `payable` last decreased. */
    debitedAt: instant("debited_at"),
    /** Credits covered by open payments, and by paid ones. */
    inPayoutMinor: zero("in_payout_minor"),
    paidMinor: zero("paid_minor"),
    /** Deductions covered by open payments, and by paid ones. Above zero. */
    deductingMinor: zero("deducting_minor"),
    deductedMinor: zero("deducted_minor"),
    openMinor: minor("open_minor").notNull().generatedAlwaysAs(sql.raw(open)),
    /** The least advanced part of its amounts, by the conditions of `lineState`. */
    state: text("state")
      .$type<LineState>()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`case when pending_minor > 0 then 'pending' when ${open} > 0 then 'approved'
          when in_payout_minor > 0 then 'in_payout' when paid_minor > 0 then 'paid' else 'none' end`),
      ),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.lineId] }),
    // Query: the lines that the next payment of an affiliate covers, oldest first, without lines closed long
    // ago.
    index("balance_lines_open")
      .on(table.shopId, table.affiliateId, table.currency, table.firstSequence)
      .where(sql`open_minor <> 0`),
    // Query: the commissions in a state, newest first.
    index("balance_lines_state")
      .on(table.shopId, table.state, table.createdAt, table.lineId)
      .where(sql`kind = 'commission'`),
    // Query: an affiliate's lines that are neither commissions nor adjustments, newest first.
    index("balance_lines_other")
      .on(table.shopId, table.affiliateId, table.createdAt, table.lineId)
      .where(sql`kind not in ('commission', 'adjustment')`),
    // Query: open deductions, few among all lines.
    index("balance_lines_to_deduct")
      .on(table.shopId, table.lineId)
      .where(sql`open_minor < 0`),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);

/**
 * M22: the part of a line that a payment pays, or below zero deducts. Only `state` ever changes; a trigger
 * rejects other changes.
 */
export const payoutCoverings = pgTable(
  "payout_coverings",
  {
    shopId: shopId(),
    paymentId: id<PaymentId>("payment_id").notNull(),
    lineId: id("line_id").notNull(),
    amountMinor: minor("amount_minor").notNull(),
    /** Follows from the payment's status. */
    state: text("state").$type<CoveringState>().notNull(),
    /** When the payment was planned. For a deduction, when the line was debited. */
    at: instant("at").notNull(),
  },
  (table) => [
    // Query: the lines that a payment covers; commissions and deductions of a payout, by its payments.
    primaryKey({ columns: [table.shopId, table.paymentId, table.lineId] }),
    // Query: the payments that cover a line.
    index("payout_coverings_line").on(table.shopId, table.lineId, table.paymentId),
    // Query: covered deductions, newest first.
    index("payout_coverings_deductions")
      .on(table.shopId, table.at, table.lineId, table.paymentId)
      .where(sql`amount_minor < 0 and state <> 'uncovered'`),
    check("payout_coverings_not_zero", sql`${table.amountMinor} <> 0`),
    foreignKey({
      columns: [table.shopId, table.paymentId],
      foreignColumns: [payoutPayments.shopId, payoutPayments.paymentId],
    }),
    foreignKey({
      columns: [table.shopId, table.lineId],
      foreignColumns: [balanceLines.shopId, balanceLines.lineId],
    }),
  ],
);
