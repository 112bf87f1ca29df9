import { sql } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Db } from "#app/platform/db.server.ts";
import { isInForceAt } from "./waiting-versions.ts";

type News = {
  readonly programId: ProgramId;
  /** The affiliate whose custom terms change; null for the program's own. */
  readonly affiliateId: AffiliateId | null;
  /** From when the terms apply. */
  readonly from: Date;
};

/** The affiliates who joined a program and whose orders its terms judge at `from`, those who leave later among them. */
export async function readersOfTerms(
  db: Db,
  shopId: ShopId,
  { programId, affiliateId, from }: News,
): Promise<AffiliateId[]> {
  const { rows } = await db.execute<{ affiliateId: AffiliateId }>(sql`
    select a.affiliate_id as "affiliateId"
    from program_members m join affiliates a on a.shop_id = m.shop_id and a.affiliate_id = m.affiliate_id
    where m.shop_id = ${shopId} and m.program_id = ${programId}
      and (m.left_at is null or m.left_at > ${from.toISOString()}::timestamptz)
      and a.status in ('active', 'suspended')
      and case when ${affiliateId}::text is not null then a.affiliate_id = ${affiliateId}
        else (select v.terms from program_versions v
          where v.shop_id = m.shop_id and v.program_id = m.program_id and v.affiliate_id = m.affiliate_id
            and ${isInForceAt(from)} order by v.effective_from desc, v.version desc limit 1) is null end
    order by a.affiliate_id`);
  return rows.map((row) => row.affiliateId);
}
