import type { EventPayloads } from "#app/domain/events.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { joinedAffiliates } from "#app/store/affiliates.ts";
import { recordEvents } from "#app/store/outbox.ts";
import type { Program } from "#app/store/programs.ts";
import { readersOfTerms } from "#app/store/waiting-versions.ts";

type TermsNews = {
  /** Null for the program's own terms. */
  readonly affiliateId: AffiliateId | null;
  readonly version: number;
  readonly startsAt: Date;
  readonly now: Date;
};

/**
 * Tells the affiliates that a version applies to: all without custom terms, or the one with these custom terms. Each
 * reads the changes for their tags. Without a change there is no email.
 */
export async function recordTermsChange(
  tx: Tx,
  program: Program,
  news: TermsNews & Pick<EventPayloads["terms.changed"], "effect" | "previousVersion">,
): Promise<void> {
  const { effect, previousVersion } = news;
  const payload = { ...termsPayload(program, news), effect, previousVersion };
  await recordForMembers(tx, program, news, { name: "terms.changed", payload });
}

/** Tells the affiliates who were told about a version that it won't start. */
export async function recordWithdrawnTerms(tx: Tx, program: Program, news: TermsNews): Promise<void> {
  const payload = termsPayload(program, news);
  await recordForMembers(tx, program, news, { name: "terms.withdrawn", payload });
}

type ProgramEnd = {
  /** Set if it ends without notice. */
  readonly reason: NoNoticeReason | undefined;
  readonly endsAt: Date;
  readonly now: Date;
};

/** Tells a program's affiliates from when on orders no longer earn. */
export async function recordProgramEnd(tx: Tx, program: Program, end: ProgramEnd): Promise<void> {
  const { shopId, programId, name: programName } = program;
  const { reason = null, endsAt, now } = end;
  const payload = { programId, programName, affiliateId: null, endsAt: endsAt.toISOString(), reason };
  const joined = await joinedAffiliates(tx, shopId, { programIds: [programId], at: endsAt });
  const receivers = joined.map((affiliateId) => ({ affiliateId }));
  await recordEvents(
    tx,
    shopId,
    [{ name: "program.ended", subjectId: programId, affiliateId: null, payload, receivers }],
    now,
  );
}

function termsPayload(
  { programId, name: programName }: Program,
  { affiliateId, version, startsAt }: TermsNews,
) {
  return { programId, programName, affiliateId, version, startsAt: startsAt.toISOString() };
}

type TermsEventName = "terms.changed" | "terms.withdrawn";
type TermsEvent = {
  readonly [Name in TermsEventName]: { readonly name: Name; readonly payload: EventPayloads[Name] };
}[TermsEventName];

async function recordForMembers(tx: Tx, program: Program, news: TermsNews, event: TermsEvent): Promise<void> {
  const { shopId, programId, status } = program;
  if (status === "draft") return;
  const { affiliateId, version, startsAt, now } = news;
  const readers = await readersOfTerms(tx, shopId, { programId, affiliateId, from: startsAt });
  const receivers = readers.map((reader) => ({ affiliateId: reader }));
  const subjectId = `${programId}:${version}`;
  await recordEvents(tx, shopId, [{ ...event, subjectId, affiliateId, receivers }], now);
}
