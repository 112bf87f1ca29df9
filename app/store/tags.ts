import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import { tagKey } from "../domain/tags.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { affiliateTags } from "./schema/affiliates.ts";

/** The tags of affiliates, by affiliate, in the order of their names. */
export async function tagsOf(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<AffiliateId, string[]>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await db
    .select({ affiliateId: affiliateTags.affiliateId, tag: affiliateTags.tag })
    .from(affiliateTags)
    .where(and(eq(affiliateTags.shopId, shopId), inArray(affiliateTags.affiliateId, [...affiliateIds])))
    .orderBy(asc(affiliateTags.tagKey));
  const tags = new Map<AffiliateId, string[]>();
  for (const { affiliateId, tag } of rows) tags.set(affiliateId, [...(tags.get(affiliateId) ?? []), tag]);
  return tags;
}

type Tagging = {
  readonly shopId: ShopId;
  readonly affiliateId: AffiliateId;
  readonly tags: readonly string[];
};

/** Adds tags that an affiliate doesn't have yet. */
export async function addTags(tx: Tx, { shopId, affiliateId, tags }: Tagging): Promise<void> {
  if (tags.length === 0) return;
  const rows = tags.map((tag) => ({ shopId, affiliateId, tag, tagKey: tagKey(tag) }));
  await tx.insert(affiliateTags).values(rows).onConflictDoNothing();
}

export async function removeTags(tx: Tx, { shopId, affiliateId, tags }: Tagging): Promise<void> {
  if (tags.length === 0) return;
  await tx
    .delete(affiliateTags)
    .where(
      and(
        eq(affiliateTags.shopId, shopId),
        eq(affiliateTags.affiliateId, affiliateId),
        inArray(affiliateTags.tagKey, tags.map(tagKey)),
      ),
    );
}

/** The tags of a shop with how many affiliates have each, as many as a person can choose from. */
export async function listTags(
  db: Db,
  shopId: ShopId,
  most: number,
): Promise<{ tag: string; affiliates: number }[]> {
  return await db
    .select({ tag: sql<string>`min(${affiliateTags.tag})`, affiliates: sql<number>`count(*)::int` })
    .from(affiliateTags)
    .where(eq(affiliateTags.shopId, shopId))
    .groupBy(affiliateTags.tagKey)
    .orderBy(affiliateTags.tagKey)
    .limit(most);
}
