import { sql } from "drizzle-orm";
import type { RulesVersion } from "../domain/attribution-rules.ts";
import { fromPlain } from "../domain/plain.ts";
import type { ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";

/** What a shop has beside codes and clicks that may point to affiliates; what it has not need not be asked for. */
export type EvidenceSources = {
  /** By which rules its orders find their affiliate, oldest first. */
  readonly versions: readonly RulesVersion[];
  readonly bindings: boolean;
  readonly owners: boolean;
  readonly foreign: boolean;
  readonly joins: boolean;
  readonly claims: boolean;
};

type SourcesRow = Omit<EvidenceSources, "versions"> & { readonly versions: unknown } & Record<
    string,
    unknown
  >;

/** What of a shop decides where evidence has to be looked for, with one statement. */
export async function evidenceSources(db: Db, shopId: ShopId): Promise<EvidenceSources> {
  const { rows } = await db.execute<SourcesRow>(sql`
    select
      (select coalesce(jsonb_agg(jsonb_build_object('version', version, 'rules', rules, 'effectiveFrom',
          to_char(effective_from at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by version), '[]')
        from attribution_versions where shop_id = ${shopId}) as versions,
      exists (select 1 from customer_bindings where shop_id = ${shopId}) as bindings,
      exists (select 1 from product_owners where shop_id = ${shopId}) as owners,
      exists (select 1 from foreign_referrals where shop_id = ${shopId}) as "foreign",
      exists (select 1 from pixel_joins where shop_id = ${shopId}) as joins,
      exists (select 1 from claims where shop_id = ${shopId} and status = 'accepted') as claims`);
  const [row] = rows;
  if (!row) throw new Error("A statement without a condition answered no row.");
  const { versions, bindings, owners, foreign, joins, claims } = row;
  return { versions: fromPlain<RulesVersion[]>(versions), bindings, owners, foreign, joins, claims };
}
