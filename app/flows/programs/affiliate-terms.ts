import { noticeDaysAt } from "#app/domain/notice.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { compareTerms, type TermsChange } from "#app/domain/terms/compare-terms.ts";
import { termsOverTime, type AppliedTerms } from "#app/domain/terms/terms-over-time.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import type { Db } from "#app/platform/db.server.ts";
import { listMemberships } from "#app/store/affiliates.ts";
import { frozenTerms, versionId } from "#app/store/frozen-terms.ts";
import { findProgram, termsFor, type Program } from "#app/store/programs.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";
import { programRowsOf } from "#app/store/standings.ts";
import { listWaiting } from "#app/store/waiting-versions.ts";

/** An affiliate's terms in one of their programs. */
export type AffiliateTerms = {
  readonly programId: ProgramId;
  readonly programName: string;
  readonly noticeDays: number;
  readonly terms: ProgramTerms;
  readonly version: number;
  /** Number of the version accepted with the invitation or application; null where the store added them later. */
  readonly acceptedVersion: number | null;
  /** Terms that start later, as differences from the present ones. */
  readonly waiting: { readonly startsAt: Date; readonly changes: readonly TermsChange[] } | null;
  /** The terms since the affiliate joined, oldest first. */
  readonly history: readonly AppliedTerms[];
};

/** The terms of an affiliate in each of their programs, in the order in which they joined. */
export async function readAffiliateTerms(
  shopId: ShopId,
  affiliateId: AffiliateId,
  now: Date,
): Promise<AffiliateTerms[] | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const found: AffiliateTerms[] = [];
    for (const { programId, joinedAt, acceptedVersion } of await listMemberships(tx, shopId, [affiliateId])) {
      const program = await findProgram(tx, shopId, programId);
      if (!program || program.status === "draft") continue;
      const { terms, version, isOwn } = await termsFor(tx, program, affiliateId);
      found.push({
        programId,
        programName: program.name,
        noticeDays: noticeDaysAt(program, now),
        terms,
        version,
        acceptedVersion,
        waiting: await waitingOf(tx, program, { affiliateId, terms, isOwn, now }),
        history: await historyOf(tx, program, { affiliateId, joinedAt, now }),
      });
    }
    return found;
  });
}

type Present = {
  readonly affiliateId: AffiliateId;
  readonly terms: ProgramTerms;
  readonly isOwn: boolean;
  readonly now: Date;
};

/** Terms that wait for the affiliate: their own, or the program's where they have none. */
async function waitingOf(tx: Db, program: Program, { affiliateId, terms, isOwn, now }: Present) {
  const { shopId, programId } = program;
  const waiting = await listWaiting(tx, shopId, { programId, now });
  const own = waiting.find((one) => one.affiliateId === affiliateId);
  const next = own ?? (isOwn ? undefined : waiting.find((one) => one.affiliateId === null));
  if (!next) return null;
  const { changes } = compareTerms(terms, next.terms ?? program.terms);
  return { startsAt: next.effectiveFrom, changes };
}

async function historyOf(
  tx: Db,
  { shopId, programId }: Program,
  { affiliateId, joinedAt, now }: { affiliateId: AffiliateId; joinedAt: Date; now: Date },
): Promise<AppliedTerms[]> {
  const { versions } = await programRowsOf(tx, shopId, {
    programIds: [programId],
    affiliateIds: [affiliateId],
  });
  const terms = await frozenTerms(tx, shopId, versions);
  const all = versions.map((one) => ({
    ...one,
    id: versionId(one),
    effectiveFrom: one.effectiveFrom.toISOString(),
    withdrawnAt: one.withdrawnAt?.toISOString() ?? null,
    terms: terms.get(versionId(one)) ?? null,
  }));
  return termsOverTime(all, affiliateId, { from: joinedAt.toISOString(), until: now.toISOString() });
}
