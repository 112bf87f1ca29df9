import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { AffiliateId, ClickId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { clicks } from "./partitioned/clicks.ts";
import { affiliates } from "./schema/affiliates.ts";
import { dailyVisitors } from "./schema/figures.ts";
import { shops } from "./schema/shops.ts";

export type NewClick = {
  readonly shopId: ShopId;
  readonly clickId: ClickId;
  readonly occurredAt: Date;
  readonly affiliateId: AffiliateId;
  readonly target: string;
  readonly referrerHost: string;
  readonly subId: string;
  readonly bot: boolean;
};

/** Whose link it is, and where its store is. */
export type LinkOwner = {
  readonly shopId: ShopId;
  readonly affiliateId: AffiliateId;
  readonly code: string;
  readonly domain: string;
  readonly storefrontUrl: string | null;
  readonly currency: string;
  readonly timeZone: string;
  readonly uninstalledAt: Date | null;
};

/**
 * Whose code this is: of the named shop, or of whichever shop had it first, so that a link without a shop that once
 * worked goes on leading to the same affiliate. Null where nobody has it.
 */
export async function findLinkOwner(
  db: Db,
  codeKey: string,
  shopDomain: string | null,
): Promise<LinkOwner | null> {
  const [row] = await db
    .select({
      shopId: shops.shopId,
      affiliateId: affiliates.affiliateId,
      code: affiliates.referralCode,
      domain: shops.domain,
      storefrontUrl: shops.storefrontUrl,
      currency: shops.currency,
      timeZone: shops.timeZone,
      uninstalledAt: shops.uninstalledAt,
    })
    .from(shops)
    .innerJoin(affiliates, and(eq(affiliates.shopId, shops.shopId), eq(affiliates.codeKey, codeKey)))
    .where(shopDomain === null ? undefined : eq(shops.domain, shopDomain))
    .orderBy(asc(affiliates.createdAt), asc(affiliates.affiliateId))
    .limit(1);
  return row ?? null;
}

/** The root of a shop's storefront by its domain; null where the shop is not known. */
export async function findStorefront(
  db: Db,
  shopDomain: string,
): Promise<{ domain: string; storefrontUrl: string | null } | null> {
  const [row] = await db
    .select({ domain: shops.domain, storefrontUrl: shops.storefrontUrl })
    .from(shops)
    .where(eq(shops.domain, shopDomain));
  return row ?? null;
}

/** Clicks of any shops, in one statement. */
export async function insertClicks(tx: Tx, rows: readonly NewClick[]): Promise<void> {
  await tx.insert(clicks).values([...rows]);
}

export type Visit = {
  readonly day: string;
  readonly affiliateId: AffiliateId | "";
  readonly visitorHash: string;
};

/** Counts visitors of a shop: answers those who were not there yet that day, for that affiliate ('' is the shop). */
export async function addVisitors(tx: Tx, shopId: ShopId, visits: readonly Visit[]): Promise<Visit[]> {
  if (visits.length === 0) return [];
  const keyOf = (one: Visit) => `${one.day} ${one.affiliateId} ${one.visitorHash}`;
  const distinct = [...new Map(visits.map((one) => [keyOf(one), one])).entries()]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, visit]) => ({ shopId, ...visit, affiliateId: visit.affiliateId as AffiliateId }));
  return tx.insert(dailyVisitors).values(distinct).onConflictDoNothing().returning({
    day: dailyVisitors.day,
    affiliateId: dailyVisitors.affiliateId,
    visitorHash: dailyVisitors.visitorHash,
  });
}

/** The newest clicks of an affiliate. */
export async function listClicks(db: Db, shopId: ShopId, affiliateId: AffiliateId, limit: number) {
  return db
    .select()
    .from(clicks)
    .where(and(eq(clicks.shopId, shopId), eq(clicks.affiliateId, affiliateId)))
    .orderBy(desc(clicks.occurredAt))
    .limit(limit);
}

/** Forgets the clicks of a shop and who made them; the sums stay. */
export async function eraseClicks(tx: Tx, shopId: ShopId): Promise<void> {
  await tx.delete(clicks).where(eq(clicks.shopId, shopId));
  await tx.delete(dailyVisitors).where(eq(dailyVisitors.shopId, shopId));
}

/** Forgets who was counted as a visitor before a day; the sums stay. */
export async function eraseVisitors(tx: Db, before: string): Promise<void> {
  await tx.execute(sql`delete from daily_visitors where day < ${before}`);
}
