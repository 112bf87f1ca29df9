import { boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { AffiliateId, ClickId, LinkId } from "../../domain/ids.ts";
import { id, instant, shopId } from "./columns.ts";

/**
 * Clicks on affiliate links, one partition per month; the only data that grows without bound. A month is dropped whole
 * when its retention ends. Drizzle cannot declare partitions: `scripts/generate-baseline.ts` adds the clause.
 */
export const clicks = pgTable(
  "clicks",
  {
    shopId: shopId(),
    clickId: id<ClickId>("click_id").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    affiliateId: id<AffiliateId>("affiliate_id").notNull(),
    /** Where on the store the link led, without its query. */
    target: text("target").notNull(),
    /** Host of the page the visitor came from, or ''. */
    referrerHost: text("referrer_host").notNull().default(""),
    subId: text("sub_id").notNull().default(""),
    /** The link that was followed; '' for the affiliate's own code, or an address that carried it. */
    linkId: id<LinkId | "">("link_id")
      .notNull()
      .default("" as const),
    /** By a link of the app (`link`), or told by the storefront about an address that carried a code (`landing`). */
    source: text("source").$type<"link" | "landing">().notNull().default("link"),
    /** The parameters of ad networks that the address carried, such as `gclid fbclid`: one of each network; '' for none. */
    adClick: text("ad_click").notNull().default(""),
    /** Of address and browser, salted anew each day: says who clicked twice on a day, and nothing after it. */
    visitorHash: text("visitor_hash").notNull().default(""),
    /** A crawler or preview: kept as evidence, never counted. */
    bot: boolean("bot").notNull().default(false),
  },
  (table) => [
    primaryKey({ name: "clicks_pkey", columns: [table.shopId, table.clickId, table.occurredAt] }),
    // Query: the newest clicks of an affiliate.
    index("clicks_affiliate").on(table.shopId, table.affiliateId, table.occurredAt),
  ],
);
