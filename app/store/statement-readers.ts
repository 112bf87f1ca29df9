import { sql } from "drizzle-orm";
import type { AffiliateId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** Active affiliates with transfers that were recorded within some time, through ledger_transfers_recorded. */
export async function affiliatesPosted(
  db: Db,
  shopId: ShopId,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<AffiliateId[]> {
  const { rows } = await db.execute<{ affiliateId: AffiliateId }>(sql`
    select distinct t.affiliate_id as "affiliateId"
    from ledger_transfers t join affiliates a on a.shop_id = t.shop_id and a.affiliate_id = t.affiliate_id
    where t.shop_id = ${shopId} and t.recorded_at >= ${since.toISOString()}::timestamptz
      and t.recorded_at < ${until.toISOString()}::timestamptz and a.status = 'active'
    order by 1`);
  return rows.map((row) => row.affiliateId);
}
