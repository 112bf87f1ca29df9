import type { AffiliateId, LinkId, ProgramId, ShopId } from "../domain/ids.ts";
import type { ReportKey } from "../domain/report.ts";
import { type Db, plannedSelect } from "../platform/db.server.ts";
import { and, eq, inArray, or, sql, type SQL } from "drizzle-orm";
import { holding } from "./like.ts";
import { isOneOf, type OfAffiliates } from "./many-rows.ts";
import { type ReportSumsQuery, reportRows, sumsOf } from "./report-sums.ts";
import { affiliates } from "./schema/affiliates.ts";
import { links } from "./schema/links.ts";
import { programs } from "./schema/programs.ts";
import { tagNames } from "./tags.ts";

const namedAffiliates = plannedSelect(({ shopId, affiliateIds }: OfAffiliates, on) =>
  on
    .select({ id: affiliates.affiliateId, name: affiliates.name })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), isOneOf(affiliates.affiliateId, affiliateIds))),
);

/** Names of affiliates by id. */
export async function affiliateNames(
  db: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Map<string, string>> {
  if (affiliateIds.length === 0) return new Map();
  const rows = await namedAffiliates(db, { shopId, affiliateIds });
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Names of programs by id, including deleted ones, which may still have commissions (M20). */
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

/** Affiliates by id, email address or referral code, as people type them, in lower case. */
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

/** Number of newest orders that are searched for product titles. */
const ordersAsked = 1000;

/** Display names of a report's values, if stored. Other values are their own names. */
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

/** Lines of the newest credited orders, as `line`, with `placed_at` of the order. */
const newestSold = (shopId: ShopId): SQL => sql`(
      select facts, placed_at from orders where shop_id = ${shopId} and credited
      order by placed_at desc, order_id desc limit ${ordersAsked}
    ) newest, jsonb_array_elements(facts->'lines') as line`;

/** Titles of products in the newest credited orders. */
async function productNames(db: Db, shopId: ShopId, values: readonly string[]): Promise<Map<string, string>> {
  if (values.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select distinct on (1) line->>'productId' as id, line->>'title' as title
    from ${newestSold(shopId)} where line->>'productId' = any(${sql.param([...values])}::text[])
    order by 1, placed_at desc`);
  return new Map(rows.map((row) => [row.id, row.title]));
}

/** A text to search for, and the values whose names contain it, if no table has their names. */
export type ValueSearch = { readonly text: string; readonly named: readonly string[] };

type ReportValueCount = { readonly value: string; readonly orders: number };

/** Values with figures on these days, those with most orders first. All of them without a search. */
export async function findReportValues(
  db: Db,
  shopId: ShopId,
  {
    query,
    search,
    limit,
  }: { readonly query: ReportSumsQuery; readonly search: ValueSearch | null; readonly limit: number },
): Promise<ReportValueCount[]> {
  const { rows } = await db.execute<{ value: string; orders: string }>(sql`
    select value, sum(orders)::text as orders from ${sumsOf(reportRows(shopId, query))}
    where ${search === null ? sql`true` : isFound(shopId, query.by, search)}
    group by value order by sum(orders) desc, value collate "C" limit ${limit}`);
  return rows.map(({ value, orders }) => ({ value, orders: Number(orders) }));
}

function isFound(shopId: ShopId, by: ReportKey, { text, named }: ValueSearch): SQL {
  const lower = text.toLowerCase();
  const names = namesOf(shopId, by, { text: lower, pattern: holding(lower) });
  return sql`(lower(value) like ${holding(lower)} or value = any(${sql.param([...named])}::text[])
    ${names === null ? sql`` : sql`or value in (${names})`})`;
}

/** Values whose stored names contain a text. */
function namesOf(shopId: ShopId, by: ReportKey, of: { text: string; pattern: string }): SQL | null {
  const { text, pattern } = of;
  if (by === "affiliate") {
    return sql`select affiliate_id::text from affiliates where shop_id = ${shopId} and search_text like ${pattern}`;
  }
  if (by === "tag") {
    return sql`select tag_key from affiliate_tags where shop_id = ${shopId} and lower(tag) like ${pattern}`;
  }
  if (by === "program") {
    return sql`select program_id::text from programs where shop_id = ${shopId} and lower(name) like ${pattern}`;
  }
  if (by === "link") {
    return sql`select link_id::text from links
        where shop_id = ${shopId} and (lower(name) like ${pattern} or lower(target) like ${pattern})
      union all select link_id::text from referral_codes
        where shop_id = ${shopId} and link_id is not null and code_key >= ${text} and code_key < ${`${text}\uffff`}`;
  }
  if (by !== "product") return null;
  return sql`select line->>'productId' from ${newestSold(shopId)} where lower(line->>'title') like ${pattern}
    and line->>'productId' is not null`;
}
