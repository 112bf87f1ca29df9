import { tagsAt, type TagPeriod } from "#app/domain/tags.ts";
import { noticeDaysAt } from "#app/domain/notice.ts";
import type { AffiliateId, ProgramId, ShopId } from "#app/domain/ids.ts";
import { compareTerms, type TermsChange } from "#app/domain/terms/compare-terms.ts";
import { type AppliedTerms, termsForTags, termsOverTime } from "#app/domain/terms/terms-for-tags.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { type Db, db } from "#app/platform/db.server.ts";
import { listMemberships } from "#app/store/affiliates.ts";
import { frozenTerms, programHistoryRows, versionId } from "#app/store/standings.ts";
import { findProgram, termsFor, type Program } from "#app/store/programs.ts";
import { readWithin, thisList } from "#app/store/read-within.ts";
import { tagPeriodsOf } from "#app/store/tags.ts";
import { listWaiting } from "#app/store/waiting-versions.ts";

/** Terms that start later, as differences from the current ones. */
export type WaitingTerms = { readonly startsAt: Date; readonly changes: readonly TermsChange[] };

/** An affiliate's terms in one of their programs. */
export type AffiliateTerms = {
  readonly programId: ProgramId;
  readonly programName: string;
  readonly noticeDays: number;
  readonly terms: ProgramTerms;
  readonly version: number;
  /** Number of the version accepted with the invitation or application. Null if the store added them later. */
  readonly acceptedVersion: number | null;
  readonly waiting: WaitingTerms | null;
  /** The terms since the affiliate joined, oldest first. */
  readonly history: readonly AppliedTerms[];
};

/** An affiliate's terms in each of their programs in the order of joining, applied to their tags. */
export async function readAffiliateTerms(
  shopId: ShopId,
  affiliateId: AffiliateId,
  now: Date,
): Promise<AffiliateTerms[] | Refusal> {
  return await readWithin(thisList, async (tx) => {
    const tags = (await tagPeriodsOf(tx, shopId, [affiliateId])).get(affiliateId) ?? [];
    const found: AffiliateTerms[] = [];
    for (const { programId, joinedAt, acceptedVersion } of await listMemberships(tx, shopId, [affiliateId])) {
      const program = await findProgram(tx, shopId, programId);
      if (!program || program.status === "draft") continue;
      const { terms, version, isOwn } = await termsFor(tx, program, affiliateId);
      found.push({
        programId,
        programName: program.name,
        noticeDays: noticeDaysAt(program, now),
        terms: termsForTags(terms, tagsAt(tags, now.toISOString())),
        version,
        acceptedVersion,
        waiting: await waitingTermsOf(tx, program, { affiliateId, terms, isOwn, tags, now }),
        history: await termsHistoryOf(tx, program, { affiliateId, joinedAt, tags, now }),
      });
    }
    return found;
  });
}

/** A program's waiting terms for somebody who isn't in it yet, and so has no tags. */
export async function readOfferedChange(program: Program, now: Date): Promise<WaitingTerms | null> {
  const [next] = await listWaiting(db(), program.shopId, {
    programId: program.programId,
    affiliateId: null,
    now,
  });
  if (!next?.terms) return null;
  const { changes } = compareTerms(termsForTags(program.terms, []), termsForTags(next.terms, []));
  return changes.length > 0 ? { startsAt: next.effectiveFrom, changes } : null;
}

type CurrentTerms = {
  readonly affiliateId: AffiliateId;
  readonly terms: ProgramTerms;
  readonly isOwn: boolean;
  readonly tags: readonly TagPeriod[];
  readonly now: Date;
};

/**
 * The next change for the affiliate: their own waiting terms, otherwise the program's, or the end of a tag that a
 * rule asks for.
 */
async function waitingTermsOf(
  tx: Db,
  program: Program,
  { affiliateId, terms, isOwn, tags, now }: CurrentTerms,
) {
  const { shopId, programId } = program;
  const waiting = await listWaiting(tx, shopId, { programId, now });
  const own = waiting.find((one) => one.affiliateId === affiliateId);
  const next = own ?? (isOwn ? undefined : waiting.find((one) => one.affiliateId === null));
  const starts = [
    ...(next ? [next.effectiveFrom] : []),
    ...tags.flatMap(({ endsAt }) => (endsAt === null ? [] : [new Date(endsAt)])),
  ];
  const present = termsForTags(terms, tagsAt(tags, now.toISOString()));
  for (const startsAt of starts.filter((at) => at > now).toSorted((a, b) => a.getTime() - b.getTime())) {
    const judging = next && next.effectiveFrom <= startsAt ? (next.terms ?? program.terms) : terms;
    const { changes } = compareTerms(present, termsForTags(judging, tagsAt(tags, startsAt.toISOString())));
    if (changes.length > 0) return { startsAt, changes };
  }
  return null;
}

type TermsApplication = {
  readonly affiliateId: AffiliateId;
  readonly joinedAt: Date;
  readonly tags: readonly TagPeriod[];
  readonly now: Date;
};

async function termsHistoryOf(
  tx: Db,
  { shopId, programId }: Program,
  { affiliateId, joinedAt, tags, now }: TermsApplication,
): Promise<AppliedTerms[]> {
  const { versions } = await programHistoryRows(tx, shopId, {
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
  const span = { from: joinedAt.toISOString(), until: now.toISOString() };
  return termsOverTime(all, affiliateId, { ...span, tags });
}
