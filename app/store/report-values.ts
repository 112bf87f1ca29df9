import { sql, type SQL } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { ReportKey } from "../domain/report.ts";
import type { Db } from "../platform/db.server.ts";
import { holding } from "./like.ts";
import { newestSold } from "./names.ts";
import { type ReportAsked, reportRows, sumsOf } from "./report-sums.ts";

/** A text to look for, and the values that it is a part of the name of, where no table has their names. */
export type ValueSearch = { readonly text: string; readonly named: readonly string[] };

type Found = { readonly value: string; readonly orders: number };

/** Values that something of these days has, those with most orders first; all of them without a search. */
export async function findReportValues(
  db: Db,
  shopId: ShopId,
  {
    asked,
    search,
    limit,
  }: { readonly asked: ReportAsked; readonly search: ValueSearch | null; readonly limit: number },
): Promise<Found[]> {
  const { rows } = await db.execute<{ value: string; orders: string }>(sql`
    select value, sum(orders)::text as orders from ${sumsOf(reportRows(shopId, asked))}
    where ${search === null ? sql`true` : isFound(shopId, asked.by, search)}
    group by value order by sum(orders) desc, value collate "C" limit ${limit}`);
  return rows.map(({ value, orders }) => ({ value, orders: Number(orders) }));
}

function isFound(shopId: ShopId, by: ReportKey, { text, named }: ValueSearch): SQL {
  const lower = text.toLowerCase();
  const names = namesOf(shopId, by, { text: lower, pattern: holding(lower) });
  return sql`(lower(value) like ${holding(lower)} or value = any(${sql.param([...named])}::text[])
    ${names === null ? sql`` : sql`or value in (${names})`})`;
}

/** The values whose names the books have, and which hold a text. */
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
