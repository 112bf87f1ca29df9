import type { NoNoticeReason } from "#app/domain/notice.ts";
import { tagKey } from "#app/domain/tags.ts";
import { compareTerms } from "#app/domain/terms/compare-terms.ts";
import { termsForTags } from "#app/domain/terms/terms-for-tags.ts";
import type { Tx } from "#app/platform/db.server.ts";
import type { Affiliate } from "#app/store/affiliates.ts";
import { type NewEvent, recordEvents } from "#app/store/outbox.ts";
import { addTags, endTags, heldTags, type HeldTag } from "#app/store/tags.ts";
import { type TagPromise, tagPromisesTo, tagsEnd } from "./tag-promises.ts";

export type TagWriting = {
  readonly now: Date;
  /** Ends tags without notice; the affiliate is told why. */
  readonly reason: NoNoticeReason | undefined;
};

type TagChanges = {
  readonly add: readonly string[];
  readonly remove: readonly string[];
};

/**
 * Adds tags to a locked affiliate and removes some. A tag that a rule of their programs asks for ends with the notice
 * period (T15), unless there is a reason; adding it again withdraws the removal. Answers whether anything changed.
 */
export async function writeTags(
  tx: Tx,
  affiliate: Affiliate,
  { add, remove }: TagChanges,
  writing: TagWriting,
): Promise<boolean> {
  const { shopId, affiliateId } = affiliate;
  const { now, reason } = writing;
  const held = await heldTags(tx, shopId, { affiliateId, now });
  const staying = new Set(held.filter(({ endsAt }) => endsAt === null).map(({ tag }) => tagKey(tag)));
  const added = add.filter((tag) => !staying.has(tagKey(tag)));
  const removed = held
    .filter(isIn(remove))
    .filter(({ endsAt }) => endsAt === null || reason !== undefined)
    .map(({ tag }) => tag);
  if (added.length + removed.length === 0) return false;
  const promises = await tagPromisesTo(tx, affiliate, now);
  const end = reason ? { atOnce: removed, later: [], at: now } : tagsEnd(promises, removed, now);
  await endTags(tx, { shopId, affiliateId, tags: end.atOnce, now, endsAt: now });
  await endTags(tx, { shopId, affiliateId, tags: end.later, now, endsAt: end.at });
  await addTags(tx, { shopId, affiliateId, tags: added, now });
  const before = held.map(({ tag }) => tag);
  const gone = isIn(end.atOnce);
  const present = [...held.filter((one) => !gone(one)).map(({ tag }) => tag), ...added];
  const ending = new Set(end.later.map(tagKey));
  const later = present.filter((tag) => !ending.has(tagKey(tag)));
  const kept = held.filter(isIn(added));
  const withoutKept = held.filter((one) => !kept.includes(one)).map(({ tag }) => tag);
  const keptUntil = kept.flatMap(({ endsAt }) => endsAt ?? []);
  const news = { before, present, later, laterFrom: end.at, withoutKept, keptUntil };
  await tellOfTags(tx, affiliate, promises, news, writing);
  return true;
}

function isIn(tags: readonly string[]): (held: HeldTag) => boolean {
  const keys = new Set(tags.map(tagKey));
  return ({ tag }) => keys.has(tagKey(tag));
}

type TagNews = {
  readonly before: readonly string[];
  readonly present: readonly string[];
  /** Those from `laterFrom` on. */
  readonly later: readonly string[];
  readonly laterFrom: Date;
  /** Those without tags whose removal was withdrawn, and when these would have ended. */
  readonly withoutKept: readonly string[];
  readonly keptUntil: readonly Date[];
};

/** Tells the affiliate what each of their programs pays them because of new tags. */
async function tellOfTags(
  tx: Tx,
  { shopId, affiliateId }: Affiliate,
  promises: readonly TagPromise[],
  { before, present, later, laterFrom, withoutKept, keptUntil }: TagNews,
  { now, reason }: TagWriting,
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
