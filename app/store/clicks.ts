import { eq, sql } from "drizzle-orm";
import type { AffiliateId, ClickId, LinkId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { clicks } from "./schema/clicks.ts";
import { dailyVisitors } from "./schema/figures.ts";
import { visitorSalts } from "./schema/privacy.ts";

export type NewClick = {
  readonly shopId: ShopId;
  readonly clickId: ClickId;
  readonly occurredAt: Date;
  readonly affiliateId: AffiliateId;
  readonly target: string;
  readonly referrerHost: string;
  readonly subId: string;
  /** '' for the affiliate's own code. */
  readonly linkId: LinkId | "";
  readonly source: "link" | "landing";
  /** The parameters of ad networks that the address carried, with spaces between; '' for none. */
  readonly adClick: string;
  readonly visitorHash: string;
  readonly bot: boolean;
};

/** Clicks of any shops, in one statement, counted nowhere. */
export async function insertClicks(tx: Tx, rows: readonly (typeof clicks.$inferInsert)[]): Promise<void> {
  await tx.insert(clicks).values([...rows]);
}

/** Forgets the clicks of a shop and who made them; the sums stay. */
export async function eraseClicks(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(clicks).where(eq(clicks.shopId, shopId));
  await tx.delete(dailyVisitors).where(eq(dailyVisitors.shopId, shopId));
  await tx.delete(visitorSalts).where(eq(visitorSalts.shopId, shopId));
}

/** Forgets who was counted as a visitor before a day; the sums stay. */
export async function eraseVisitors(tx: Db, before: string): Promise<void> {
  await tx.execute(sql`delete from daily_visitors where day < ${before}`);
}
