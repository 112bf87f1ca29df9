import { and, eq, isNull, or } from "drizzle-orm";
import type { AffiliateStatus } from "../domain/affiliate.ts";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliates, affiliateStatusPeriods, programMembers } from "./schema/affiliates.ts";
import { programStatusPeriods, programVersions, withdrawnVersions } from "./schema/programs.ts";

/** From when affiliates had which status, and which programs they were in. */
export async function standingRowsOf(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
  if (affiliateIds.length === 0) return { periods: [], members: [] };
  const periods = await db
    .select()
    .from(affiliateStatusPeriods)
    .where(
      and(
        eq(affiliateStatusPeriods.shopId, shopId),
        isOneOf(affiliateStatusPeriods.affiliateId, affiliateIds),
      ),
    )
    .orderBy(affiliateStatusPeriods.affiliateId, affiliateStatusPeriods.ordinal);
  const members = await db
    .select()
    .from(programMembers)
    .where(and(eq(programMembers.shopId, shopId), isOneOf(programMembers.affiliateId, affiliateIds)));
  return { periods, members };
}

/** From when programs had which status, their versions, and the own terms of these affiliates (T12), terms left out. */
export async function programRowsOf(
  db: Db,
  shopId: ShopId,
  of: { readonly programIds: readonly ProgramId[]; readonly affiliateIds: readonly AffiliateId[] },
) {
  const { programIds, affiliateIds } = of;
  if (programIds.length === 0) return { periods: [], versions: [] };
  const periods = await db
    .select()
    .from(programStatusPeriods)
    .where(and(eq(programStatusPeriods.shopId, shopId), isOneOf(programStatusPeriods.programId, programIds)))
    .orderBy(programStatusPeriods.programId, programStatusPeriods.ordinal);
  const versions = await db
    .select({
      programId: programVersions.programId,
      number: programVersions.version,
      affiliateId: programVersions.affiliateId,
      effectiveFrom: programVersions.effectiveFrom,
      withdrawnAt: withdrawnVersions.withdrawnAt,
    })
    .from(programVersions)
    .leftJoin(
      withdrawnVersions,
      and(
        eq(withdrawnVersions.shopId, programVersions.shopId),
        eq(withdrawnVersions.programId, programVersions.programId),
        eq(withdrawnVersions.version, programVersions.version),
      ),
    )
    .where(
      and(
        eq(programVersions.shopId, shopId),
        isOneOf(programVersions.programId, programIds),
        or(isNull(programVersions.affiliateId), isOneOf(programVersions.affiliateId, affiliateIds)),
      ),
    );
  return { periods, versions };
}

/** The status that affiliates have now. */
export async function statusesOfAffiliates(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
  if (affiliateIds.length === 0) return new Map<AffiliateId, AffiliateStatus>();
  const rows = await db
    .select({ affiliateId: affiliates.affiliateId, status: affiliates.status })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), isOneOf(affiliates.affiliateId, affiliateIds)));
  return new Map<AffiliateId, AffiliateStatus>(rows.map((row) => [row.affiliateId, row.status]));
}
