import { and, eq, gt, inArray, isNull, or } from "drizzle-orm";
import type { AffiliateStatus } from "../domain/affiliate.ts";
import type { AffiliateId, ProgramId, ShopId } from "../domain/ids.ts";
import { statusAt } from "../domain/instant.ts";
import { noticeDaysAt } from "../domain/notice.ts";
import { fromPlain } from "../domain/plain.ts";
import type { ProgramTerms } from "../domain/terms/terms.ts";
import type { Db } from "../platform/db.server.ts";
import { isOneOf } from "./many-rows.ts";
import { affiliates, affiliateStatusPeriods, programMembers } from "./schema/affiliates.ts";
import { programs, programStatusPeriods, programVersions, withdrawnVersions } from "./schema/programs.ts";
import { itsWithdrawal } from "./waiting-versions.ts";

/** Statuses of affiliates over time, and their programs. */
export async function affiliateHistoryRows(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
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

/**
 * Statuses of programs over time and their versions, including custom terms of these affiliates (T12),
 * without the terms themselves.
 */
export async function programHistoryRows(
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
    .leftJoin(withdrawnVersions, itsWithdrawal)
    .where(
      and(
        eq(programVersions.shopId, shopId),
        isOneOf(programVersions.programId, programIds),
        or(isNull(programVersions.affiliateId), isOneOf(programVersions.affiliateId, affiliateIds)),
      ),
    );
  return { periods, versions };
}

/** Current status of affiliates. */
export async function statusesOfAffiliates(db: Db, shopId: ShopId, affiliateIds: readonly AffiliateId[]) {
  if (affiliateIds.length === 0) return new Map<AffiliateId, AffiliateStatus>();
  const rows = await db
    .select({ affiliateId: affiliates.affiliateId, status: affiliates.status })
    .from(affiliates)
    .where(and(eq(affiliates.shopId, shopId), isOneOf(affiliates.affiliateId, affiliateIds)));
  return new Map<AffiliateId, AffiliateStatus>(rows.map((row) => [row.affiliateId, row.status]));
}

export type VersionKey = { readonly programId: ProgramId; readonly number: number };

/** A version never changes (M4), so it is read only once. */
const known = new Map<string, ProgramTerms | null>();
const rememberedAtMost = 2_000;

/** Key of a program's version within the shop. Also the version's `id`. */
export function versionId({ programId, number }: VersionKey): string {
  return `${programId}:${number}`;
}

/** Terms of versions by `versionId`. Null if custom terms end. Unknown versions are missing. */
export async function frozenTerms(
  db: Db,
  shopId: ShopId,
  keys: readonly VersionKey[],
): Promise<Map<string, ProgramTerms | null>> {
  const wanted = new Map(keys.map((key) => [versionId(key), key]));
  const missing = [...wanted].filter(([id]) => !known.has(`${shopId} ${id}`)).map(([, key]) => key);
  const answer = new Map<string, ProgramTerms | null>();
  for (const row of await readVersions(db, shopId, missing)) {
    const id = versionId({ programId: row.programId, number: row.version });
    const terms = row.terms === null ? null : fromPlain<ProgramTerms>(row.terms);
    rememberTerms(`${shopId} ${id}`, terms);
    answer.set(id, terms);
  }
  for (const id of wanted.keys()) {
    const terms = known.get(`${shopId} ${id}`);
    if (terms !== undefined) answer.set(id, terms);
  }
  return answer;
}

async function readVersions(db: Db, shopId: ShopId, keys: readonly VersionKey[]) {
  if (keys.length === 0) return [];
  const byProgram = Map.groupBy(keys, (key) => key.programId);
  const which = [...byProgram].map(([programId, of]) =>
    and(
      eq(programVersions.programId, programId),
      inArray(
        programVersions.version,
        of.map((key) => key.number),
      ),
    ),
  );
  return db
    .select({
      programId: programVersions.programId,
      version: programVersions.version,
      terms: programVersions.terms,
    })
    .from(programVersions)
    .where(and(eq(programVersions.shopId, shopId), or(...which)));
}

/** Clears the cache, because a verification of the books must not trust a process's memory. */
export function forgetFrozenTerms(): void {
  known.clear();
}

function rememberTerms(key: string, terms: ProgramTerms | null): void {
  known.set(key, terms);
  for (const oldest of known.keys()) {
    if (known.size <= rememberedAtMost) return;
    known.delete(oldest);
  }
}

/** A program with its current days of notice. */
export type EarningProgram = {
  readonly programId: ProgramId;
  readonly name: string;
  readonly noticeDays: number;
};

/**
 * The active or paused programs that an affiliate is in, including those left or deleted whose notice period
 * runs.
 */
export async function earningPrograms(
  db: Db,
  shopId: ShopId,
  { affiliateId, now }: { readonly affiliateId: AffiliateId; readonly now: Date },
): Promise<EarningProgram[]> {
  const { programId, name, noticeDays, nextNoticeDays, nextNoticeFrom } = programs;
  const rows = await db
    .select({ programId, name, noticeDays, nextNoticeDays, nextNoticeFrom })
    .from(programMembers)
    .innerJoin(
      programs,
      and(eq(programs.shopId, programMembers.shopId), eq(programs.programId, programMembers.programId)),
    )
    .where(
      and(
        eq(programMembers.shopId, shopId),
        eq(programMembers.affiliateId, affiliateId),
        or(isNull(programMembers.leftAt), gt(programMembers.leftAt, now)),
      ),
    );
  if (rows.length === 0) return [];
  const ids = rows.map((one) => one.programId);
  const periods = await db
    .select()
    .from(programStatusPeriods)
    .where(and(eq(programStatusPeriods.shopId, shopId), inArray(programStatusPeriods.programId, ids)))
    .orderBy(programStatusPeriods.programId, programStatusPeriods.ordinal);
  const changesOf = Map.groupBy(periods, (one) => one.programId);
  return rows.flatMap((row) => {
    const changes = (changesOf.get(row.programId) ?? []).map(({ status, since }) => ({
      status,
      at: since.toISOString(),
    }));
    const status = statusAt(changes, now.toISOString());
    if (status !== "active" && status !== "paused") return [];
    return [{ programId: row.programId, name: row.name, noticeDays: noticeDaysAt(row, now) }];
  });
}
