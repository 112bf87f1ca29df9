import { foreignKey, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, PayoutId } from "../../domain/ids.ts";
import type { NotPaidReason } from "../../domain/payouts/eligible.ts";
import { affiliates } from "./affiliates.ts";
import { id, minor, shopId } from "./columns.ts";
import { payouts } from "./payouts.ts";

/** Affiliates whom a payout skipped in a currency, with the reason when it was planned. */
export const payoutLeftOut = pgTable(
  "payout_left_out",
  {
    shopId: shopId(),
    payoutId: id<PayoutId>("payout_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    currency: text("currency").notNull(),
    reason: text("reason").$type<NotPaidReason>().notNull(),
    payableMinor: minor("payable_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.payoutId, table.affiliateId, table.currency] }),
    foreignKey({
      columns: [table.shopId, table.payoutId],
      foreignColumns: [payouts.shopId, payouts.payoutId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
