import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, ClickId, LinkId } from "../../domain/ids.ts";
import { id, instant, shopId } from "./columns.ts";

/**
 * Clicks on affiliate links, with one partition per month. The only data that grows without bound. A month is
 * dropped as a whole when its retention ends. Drizzle can't declare partitions, so
 * `scripts/generate-baseline.ts` adds the clause.
 */
export const clicks = pgTable(
  "clicks",
  {
    shopId: shopId(),
    clickId: id<ClickId>("click_id").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** The link's target in the store, without its query. */
    target: text("target").notNull(),
    /** Host of the page the visitor came from, or ''. */
    referrerHost: text("referrer_host").notNull().default(""),
    subId: text("sub_id").notNull().default(""),
    /** The link that was followed. '' for the affiliate's own code and for an address that carried it. */
    linkId: id<LinkId | "">("link_id")
      .notNull()
      .default("" as const),
    /** `link`: through a link of the app. `landing`: reported by the storefront for an address with a code. */
    source: text("source").$type<"link" | "landing">().notNull().default("link"),
    /**
     * Names of ad networks' parameters in the address, such as `gclid fbclid`, one per network. '' for none.
     */
    adClick: text("ad_click").notNull().default(""),
    /**
     * Hash of address and browser with a salt that changes daily. Recognizes a visitor within a day and never
     * after it.
     */
    visitorHash: text("visitor_hash").notNull().default(""),
    /** A crawler or preview. Stored as evidence, never counted. */
    bot: boolean("bot").notNull().default(false),
  },
  (table) => [
    primaryKey({ name: "clicks_pkey", columns: [table.shopId, table.clickId, table.occurredAt] }),
    // Query: the newest clicks of an affiliate.
    index("clicks_affiliate").on(table.shopId, table.affiliateId, table.occurredAt),
  ],
);
