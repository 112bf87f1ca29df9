import { sql } from "drizzle-orm";
import type { ClickId, LinkId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

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
