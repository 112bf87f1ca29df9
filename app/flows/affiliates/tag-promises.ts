import type { ProgramId } from "#app/domain/ids.ts";
import { afterNotice } from "#app/domain/notice.ts";
import { chooseTermsVersion } from "#app/domain/program.ts";
import { tagKey } from "#app/domain/tags.ts";
import { testsOf } from "#app/domain/terms/condition.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { earningPrograms } from "#app/store/earning-programs.ts";
import { frozenTerms, programRowsOf, versionId } from "#app/store/standings.ts";

/** A program in which an affiliate earns by terms that ask for tags. */
export type TagPromise = {
  readonly programId: ProgramId;
  readonly program: string;
  readonly noticeDays: number;
  /** Number of the terms that judge orders now. */
  readonly version: number;
  /** Those that judge orders now. */
  readonly terms: ProgramTerms;
  /** Keys of the tags that these terms ask for, or terms that wait. */
  readonly asked: ReadonlySet<string>;
};

type Asked = Pick<Affiliate, "shopId" | "affiliateId" | "status">;

/** The promises to an affiliate that depend on their tags (T15). Nobody is promised anything before they join. */
export async function tagPromisesTo(tx: Tx, affiliate: Asked, now: Date): Promise<TagPromise[]> {
  const { shopId, affiliateId, status } = affiliate;
  if (status !== "active" && status !== "suspended") return [];
  const programs = await earningPrograms(tx, shopId, { affiliateId, now });
  const programIds = programs.map((one) => one.programId);
  const rows = await programRowsOf(tx, shopId, { programIds, affiliateIds: [affiliateId] });
  const terms = await frozenTerms(tx, shopId, rows.versions);
  const at = now.toISOString();
  return programs.flatMap(({ programId, name, noticeDays }): TagPromise[] => {
    const versions = rows.versions
      .filter((one) => one.programId === programId && one.withdrawnAt === null)
      .map((one) => ({
        ...one,
        id: versionId(one),
        effectiveFrom: one.effectiveFrom.toISOString(),
        withdrawnAt: null,
        terms: terms.get(versionId(one)) ?? null,
      }));
    const judging = chooseTermsVersion(versions, affiliateId, at);
    if (!judging) return [];
    const waiting = versions.filter((one) => Date.parse(one.effectiveFrom) > now.getTime());
    const asked = new Set([judging, ...waiting].flatMap((one) => (one.terms ? tagsAskedBy(one.terms) : [])));
    if (asked.size === 0) return [];
    return [{ programId, program: name, noticeDays, version: judging.number, terms: judging.terms, asked }];
  });
}

function tagsAskedBy({ rules }: ProgramTerms): string[] {
  const tests = rules.flatMap((rule) => testsOf(rule.when));
  return tests.flatMap((test) => (test.kind === "affiliate-tag" ? test.values.map(tagKey) : []));
}

type TagsEnd = {
  readonly atOnce: readonly string[];
  readonly later: readonly string[];
  /** When those that end later do. */
  readonly at: Date;
};

/** T15: removed tags that a promise depends on end after the longest notice period, the others at once. */
export function tagsEnd(promises: readonly TagPromise[], removed: readonly string[], now: Date): TagsEnd {
  const asking = promises.filter(({ asked }) => removed.some((tag) => asked.has(tagKey(tag))));
  const noticeDays = Math.max(0, ...asking.map((one) => one.noticeDays));
  if (noticeDays === 0) return { atOnce: removed, later: [], at: now };
  const isAsked = (tag: string) => asking.some(({ asked }) => asked.has(tagKey(tag)));
  return {
    atOnce: removed.filter((tag) => !isAsked(tag)),
    later: removed.filter(isAsked),
    at: afterNotice(now, noticeDays),
  };
}
