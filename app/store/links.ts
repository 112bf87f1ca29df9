import { and, asc, desc, eq, getTableColumns, gte, isNull, lt, ne, or, sql, type SQL } from "drizzle-orm";
import { isIdOf, type AffiliateId, type LinkId, type ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { affiliates } from "./schema/affiliates.ts";
import { dailyDimensionFigures } from "./schema/figures.ts";
import { links, referralCodes } from "./schema/links.ts";
import { programs } from "./schema/programs.ts";

export type Link = typeof links.$inferSelect;
export type LinkStatus = Link["status"];

/** A link with its current slug, its clicks and orders, and the names of its affiliate and program. */
export type LinkRow = Link & {
  readonly slug: string;
  readonly affiliateName: string;
  readonly programName: string | null;
  readonly clicks: number;
  readonly orders: number;
};

export type LinkFilter = {
  /** Without one, all except archived links. */
  readonly status?: LinkStatus | undefined;
  readonly affiliateId?: string | undefined;
  /** Part of the name or target, or the beginning of a current or former slug. */
  readonly search?: string | undefined;
};
/** The last row of a page. */
export type LinkCursor = { readonly createdAt: Date; readonly linkId: string };

function matching(shopId: ShopId, { status, affiliateId, search }: LinkFilter): SQL | undefined {
  return and(
    eq(links.shopId, shopId),
    status ? eq(links.status, status) : ne(links.status, "archived"),
    affiliateId === undefined ? undefined : eq(links.affiliateId, affiliateId as AffiliateId),
    search ? matchesText(shopId, search.toLowerCase()) : undefined,
  );
}

function matchesText(shopId: ShopId, text: string): SQL | undefined {
  const pattern = holding(text);
  return or(
    sql`lower(${links.name}) like ${pattern}`,
    sql`lower(${links.target}) like ${pattern}`,
    sql`${links.linkId} in (select c.link_id from ${referralCodes} c where c.shop_id = ${shopId}
      and c.link_id is not null and c.code_key >= ${text} and c.code_key < ${`${text}\uffff`})`,
  );
}

const slug = sql<string>`(select c.code from ${referralCodes} c where c.shop_id = ${links.shopId}
  and c.affiliate_id = ${links.affiliateId} and c.link_id = ${links.linkId} and c.replaced_at is null limit 1)`;
const sumOf = (column: SQL) =>
  sql<number>`coalesce((select sum(${column})::int from ${dailyDimensionFigures} f
    where f.shop_id = ${links.shopId} and f.dimension = 'link' and f.value = ${links.linkId}), 0)`;

function selectRows(db: Db) {
  return db
    .select({
      link: links,
      slug,
      affiliateName: affiliates.name,
      programName: programs.name,
      clicks: sumOf(sql`f.clicks`),
      orders: sumOf(sql`f.orders`),
    })
    .from(links)
    .innerJoin(
      affiliates,
      and(eq(affiliates.shopId, links.shopId), eq(affiliates.affiliateId, links.affiliateId)),
    )
    .leftJoin(programs, and(eq(programs.shopId, links.shopId), eq(programs.programId, links.programId)));
}

type SelectedLink = Omit<LinkRow, keyof Link> & { readonly link: Link };

const rowOf = ({ link, ...about }: SelectedLink): LinkRow => ({ ...link, ...about });

/**
 * One page of links, newest first. With `after` the cost does not grow with depth. `offset` is for the first
 * pages.
 */
export async function listLinks(
  db: Db,
  shopId: ShopId,
  page: { filter: LinkFilter; limit: number; offset: number; after?: LinkCursor | undefined },
): Promise<LinkRow[]> {
  const { after } = page;
  const beyond = after
    ? or(
        lt(links.createdAt, after.createdAt),
        and(eq(links.createdAt, after.createdAt), lt(links.linkId, after.linkId as LinkId)),
      )
    : undefined;
  const rows = await selectRows(db)
    .where(and(matching(shopId, page.filter), beyond))
    .orderBy(desc(links.createdAt), desc(links.linkId))
    .limit(page.limit)
    .offset(page.offset);
  return rows.map(rowOf);
}

/** Number of links that match a filter, counted up to `cap`. */
export async function countLinks(db: Db, shopId: ShopId, filter: LinkFilter, cap: number): Promise<number> {
  const counted = db
    .select({ one: sql`1` })
    .from(links)
    .where(matching(shopId, filter))
    .limit(cap)
    .as("found");
  const [row] = await db.select({ total: sql<number>`count(*)::int` }).from(counted);
  return row?.total ?? 0;
}

const byId = (shopId: ShopId, linkId: string) =>
  and(eq(links.shopId, shopId), eq(links.linkId, linkId as LinkId));

/** One link. Null if there is none, and for a text that is no id. */
export async function findLink(db: Db, shopId: ShopId, linkId: string): Promise<LinkRow | null> {
  if (!isIdOf("link", linkId)) return null;
  const [row] = await selectRows(db).where(byId(shopId, linkId));
  return row ? rowOf(row) : null;
}

/** Locks a link until the transaction ends, so that two changes run one after the other. */
export async function lockLink(tx: Tx, shopId: ShopId, linkId: string): Promise<Link | null> {
  if (!isIdOf("link", linkId)) return null;
  const [row] = await tx.select().from(links).where(byId(shopId, linkId)).for("update");
  return row ?? null;
}

export async function insertLink(tx: Tx, row: typeof links.$inferInsert): Promise<void> {
  await tx.insert(links).values(row);
}

/** Saves a change of a link that `lockLink` locked. */
export async function updateLink(
  tx: Tx,
  before: Link,
  change: Partial<Omit<Link, "shopId" | "linkId" | "affiliateId">>,
): Promise<void> {
  await tx
    .update(links)
    .set({ ...change, revision: before.revision + 1 })
    .where(byId(before.shopId, before.linkId));
}

/** The slugs of a link: the current one first, then former ones, newest first. */
export async function slugsOf(db: Db, shopId: ShopId, linkId: LinkId) {
  return await db
    .select({ code: referralCodes.code, replacedAt: referralCodes.replacedAt })
    .from(referralCodes)
    .where(and(eq(referralCodes.shopId, shopId), eq(referralCodes.linkId, linkId)))
    .orderBy(sql`${referralCodes.replacedAt} desc nulls first`, asc(referralCodes.codeKey));
}

export type NewSlug = {
  readonly shopId: ShopId;
  readonly affiliateId: AffiliateId;
  readonly linkId: LinkId;
  readonly slug: string;
  readonly at: Date;
};

/**
 * Assigns a slug to a link. The previous one keeps leading to it, and a former one becomes current again.
 * False if another affiliate or link has or had the slug.
 */
export async function assignSlug(tx: Tx, { shopId, affiliateId, linkId, slug: code, at }: NewSlug) {
  const codeKey = code.toLowerCase();
  await tx
    .update(referralCodes)
    .set({ replacedAt: at })
    .where(
      and(
        eq(referralCodes.shopId, shopId),
        eq(referralCodes.affiliateId, affiliateId),
        eq(referralCodes.linkId, linkId),
        isNull(referralCodes.replacedAt),
      ),
    );
  const given = await tx
    .insert(referralCodes)
    .values({ shopId, codeKey, code, affiliateId, linkId, createdAt: at })
    .onConflictDoUpdate({
      target: [referralCodes.shopId, referralCodes.codeKey],
      set: { code, replacedAt: null },
      setWhere: eq(referralCodes.linkId, linkId),
    })
    .returning({ codeKey: referralCodes.codeKey });
  return given.length > 0;
}

/** Clicks and orders of a link by day from the given day on, oldest first, without empty days. */
export async function linkDays(db: Db, shopId: ShopId, linkId: LinkId, since: string) {
  const { day, clicks, orders, ...figures } = getTableColumns(dailyDimensionFigures);
  const sumOfDay = (column: typeof clicks | typeof orders) => sql<number>`sum(${column})::int`;
  return await db
    .select({ day, clicks: sumOfDay(clicks), orders: sumOfDay(orders) })
    .from(dailyDimensionFigures)
    .where(
      and(
        eq(figures.shopId, shopId),
        // A literal, because a plan for any value could not use the partial index.
        sql`${figures.dimension} = 'link'`,
        eq(figures.value, linkId),
        gte(day, since),
      ),
    )
    .groupBy(day)
    .orderBy(asc(day));
}
