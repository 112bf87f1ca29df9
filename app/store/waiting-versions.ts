import { and, eq, asc, gt, isNull, sql, type SQL } from "drizzle-orm";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import { fromPlain } from "../domain/plain.ts";
import type { ProgramTerms } from "../domain/terms/terms.ts";
import type { Db, Tx } from "../platform/db.server.ts";
import { programVersions, withdrawnVersions } from "./schema/programs.ts";

const isNotWithdrawn: SQL = sql`not exists (select 1 from withdrawn_versions w
    where w.shop_id = v.shop_id and w.program_id = v.program_id and w.version = v.version)`;

/**
 * A row `v` of `program_versions` has started and was not withdrawn. A version that starts at once is in
 * force from its insertion on, even if the app's clock is ahead of the database's.
 */
export const isInForce: SQL = sql`v.effective_from <= greatest(now(), v.created_at) and ${isNotWithdrawn}`;

/** A row `v` of `program_versions` will have started at an instant, unless it is withdrawn before. */
function isInForceAt(instant: Date): SQL {
  return sql`v.effective_from <= ${instant.toISOString()}::timestamptz and ${isNotWithdrawn}`;
}

/** A version that starts later, with the affiliate whose custom terms it changes, or null for the program's. */
export type WaitingVersion = {
  readonly programId: ProgramId;
  readonly version: number;
  readonly affiliateId: AffiliateId | null;
  /** Null if custom terms end. */
  readonly terms: ProgramTerms | null;
  readonly effectiveFrom: Date;
  readonly createdAt: Date;
};

type WaitingVersionFilter = {
  readonly programId?: ProgramId;
  /** Null selects the program's own terms. Undefined selects all. */
  readonly affiliateId?: AffiliateId | null;
  readonly now: Date;
};

/** Versions that neither started nor were withdrawn, earliest start first. */
export async function listWaiting(
  db: Db,
  shopId: ShopId,
  query: WaitingVersionFilter,
): Promise<WaitingVersion[]> {
  const { programId, affiliateId, now } = query;
  const rows = await db
    .select({
      programId: programVersions.programId,
      version: programVersions.version,
      affiliateId: programVersions.affiliateId,
      terms: programVersions.terms,
      effectiveFrom: programVersions.effectiveFrom,
      createdAt: programVersions.createdAt,
    })
    .from(programVersions)
    .leftJoin(withdrawnVersions, itsWithdrawal)
    .where(
      and(
        eq(programVersions.shopId, shopId),
        isNull(withdrawnVersions.version),
        gt(programVersions.effectiveFrom, now),
        gt(programVersions.effectiveFrom, programVersions.createdAt),
        programId === undefined ? undefined : eq(programVersions.programId, programId),
        affiliateId === null ? isNull(programVersions.affiliateId) : undefined,
        affiliateId ? eq(programVersions.affiliateId, affiliateId) : undefined,
      ),
    )
    .orderBy(asc(programVersions.effectiveFrom), asc(programVersions.version));
  return rows.map((row) => ({ ...row, terms: row.terms && fromPlain<ProgramTerms>(row.terms) }));
}

type Withdrawal = {
  readonly programId: ProgramId;
  readonly version: number;
  readonly at: Date;
  readonly by: string;
};

/** Records that a waiting version will not start. The caller has locked the program. */
export async function withdrawVersion(tx: Tx, shopId: ShopId, withdrawal: Withdrawal): Promise<void> {
  const { programId, version, at, by } = withdrawal;
  await tx.insert(withdrawnVersions).values({ shopId, programId, version, withdrawnAt: at, withdrawnBy: by });
}

export async function isWithdrawn(
  db: Db,
  shopId: ShopId,
  { programId, version }: Pick<Withdrawal, "programId" | "version">,
): Promise<boolean> {
  const [row] = await db
    .select({ version: withdrawnVersions.version })
    .from(withdrawnVersions)
    .where(
      and(
        eq(withdrawnVersions.shopId, shopId),
        eq(withdrawnVersions.programId, programId),
        eq(withdrawnVersions.version, version),
      ),
    );
  return row !== undefined;
}

type News = {
  readonly programId: ProgramId;
  /** The affiliate whose custom terms change. Null for the program's own terms. */
  readonly affiliateId: AffiliateId | null;
  /** When the terms start. */
  readonly from: Date;
};

/** Affiliates who joined a program and earn under its terms at `from`, including those who leave later. */
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

/** Joins a version with its withdrawal. */
export const itsWithdrawal = and(
  eq(withdrawnVersions.shopId, programVersions.shopId),
  eq(withdrawnVersions.programId, programVersions.programId),
  eq(withdrawnVersions.version, programVersions.version),
);
