import type { EventPayloads } from "#app/domain/events.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { recordEvents } from "#app/store/outbox.ts";
import type { Program } from "#app/store/programs.ts";
import { readersOfTerms } from "#app/store/readers-of-terms.ts";

type TermsNews = {
  /** Null for the program's own terms. */
  readonly affiliateId: AffiliateId | null;
  readonly version: number;
  readonly startsAt: Date;
  readonly now: Date;
};

/**
 * Tells the affiliates whose orders a version judges: all without custom terms, or the one whose custom terms change. Each
 * reads what changes with their tags, and gets no email where nothing does.
 */
export async function tellOfTerms(
  tx: Tx,
  program: Program,
  news: TermsNews & Pick<EventPayloads["terms.changed"], "effect" | "previousVersion">,
): Promise<void> {
  const { effect, previousVersion } = news;
  const payload = { ...payloadOf(program, news), effect, previousVersion };
  await recordFor(
    tx,
    program,
    { ...news, from: news.startsAt },
    { name: "terms.changed", payload, subjectId: subjectOf(program, news) },
  );
}

/** Tells the affiliates who were told of a version that it won't start. */
export async function tellOfWithdrawnTerms(tx: Tx, program: Program, news: TermsNews): Promise<void> {
  const payload = payloadOf(program, news);
  await recordFor(
    tx,
    program,
    { ...news, from: news.startsAt },
    { name: "terms.withdrawn", payload, subjectId: subjectOf(program, news) },
  );
}

type ProgramEnd = {
  /** The affiliate who leaves; null where the program ends for all. */
  readonly affiliateId: AffiliateId | null;
  /** Given where it ends without notice. */
  readonly reason: NoNoticeReason | undefined;
  readonly endsAt: Date;
  readonly now: Date;
};

/** Tells affiliates from when orders no longer earn in a program. */
export async function tellOfEnd(tx: Tx, program: Program, end: ProgramEnd): Promise<void> {
  const { programId, name: programName } = program;
  const { affiliateId, reason = null, endsAt } = end;
  const payload = { programId, programName, affiliateId, endsAt: endsAt.toISOString(), reason };
  await recordFor(
    tx,
    program,
    { ...end, from: endsAt },
    { name: "program.ended", payload, subjectId: programId },
  );
}

function subjectOf({ programId }: Program, { version }: TermsNews): string {
  return `${programId}:${version}`;
}

function payloadOf({ programId, name: programName }: Program, { affiliateId, version, startsAt }: TermsNews) {
  return { programId, programName, affiliateId, version, startsAt: startsAt.toISOString() };
}

type TermsEvent = {
  readonly [Name in "terms.changed" | "terms.withdrawn" | "program.ended"]: {
    readonly name: Name;
    readonly payload: EventPayloads[Name];
    readonly subjectId: string;
  };
}["terms.changed" | "terms.withdrawn" | "program.ended"];

async function recordFor(
  tx: Tx,
  { shopId, programId, status }: Program,
  { affiliateId, from, now }: Pick<TermsNews, "affiliateId" | "now"> & { readonly from: Date },
  event: TermsEvent,
): Promise<void> {
  if (status === "draft") return;
  const readers = await readersOfTerms(tx, shopId, { programId, affiliateId, from });
  const receivers = readers.map((reader) => ({ affiliateId: reader }));
  await recordEvents(tx, shopId, [{ ...event, affiliateId, receivers }], now);
}
