import { and, eq, isNull, or } from "drizzle-orm";
import type { AffiliateStatus } from "../domain/affiliate.ts";
import type { AffiliateId, ClickId, ProgramId, ShopId } from "../domain/ids.ts";
import type { Db } from "../platform/db.server.ts";
import { clicks } from "./partitioned/clicks.ts";
import { affiliateCodes, affiliates, affiliateStatusPeriods, programMembers } from "./schema/affiliates.ts";
import { isOneOf } from "./many-rows.ts";
import { programStatusPeriods, programVersions } from "./schema/programs.ts";

export type CodeOwner = { readonly affiliateId: AffiliateId; readonly assignedAt: Date };

/** Whose discount codes these are, by lower-cased code. */
export async function ownersOfCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<Map<string, CodeOwner>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await db
    .select()
    .from(affiliateCodes)
    .where(and(eq(affiliateCodes.shopId, shopId), isOneOf(affiliateCodes.codeKey, codeKeys)));
  return new Map(rows.map((row) => [row.codeKey, row]));
}

/** Whose referral codes these are, by lower-cased code. */
export async function ownersOfReferralCodes(
  db: Db,
  shopId: ShopId,
  codeKeys: readonly string[],
): Promise<Map<string, AffiliateId>> {
  if (codeKeys.length === 0) return new Map();
  const rows = await db
    .select({ codeKey: affiliates.codeKey, affiliateId: affiliates.affiliateId })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), isOneOf(affiliates.codeKey, codeKeys)));
  return new Map(rows.map((row) => [row.codeKey, row.affiliateId]));
}

/** A click's name says when it happened, which finds its partition. */
export type ClickName = { readonly clickId: ClickId; readonly occurredAt: Date };

export type Clicked = { readonly affiliateId: AffiliateId; readonly subId: string };

/** Who was clicked for, by click; clicks whose retention ended are not there. */
export async function clickedOf(
  db: Db,
  shopId: ShopId,
  names: readonly ClickName[],
): Promise<Map<ClickId, Clicked>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .select({ clickId: clicks.clickId, affiliateId: clicks.affiliateId, subId: clicks.subId })
    .from(clicks)
    .where(
      and(
        eq(clicks.shopId, shopId),
        isOneOf(
          clicks.clickId,
          names.map((one) => one.clickId),
        ),
        isOneOf(
          clicks.occurredAt,
          names.map((one) => one.occurredAt),
        ),
      ),
    );
  return new Map(rows.map(({ clickId, ...clicked }) => [clickId, clicked]));
}

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
    })
    .from(programVersions)
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
