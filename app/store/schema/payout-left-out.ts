import { foreignKey, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, PayoutBatchId } from "../../domain/ids.ts";
import type { NotPaidReason } from "../../domain/payouts/eligible.ts";
import { affiliates } from "./affiliates.ts";
import { id, minor, shopId } from "./columns.ts";
import { payoutBatches } from "./payouts.ts";

/** Whom a batch looked at when it was planned and did not pay, and why; what held at that moment. */
export const payoutLeftOut = pgTable(
  "payout_left_out",
  {
    shopId: shopId(),
    batchId: id<PayoutBatchId>("batch_id").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    reason: text("reason").$type<NotPaidReason>().notNull(),
    payableMinor: minor("payable_minor").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.batchId, table.affiliateId] }),
    foreignKey({
      columns: [table.shopId, table.batchId],
      foreignColumns: [payoutBatches.shopId, payoutBatches.batchId],
    }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
