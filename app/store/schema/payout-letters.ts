import { foreignKey, integer, pgTable, primaryKey } from "drizzle-orm/pg-core";
import type { AffiliateId } from "../../domain/ids.ts";
import { affiliates } from "./affiliates.ts";
import { id, instant, shopId } from "./columns.ts";

/** How often an affiliate was reminded that money waits for their details, and whether they want to be. */
export const payoutReminders = pgTable(
  "payout_reminders",
  {
    shopId: shopId(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** In a row; none since they have details. */
    sent: integer("sent").notNull().default(0),
    lastSentAt: instant("last_sent_at"),
    /** When they said that they want no reminders; null while they do. */
    stoppedAt: instant("stopped_at"),
  },
  (table) => [
    primaryKey({ columns: [table.shopId, table.affiliateId] }),
    foreignKey({
      columns: [table.shopId, table.affiliateId],
      foreignColumns: [affiliates.shopId, affiliates.affiliateId],
    }),
  ],
);
