import { sql } from "drizzle-orm";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** Frozen rows that do not say what they said when they were put in, and numbers that no version bears any more. */
export async function wrongFrozen(db: Db, shopId: ShopId) {
  const { rows } = await db.execute<{ kind: string; id: string; affiliate: string | null; what: string }>(sql`
    with terms as (
      select program_id, version, affiliate_id, lag(version, 1, 0) over (partition by program_id order by version) as before,
        digest = digest_of_terms(v) as is_whole
      from program_versions v where shop_id = ${shopId}
    ), rules as (
      select version, lag(version, 1, 0) over (order by version) as before, digest = digest_of_rules(v) as is_whole
      from attribution_versions v where shop_id = ${shopId}
    )
    select 'program_versions' as kind, program_id || ':' || version as id, affiliate_id::text as affiliate,
      'does not say what its digest was made of' as what from terms where not is_whole
    union all
    select 'program_versions', program_id || ':' || (before + 1), null, 'is not there, and later versions are'
    from terms where version <> before + 1
    union all
    select 'attribution_versions', version::text, null, 'does not say what its digest was made of'
    from rules where not is_whole
    union all
    select 'attribution_versions', (before + 1)::text, null, 'is not there, and later versions are'
    from rules where version <> before + 1
    union all
    select 'withdrawn_versions', program_id || ':' || version, null, 'was withdrawn after it had started'
    from withdrawn_versions w join program_versions v using (shop_id, program_id, version)
    where shop_id = ${shopId} and w.withdrawn_at >= v.effective_from
    order by 1 desc, 2`);
  return rows;
}
