import { and, asc, eq, gt, inArray, isNull, or, sql, type SQL } from "drizzle-orm";
import { tagKey, type TagPeriod } from "../domain/tags.ts";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import { type Db, plannedSelect, type Tx } from "../platform/db.server.ts";
import { insertRows, isOneOf, type OfAffiliates } from "./many-rows.ts";
import { affiliateTags } from "./schema/affiliates.ts";

/** A current tag of an affiliate. */
export type HeldTag = {
  readonly tag: string;
  /** When it ends, if a removal waits for the end of the notice period. */
  readonly endsAt: Date | null;
};

const isHeldAt = (now: Date | SQL) => or(isNull(affiliateTags.endsAt), gt(affiliateTags.endsAt, now));
const isHeld = isHeldAt(sql`now()`);

const tagRowsOf = plannedSelect(({ shopId, affiliateIds }: OfAffiliates, on) =>
  on
    .select({
      affiliateId: affiliateTags.affiliateId,
      tag: affiliateTags.tag,
      endsAt: affiliateTags.endsAt,
    })
    .from(affiliateTags)
    .where(and(eq(affiliateTags.shopId, shopId), isOneOf(affiliateTags.affiliateId, affiliateIds), isHeld))
    .orderBy(asc(affiliateTags.tagKey)),
);

/** Current tags by affiliate, sorted by name. */
export async function tagsOf(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<AffiliateId, HeldTag[]>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await tagRowsOf(db, { shopId, affiliateIds });
  return groupedBy(rows, ({ tag: text, endsAt: at }) => ({ tag: text, endsAt: at }));
}

/** Tags of one affiliate at an instant of the app's clock. */
export async function heldTags(
  db: Db,
  shopId: ShopId,
  { affiliateId, now }: { readonly affiliateId: AffiliateId; readonly now: Date },
): Promise<HeldTag[]> {
  return await db
    .select({ tag: affiliateTags.tag, endsAt: affiliateTags.endsAt })
    .from(affiliateTags)
    .where(and(eq(affiliateTags.shopId, shopId), eq(affiliateTags.affiliateId, affiliateId), isHeldAt(now)))
    .orderBy(asc(affiliateTags.tagKey));
}

/** Tags with their periods, by affiliate. */
export async function tagPeriodsOf(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<AffiliateId, TagPeriod[]>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await db
    .select()
    .from(affiliateTags)
    .where(and(eq(affiliateTags.shopId, shopId), isOneOf(affiliateTags.affiliateId, affiliateIds)))
    .orderBy(asc(affiliateTags.tagKey), asc(affiliateTags.addedAt));
  return groupedBy(rows, periodOf);
}

/** Tags of the shop's affiliates with their periods. */
export async function tagPeriodsOfShop(db: Db, shopId: ShopId): Promise<Map<AffiliateId, TagPeriod[]>> {
  const rows = await db.select().from(affiliateTags).where(eq(affiliateTags.shopId, shopId));
  return groupedBy(rows, periodOf);
}

function periodOf({ tag, addedAt, endsAt }: typeof affiliateTags.$inferSelect): TagPeriod {
  return { tag, addedAt: addedAt.toISOString(), endsAt: endsAt?.toISOString() ?? null };
}

function groupedBy<Row extends { readonly affiliateId: AffiliateId }, One>(
  rows: readonly Row[],
  of: (row: Row) => One,
): Map<AffiliateId, One[]> {
  const groups = Map.groupBy(rows, (row) => row.affiliateId);
  return new Map([...groups].map(([id, own]) => [id, own.map(of)]));
}

type Tagging = {
  readonly shopId: ShopId;
  readonly affiliateId: AffiliateId;
  readonly tags: readonly string[];
  readonly now: Date;
};

/** Adds tags that an affiliate doesn't have yet. A waiting removal of a tag is withdrawn. */
export async function addTags(tx: Tx, { shopId, affiliateId, tags, now }: Tagging): Promise<void> {
  if (tags.length === 0) return;
  const { tagKey: key } = affiliateTags;
  const kept = await tx
    .update(affiliateTags)
    .set({ endsAt: null })
    .where(
      and(
        eq(affiliateTags.shopId, shopId),
        eq(affiliateTags.affiliateId, affiliateId),
        inArray(key, tags.map(tagKey)),
        isHeldAt(now),
      ),
    )
    .returning({ key });
  const known = new Set(kept.map((row) => row.key));
  const added = tags.filter((tag) => !known.has(tagKey(tag)));
  await insertTags(
    tx,
    shopId,
    added.map((tag) => ({ affiliateId, tag })),
    now,
  );
}

type NewTag = { readonly affiliateId: AffiliateId; readonly tag: string };

/** Adds tags to affiliates who don't have them now. */
export async function insertTags(tx: Tx, shopId: ShopId, tags: readonly NewTag[], now: Date): Promise<void> {
  const byKey = new Map(tags.map((one) => [`${one.affiliateId} ${tagKey(one.tag)}`, one]));
  await insertRows(
    tx,
    affiliateTags,
    [...byKey.values()].map(({ affiliateId, tag }) => ({
      shopId,
      affiliateId,
      tag,
      tagKey: tagKey(tag),
      addedAt: now,
    })),
    // A tag may be added again within the millisecond of its removal.
    sql`on conflict (shop_id, affiliate_id, tag_key, added_at) do update set ends_at = null`,
  );
}

/** Ends tags that an affiliate has at an instant, now or in the future. */
export async function endTags(
  tx: Tx,
  { shopId, affiliateId, tags, now, endsAt }: Tagging & { readonly endsAt: Date },
): Promise<void> {
  if (tags.length === 0) return;
  await tx
    .update(affiliateTags)
    .set({ endsAt })
    .where(
      and(
        eq(affiliateTags.shopId, shopId),
        eq(affiliateTags.affiliateId, affiliateId),
        inArray(affiliateTags.tagKey, tags.map(tagKey)),
        isHeldAt(now),
      ),
    );
}

/** Number of tags that a person can choose from. */
const mostListed = 500;

const tagsOfShop = plannedSelect(({ shopId }: { shopId: ShopId }, on) =>
  on
    .select({ tag: sql<string>`min(${affiliateTags.tag})`, affiliates: sql<number>`count(*)::int` })
    .from(affiliateTags)
    .where(and(eq(affiliateTags.shopId, shopId), isHeld))
    .groupBy(affiliateTags.tagKey)
    .orderBy(affiliateTags.tagKey)
    .limit(mostListed),
);

/** The tags of a shop with their numbers of affiliates. */
export async function listTags(db: Db, shopId: ShopId): Promise<{ tag: string; affiliates: number }[]> {
  return await tagsOfShop(db, { shopId });
}

/** Spelling of tags by key. */
export async function tagNames(
  db: Db,
  shopId: ShopId,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .select({ key: affiliateTags.tagKey, tag: sql<string>`min(${affiliateTags.tag})` })
    .from(affiliateTags)
    .where(and(eq(affiliateTags.shopId, shopId), isOneOf(affiliateTags.tagKey, keys), isHeld))
    .groupBy(affiliateTags.tagKey);
  return new Map(rows.map((row) => [row.key, row.tag]));
}
