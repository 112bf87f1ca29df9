import { type SQL, sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** How much happened in an hour ("07") or on a day ("2026-03-31") of the shop. */
export type UsePoint = {
  readonly at: string;
  readonly count: number;
  /** Orders that a visit by a link of the affiliate led to as well; 0 of clicks. */
  readonly visited: number;
};

type Asked = {
  readonly affiliateId: AffiliateId;
  /** Days of the shop's calendar, both counted in. */
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly unit: "hour" | "day";
};

/** Credited orders of an affiliate over time, those that a code won alone where one is named (lower-cased). */
export async function creditedOverTime(
  db: Db,
  shopId: ShopId,
  asked: Asked & { readonly codeKey: string | null },
): Promise<UsePoint[]> {
  const byCode = sql`and reason = 'won-by-code'
    and lower(attribution #>> '{decided,winner,evidence,code}') = ${asked.codeKey}`;
  const { rows } = await db.execute<UsePoint & Record<string, unknown>>(sql`
    select ${placeOf(sql`placed_at`, asked)} as at, count(*)::int as count, count(*) filter (where exists (
      select 1 from jsonb_array_elements(attribution -> 'evidence') e
      where e ->> 'affiliateId' = affiliate_id and e ->> 'kind' in ('click', 'landing', 'pixel')))::int as visited
    from orders where shop_id = ${shopId} and affiliate_id = ${asked.affiliateId} and credited
      and ${isWithin(sql`placed_at`, asked)} ${asked.codeKey === null ? sql`` : byCode}
    group by 1 order by 1`);
  return rows;
}

/** Clicks on the links of an affiliate over time, as long as they are kept; robots left out. */
export async function clicksOverTime(db: Db, shopId: ShopId, asked: Asked): Promise<UsePoint[]> {
  const { rows } = await db.execute<UsePoint & Record<string, unknown>>(sql`
    select ${placeOf(sql`occurred_at`, asked)} as at, count(*)::int as count, 0 as visited
    from clicks where shop_id = ${shopId} and affiliate_id = ${asked.affiliateId} and not bot
      and ${isWithin(sql`occurred_at`, asked)}
    group by 1 order by 1`);
  return rows;
}

function placeOf(instant: SQL, { timeZone, unit }: Asked): SQL {
  const format = unit === "hour" ? "HH24" : "YYYY-MM-DD";
  return sql`to_char(${instant} at time zone ${timeZone}, ${format})`;
}

function isWithin(instant: SQL, { from, to, timeZone }: Asked): SQL {
  return sql`${instant} >= (${from}::timestamp at time zone ${timeZone})
    and ${instant} < ((${to}::timestamp + interval '1 day') at time zone ${timeZone})`;
}
