import type { ProgramId } from "#app/domain/ids.ts";
import { afterNotice, type NoNoticeReason } from "#app/domain/notice.ts";
import { chooseTermsVersion } from "#app/domain/program.ts";
import { tagKey } from "#app/domain/tags.ts";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import { tagKeysOf, termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { earningPrograms, frozenTerms, programHistoryRows, versionId } from "#app/store/standings.ts";
import { type NewEvent, recordEvents } from "#app/store/outbox.ts";
import { addTags, endTags, type HeldTag, heldTags } from "#app/store/tags.ts";

export type TagWriteOptions = {
  readonly now: Date;
  /** Ends tags without notice. The affiliate is told the reason. */
  readonly reason: NoNoticeReason | undefined;
};

type TagChanges = {
  readonly add: readonly string[];
  readonly remove: readonly string[];
};

/**
 * Adds tags to a locked affiliate and removes some. A tag that a rule of their programs asks for ends with the notice
 * period (T15), unless a reason is given. Adding it again withdraws the removal. Returns true if anything changed.
 */
export async function writeTags(
  tx: Tx,
  affiliate: Affiliate,
  { add, remove }: TagChanges,
  writing: TagWriteOptions,
): Promise<boolean> {
  const { shopId, affiliateId } = affiliate;
  const { now, reason } = writing;
  const held = await heldTags(tx, shopId, { affiliateId, now });
  const staying = new Set(held.filter(({ endsAt }) => endsAt === null).map(({ tag }) => tagKey(tag)));
  const added = add.filter((tag) => !staying.has(tagKey(tag)));
  const removed = held
    .filter(isTagIn(remove))
    .filter(({ endsAt }) => endsAt === null || reason !== undefined)
    .map(({ tag }) => tag);
  if (added.length + removed.length === 0) return false;
  const promises = await tagPromisesTo(tx, affiliate, now);
  const end = reason ? { atOnce: removed, later: [], at: now } : tagsEnd(promises, removed, now);
  await endTags(tx, { shopId, affiliateId, tags: end.atOnce, now, endsAt: now });
  await endTags(tx, { shopId, affiliateId, tags: end.later, now, endsAt: end.at });
  await addTags(tx, { shopId, affiliateId, tags: added, now });
  const before = held.map(({ tag }) => tag);
  const gone = isTagIn(end.atOnce);
  const present = [...held.filter((one) => !gone(one)).map(({ tag }) => tag), ...added];
  const ending = new Set(end.later.map(tagKey));
  const later = present.filter((tag) => !ending.has(tagKey(tag)));
  const kept = held.filter(isTagIn(added));
  const withoutKept = held.filter((one) => !kept.includes(one)).map(({ tag }) => tag);
  const keptUntil = kept.flatMap(({ endsAt }) => endsAt ?? []);
  const news = { before, present, later, laterFrom: end.at, withoutKept, keptUntil };
  await recordTagEvents(tx, affiliate, promises, news, writing);
  return true;
}

function isTagIn(tags: readonly string[]): (held: HeldTag) => boolean {
  const keys = new Set(tags.map(tagKey));
  return ({ tag }) => keys.has(tagKey(tag));
}

type TagNews = {
  readonly before: readonly string[];
  readonly present: readonly string[];
  /** Tags from `laterFrom` on. */
  readonly later: readonly string[];
  readonly laterFrom: Date;
  /** Tags without the withdrawn removals, and when those would have ended. */
  readonly withoutKept: readonly string[];
  readonly keptUntil: readonly Date[];
};

/** Tells the affiliate how new tags change their pay in each program. */
async function recordTagEvents(
  tx: Tx,
  { shopId, affiliateId }: Affiliate,
  promises: readonly TagPromise[],
  { before, present, later, laterFrom, withoutKept, keptUntil }: TagNews,
  { now, reason }: TagWriteOptions,
): Promise<void> {
  const [firstKept] = keptUntil.toSorted((a, b) => a.getTime() - b.getTime());
  const events = promises.flatMap(({ programId, program: programName, version, terms }): NewEvent[] => {
    const compared = (from: readonly string[], to: readonly string[]) =>
      compareTerms(termsForTags(terms, from), termsForTags(terms, to));
    const about = (startsAt: Date) => ({
      subjectId: `${programId}:${affiliateId}:${startsAt.toISOString()}`,
      affiliateId,
      payload: { programId, programName, affiliateId, version, startsAt: startsAt.toISOString() },
    });
    const change = (from: readonly string[], to: readonly string[], startsAt: Date): NewEvent[] => {
      const { effect: kind, changes } = compared(from, to);
      if (changes.length === 0) return [];
      const atOnce = kind === "improvement" ? "improvement" : "change";
      const effect = startsAt > now ? "reduction" : atOnce;
      const { payload, ...of } = about(startsAt);
      return [
        {
          name: "terms.changed_for_tags",
          ...of,
          payload: { ...payload, effect, tagsBefore: from, tagsAfter: to, reason: reason ?? null },
        },
      ];
    };
    const isKept = firstKept && compared(before, withoutKept).changes.length > 0;
    return [
      ...(isKept ? [{ name: "terms.kept_for_tags", ...about(firstKept) } as const] : []),
      ...change(before, present, now),
      ...change(present, later, laterFrom),
    ];
  });
  await recordEvents(tx, shopId, events, now);
}

/** A program whose terms for the affiliate ask for tags. */
type TagPromise = {
  readonly programId: ProgramId;
  readonly program: string;
  readonly noticeDays: number;
  /** Number of the current terms version. */
  readonly version: number;
  /** The current terms. */
  readonly terms: ProgramTerms;
  /** Keys of the tags that the current or waiting terms ask for. */
  readonly asked: ReadonlySet<string>;
};

type TagPromisesQuery = Pick<Affiliate, "shopId" | "affiliateId" | "status">;

/** Promises to an affiliate that depend on their tags (T15). There are none before they join. */
async function tagPromisesTo(tx: Tx, affiliate: TagPromisesQuery, now: Date): Promise<TagPromise[]> {
  const { shopId, affiliateId, status } = affiliate;
  if (status !== "active" && status !== "suspended") return [];
  const programs = await earningPrograms(tx, shopId, { affiliateId, now });
  const programIds = programs.map((one) => one.programId);
  const rows = await programHistoryRows(tx, shopId, { programIds, affiliateIds: [affiliateId] });
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
    const asked = new Set([judging, ...waiting].flatMap((one) => (one.terms ? tagKeysOf(one.terms) : [])));
    if (asked.size === 0) return [];
    return [{ programId, program: name, noticeDays, version: judging.number, terms: judging.terms, asked }];
  });
}

type TagsEnd = {
  readonly atOnce: readonly string[];
  readonly later: readonly string[];
  /** When the later ones end. */
  readonly at: Date;
};

/** T15: removed tags that a promise depends on end after the longest notice period, others at once. */
function tagsEnd(promises: readonly TagPromise[], removed: readonly string[], now: Date): TagsEnd {
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
