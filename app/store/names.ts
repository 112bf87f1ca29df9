import type { AffiliateId, LinkId, ProgramId, ShopId } from "../domain/ids.ts";
import type { ReportKey } from "../domain/report.ts";
import type { Db } from "../platform/db.server.ts";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { isOneOf } from "./many-rows.ts";
import { affiliates } from "./schema/affiliates.ts";
import { links } from "./schema/links.ts";
import { programs } from "./schema/programs.ts";
import { tagNames } from "./tags.ts";

/** Names of affiliates, for lists that know them by id. */
export async function affiliateNames(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<string, string>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await db
    .select({ id: affiliates.affiliateId, name: affiliates.name })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), inArray(affiliates.affiliateId, [...affiliateIds])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Names of programs, deleted ones too: what was earned under them still names them (M20). */
export async function programNames(
  db: Db,
  shopId: ShopId,
  programIds: readonly ProgramId[],
): Promise<Map<string, string>> {
  if (programIds.length === 0) return new Map();
  const rows = await db
    .select({ id: programs.programId, name: programs.name })
    .from(programs)
    .where(and(eq(programs.shopId, shopId), inArray(programs.programId, [...programIds])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Affiliates whom people name by id, e-mail address or referral code, by what was written, lower-cased. */
export async function affiliatesNamed(
  db: Db,
  shopId: ShopId,
  names: readonly string[],
): Promise<Map<string, { affiliateId: AffiliateId; name: string }>> {
  if (names.length === 0) return new Map();
  const keys = [...new Set(names.map((one) => one.trim().toLowerCase()))];
  const rows = await db
    .select({
      affiliateId: affiliates.affiliateId,
      name: affiliates.name,
      emailKey: affiliates.emailKey,
      codeKey: affiliates.codeKey,
    })
    .from(affiliates)
    .where(
      and(
        eq(affiliates.shopId, shopId),
        or(
          isOneOf(affiliates.affiliateId, keys as AffiliateId[]),
          isOneOf(affiliates.emailKey, keys),
          isOneOf(affiliates.codeKey, keys),
        ),
      ),
    );
  const named = new Map<string, { affiliateId: AffiliateId; name: string }>();
  for (const { affiliateId, name, emailKey, codeKey } of rows) {
    for (const key of [codeKey, emailKey, affiliateId.toLowerCase()]) named.set(key, { affiliateId, name });
  }
  return named;
}

/** So many of the newest orders are asked what their products are called. */
const ordersAsked = 1000;

/** What people call the values of a report, as far as the books know; others are called by their value. */
export async function reportNamesOf(
  db: Db,
  shopId: ShopId,
  { by, values }: { readonly by: ReportKey; readonly values: readonly string[] },
): Promise<Map<string, string>> {
  if (by === "affiliate") return await affiliateNames(db, shopId, values as AffiliateId[]);
  if (by === "tag") return await tagNames(db, shopId, values);
  if (by === "program") return await programNames(db, shopId, values as ProgramId[]);
  if (by === "link") return await linkNames(db, shopId, values as LinkId[]);
  return by === "product" ? await productNames(db, shopId, values) : new Map();
}

async function linkNames(db: Db, shopId: ShopId, linkIds: readonly LinkId[]): Promise<Map<string, string>> {
  if (linkIds.length === 0) return new Map();
  const rows = await db
    .select({ id: links.linkId, name: links.name })
    .from(links)
    .where(and(eq(links.shopId, shopId), inArray(links.linkId, [...linkIds])));
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The lines of the newest credited orders, each as `line`, with its order's `placed_at`. */
export const newestSold = (shopId: ShopId): SQL => sql`(
      select facts, placed_at from orders where shop_id = ${shopId} and credited
      order by placed_at desc, order_id desc limit ${ordersAsked}
    ) newest, jsonb_array_elements(facts->'lines') as line`;

/** As the newest credited orders called them. */
async function productNames(db: Db, shopId: ShopId, values: readonly string[]): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select distinct on (1) line->>'productId' as id, line->>'title' as title
    from ${newestSold(shopId)} where line->>'productId' = any(${sql.param([...values])}::text[])
    order by 1, placed_at desc`);
  return new Map(rows.map((row) => [row.id, row.title]));
}
