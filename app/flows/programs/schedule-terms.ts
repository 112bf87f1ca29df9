import type { Acting } from "#app/domain/context.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import { canWithdraw, noticeDaysAt, termsStart } from "#app/domain/notice.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import { compareTerms, type TermsChange, type TermsComparison } from "#app/domain/terms/compare-terms.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { Db, Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { countJoined, insertVersion, nextVersionNumber, type Program } from "#app/store/programs.ts";
import { listWaiting, type WaitingVersion, withdrawVersion } from "#app/store/waiting-versions.ts";
import { recordTermsChange, recordWithdrawnTerms } from "./record-terms-events.ts";

export type TermsPlan = TermsComparison & {
  /** Number of affiliates concerned. */
  readonly affiliates: number;
  readonly noticeDays: number;
  readonly startsAt: Date;
};

/** Lower terms that start after the notice period. */
export type WaitingTermsView = {
  readonly version: number;
  readonly startsAt: Date;
  /** Null if an affiliate's custom terms end. */
  readonly terms: ProgramTerms | null;
  /** Differences from the terms in force. */
  readonly changes: readonly TermsChange[];
};

type TermsPlanInput = {
  /** Null for the program's own terms. */
  readonly affiliateId: AffiliateId | null;
  readonly before: ProgramTerms;
  readonly after: ProgramTerms;
  readonly joined: number;
  readonly now: Date;
};

/** The start of changed terms, and the reason. */
export function planTerms(
  program: Program,
  { before, after, joined, now }: Omit<TermsPlanInput, "affiliateId">,
): TermsPlan {
  const comparison = compareTerms(before, after);
  const noticeDays = noticeDaysAt(program, now);
  const startsAt = termsStart({ effect: comparison.effect, hasJoined: joined > 0, noticeDays, now });
  return { ...comparison, affiliates: joined, noticeDays, startsAt };
}

/** Plans a change of the program's own terms. */
export async function planProgramTerms(
  db: Db,
  program: Program,
  { terms, now }: { terms: ProgramTerms; now: Date },
): Promise<TermsPlan> {
  const joined = await countJoined(db, program, now);
  return planTerms(program, { before: program.terms, after: terms, joined, now });
}

/** The waiting version of the program, or of one affiliate's custom terms. There is at most one. */
export async function findWaiting(
  db: Db,
  { shopId, programId }: Pick<Program, "shopId" | "programId">,
  { affiliateId, now }: { affiliateId: AffiliateId | null; now: Date },
): Promise<WaitingVersion | null> {
  const [waiting] = await listWaiting(db, shopId, { programId, affiliateId, now });
  return waiting ?? null;
}

/** `otherwise`: the program's terms, which apply once custom terms end. */
export function waitingTermsView(
  { version, terms, effectiveFrom: startsAt }: WaitingVersion,
  { inForce, otherwise }: { readonly inForce: ProgramTerms; readonly otherwise: ProgramTerms },
): WaitingTermsView {
  return { version, startsAt, terms, changes: compareTerms(inForce, terms ?? otherwise).changes };
}

export function isSameTerms(a: ProgramTerms | null, b: ProgramTerms | null): boolean {
  return canonicalText(a) === canonicalText(b);
}

type NewTerms = {
  readonly affiliateId: AffiliateId | null;
  /** Null ends custom terms. */
  readonly terms: ProgramTerms | null;
  /** Number of the version in force. */
  readonly previousVersion: number;
  readonly plan: TermsPlan;
};

/**
 * Freezes a new version in place of a waiting one, tells the affiliates concerned, and returns its number. The caller
 * has locked the program.
 */
export async function saveVersion(
  tx: Tx,
  program: Program,
  { affiliateId, terms, previousVersion, plan }: NewTerms,
  by: Acting,
): Promise<number | Refusal> {
  const { startsAt, effect, changes } = plan;
  const { shopId, programId } = program;
  const waiting = await findWaiting(tx, program, { affiliateId, now: by.now });
  const refusal = waiting && (await recordWithdrawnVersion(tx, program, waiting, by));
  if (refusal) return refusal;
  const version = await nextVersionNumber(tx, shopId, programId);
  await insertVersion(tx, {
    shopId,
    programId,
    version,
    ...(affiliateId !== null && { affiliateId }),
    terms,
    at: by.now,
    effectiveFrom: startsAt,
    by: by.actor.name,
  });
  const waits = startsAt > by.now;
  if (waiting && !waits) await recordWithdrawal(tx, program, waiting, by.now);
  if (changes.length > 0) {
    await recordTermsChange(tx, program, {
      affiliateId,
      version,
      previousVersion,
      effect: !waits && effect === "reduction" ? "change" : effect,
      startsAt,
      now: by.now,
    });
  }
  return version;
}

export const noWaitingTerms = refuse("not-found", { code: "not_found", what: "waiting_terms" });

/** Withdraws a version before it starts and tells the affiliates concerned. The caller has locked the program. */
export async function withdrawWaiting(
  tx: Tx,
  program: Program,
  waiting: WaitingVersion,
  by: Acting,
): Promise<Refusal | null> {
  const refusal = await recordWithdrawnVersion(tx, program, waiting, by);
  if (!refusal) await recordWithdrawal(tx, program, waiting, by.now);
  return refusal;
}

async function recordWithdrawal(
  tx: Tx,
  program: Program,
  { affiliateId, version, effectiveFrom: startsAt }: WaitingVersion,
  now: Date,
): Promise<void> {
  await recordWithdrawnTerms(tx, program, { affiliateId, version, startsAt, now });
}

async function recordWithdrawnVersion(
  tx: Tx,
  { shopId, programId, name }: Program,
  { version, affiliateId, effectiveFrom }: WaitingVersion,
  { actor, now }: Acting,
): Promise<Refusal | null> {
  if (!canWithdraw(effectiveFrom, now)) {
    return refuse("not-possible", { code: "no_waiting_soon" }, "terms");
  }
  await withdrawVersion(tx, shopId, { programId, version, at: now, by: actor.name });
  await recordAudit(tx, shopId, {
    subjectKind: affiliateId === null ? "program" : "affiliate",
    subjectId: affiliateId ?? programId,
    action: "withdrew scheduled terms",
    actor,
    details: { programId, program: name, version, effectiveFrom: effectiveFrom.toISOString() },
    now,
  });
  return null;
}
