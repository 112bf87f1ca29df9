import type { AffiliateStanding, ProgramStanding } from "#app/domain/attribution.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import type { Db } from "#app/platform/db.server.ts";
import { programRowsOf, standingRowsOf } from "#app/store/standings.ts";
import { frozenTerms, versionId } from "#app/store/frozen-terms.ts";

export type Standings = {
  readonly affiliates: readonly AffiliateStanding[];
  readonly programs: readonly ProgramStanding[];
};

/**
 * What attribution asks about affiliates: their statuses and programs over time, and all versions of the terms, those
 * included that are an affiliate's own.
 */
export async function findStandings(
  tx: Db,
  shopId: ShopId,
  affiliateIds: readonly AffiliateId[],
): Promise<Standings> {
  const { periods, members } = await standingRowsOf(tx, shopId, affiliateIds);
  const programIds = [...new Set(members.map((one) => one.programId))];
  const programs = await programRowsOf(tx, shopId, { programIds, affiliateIds });
  const terms = await frozenTerms(tx, shopId, programs.versions);
  return {
    affiliates: affiliateIds.map((id) => ({
      id,
      statuses: statusesOf(periods.filter((one) => one.affiliateId === id)),
      memberships: members
        .filter((one) => one.affiliateId === id)
        .map((one) => ({
          programId: one.programId,
          joinedAt: one.joinedAt.toISOString(),
          leftAt: one.leftAt?.toISOString() ?? null,
        })),
    })),
    programs: programIds.map((id) => ({
      id,
      statuses: statusesOf(programs.periods.filter((one) => one.programId === id)),
      versions: programs.versions
        .filter((one) => one.programId === id)
        .map((one) => ({
          ...one,
          id: versionId(one),
          effectiveFrom: one.effectiveFrom.toISOString(),
          withdrawnAt: one.withdrawnAt?.toISOString() ?? null,
          terms: terms.get(versionId(one)) ?? null,
        })),
    })),
  };
}

function statusesOf<Status extends string>(rows: readonly { status: Status; since: Date }[]) {
  return rows.map((row) => ({ status: row.status, at: row.since.toISOString() }));
}
