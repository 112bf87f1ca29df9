import { sql } from "drizzle-orm";
import type { ClickId, LinkId, ShopId } from "../domain/ids.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { insertRows } from "./many-rows.ts";
import { dailyLinkFigures } from "./schema/links.ts";

/** What a link gains or loses on a day of the shop's own. */
export type LinkChange = { readonly linkId: LinkId; readonly day: string; readonly orders: number };

/** Writes differences into the orders of links by day, in sorted order; what cancels out writes nothing. */
export async function addLinkOrders(tx: Tx, shopId: ShopId, changes: readonly LinkChange[]): Promise<void> {
  const byKey = new Map<string, LinkChange>();
  for (const change of changes) {
    const key = `${change.linkId} ${change.day}`;
    byKey.set(key, { ...change, orders: change.orders + (byKey.get(key)?.orders ?? 0) });
  }
  const rows = [...byKey]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, change]) => ({ shopId, ...change }))
    .filter((one) => one.orders !== 0);
  await insertRows(
    tx,
    dailyLinkFigures,
    rows,
    sql`on conflict (shop_id, link_id, day) do update set orders = daily_link_figures.orders + excluded.orders`,
  );
}

export type Signalled = {
  /** When a click happened finds its partition. */
  readonly clicks: readonly { readonly clickId: ClickId; readonly at: string }[];
  readonly codeKeys: readonly string[];
};

/** The links that were followed, by click, and those that codes of addresses belong to, by lower-cased code. */
export async function linksOfSignals(
  db: Db,
  shopId: ShopId,
  { clicks, codeKeys }: Signalled,
): Promise<Map<string, LinkId>> {
  if (clicks.length + codeKeys.length === 0) return new Map();
  const { rows } = await db.execute<{ signal: string; linkId: LinkId }>(sql`
    select click_id as signal, link_id as "linkId" from clicks
      where shop_id = ${shopId} and link_id <> '' 
        and click_id = any(${sql.param(clicks.map((one) => one.clickId))})
        and occurred_at = any(${sql.param(clicks.map((one) => one.at))}::timestamptz[])
    union all
    select code_key, link_id from referral_codes
      where shop_id = ${shopId} and link_id is not null and code_key = any(${sql.param([...codeKeys])})`);
  return new Map(rows.map((row) => [row.signal, row.linkId]));
}

/** Links of which the orders of a day are not those that orders counted for them. */
export async function wrongLinkOrders(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ link: string; day: string; kept: number; counted: number }>(sql`
    with counted as (
      select counted->'link'->>'linkId' as link, counted->'link'->>'day' as day, count(*)::int as orders
      from orders where shop_id = ${shopId} and counted ? 'link' group by 1, 2
    ), kept as (
      select link_id::text as link, day, orders from daily_link_figures where shop_id = ${shopId}
    )
    select link, day, coalesce(kept.orders, 0) as kept, coalesce(counted.orders, 0) as counted
    from kept full join counted using (link, day)
    where coalesce(kept.orders, 0) <> coalesce(counted.orders, 0) order by link, day`);
  return rows;
}
