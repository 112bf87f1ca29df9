import { sql } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Language } from "#app/domain/languages.ts";
import type { Db } from "#app/platform/db.server.ts";
import { isInForce } from "./waiting-versions.ts";

export type TermsReader = {
  readonly affiliateId: AffiliateId;
  readonly name: string;
  readonly email: string;
  readonly language: Language | null;
};

/**
 * The affiliates who joined a program and whose orders its terms judge; with `affiliateId` that one alone, whatever terms
 * they have.
 */
export async function readersOfTerms(
  db: Db,
  shopId: ShopId,
  { programId, affiliateId }: { programId: ProgramId; affiliateId: AffiliateId | null },
): Promise<TermsReader[]> {
  const { rows } = await db.execute<TermsReader>(sql`
    select a.affiliate_id as "affiliateId", a.name, a.email, a.language
    from program_members m join affiliates a on a.shop_id = m.shop_id and a.affiliate_id = m.affiliate_id
    where m.shop_id = ${shopId} and m.program_id = ${programId} and m.left_at is null
      and a.status in ('active', 'suspended')
      and case when ${affiliateId}::text is not null then a.affiliate_id = ${affiliateId}
        else (select v.terms from program_versions v
          where v.shop_id = m.shop_id and v.program_id = m.program_id and v.affiliate_id = m.affiliate_id
            and ${isInForce} order by v.effective_from desc, v.version desc limit 1) is null end
    order by a.affiliate_id`);
  return rows;
}
