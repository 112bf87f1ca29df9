import { sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** How the codes of affiliates were used; `hosts` are where orders came from, with how many. */
export type CodeUseRow = {
  readonly codeKey: string;
  readonly affiliateId: AffiliateId;
  readonly recent: boolean;
  readonly orders: number;
  readonly visited: number;
  readonly fresh: number;
  /** Orders that carry a click on another affiliate's link. */
  readonly others: number;
  readonly hosts: readonly (readonly [host: string, orders: number])[];
};

type Span = { readonly from: Date; readonly middle: Date; readonly until: Date };

/**
 * The use of each code that won an order, before and since the middle of a span. An order is fresh where its customer
 * had bought nothing in the store before.
 */
export async function codeUse(db: Db, shopId: ShopId, { from, middle, until }: Span): Promise<CodeUseRow[]> {
  const { rows } = await db.execute<CodeUseRow & Record<string, unknown>>(sql`
    with used as (
      select o.order_id, o.affiliate_id, o.placed_at >= ${middle} as recent,
        lower(o.attribution #>> '{decided,winner,evidence,code}') as code_key,
        exists (select 1 from jsonb_array_elements(o.attribution -> 'evidence') e
          where e ->> 'affiliateId' = o.affiliate_id and e ->> 'kind' in ('click', 'landing', 'pixel')) as visited,
        exists (select 1 from jsonb_array_elements(o.attribution -> 'evidence') e
          where e ->> 'affiliateId' <> o.affiliate_id and e ->> 'kind' in ('click', 'landing', 'pixel')) as others,
        o.customer_hash is not null and not exists (select 1 from orders p where p.shop_id = o.shop_id
          and p.customer_hash = o.customer_hash and p.placed_at < o.placed_at) as fresh,
        coalesce(nullif(o.facts #>> '{traces,referrerHost}', ''),
          substring(o.facts ->> 'landingSite' from 'utm_source=([^&]+)'), '') as host
      from orders o
      where o.shop_id = ${shopId} and o.credited and o.placed_at >= ${from} and o.placed_at < ${until}
        and o.reason = 'won-by-code'
        and exists (select 1 from affiliate_codes where shop_id = ${shopId})
    ), hosts as (
      select code_key, affiliate_id, recent, host, count(*)::int as orders from used where host <> ''
      group by 1, 2, 3, 4
    )
    select u.code_key as "codeKey", u.affiliate_id as "affiliateId", u.recent, count(*)::int as orders,
      count(*) filter (where u.visited)::int as visited, count(*) filter (where u.fresh)::int as fresh,
      count(*) filter (where u.others)::int as others,
      (select coalesce(jsonb_agg(jsonb_build_array(h.host, h.orders)), '[]') from hosts h
        where h.code_key = u.code_key and h.affiliate_id = u.affiliate_id and h.recent = u.recent) as hosts
    from used u group by 1, 2, 3 order by 1, 2`);
  return rows;
}
