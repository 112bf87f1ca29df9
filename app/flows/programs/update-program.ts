import type { Reason } from "#app/domain/refusal-codes.ts";
import { type ManyChanged, changeEach } from "#app/domain/change-each.ts";
import type { Acting, Ctx, ShopWith } from "#app/domain/context.ts";
import { changeNotice, noticeDaysAt, type NoNoticeReason } from "#app/domain/notice.ts";
import { canChangeProgramStatus, type ProgramStatus, noSuchProgram } from "#app/domain/program.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  countJoined,
  findProgram,
  lockProgram,
  updateProgram as keep,
  type Program,
} from "#app/store/programs.ts";
import { refuseUnknownGoods } from "./check-goods.ts";
import { changeProgramStatus } from "./end-program.ts";
import { joiningAfter, type JoiningChange, keepJoining } from "./joining.ts";
import {
  findWaiting,
  isSameTerms,
  planProgramTerms,
  saveVersion,
  withdrawWaiting,
  type TermsPlan,
  noWaitingTerms,
} from "./schedule-terms.ts";
import { termsOfInput, type TermsInput } from "#app/domain/terms/terms-of-input.ts";

export type ProgramChange = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: ProgramStatus | undefined;
  /** Pauses or archives without notice. The affiliates are told the reason. */
  readonly reason?: NoNoticeReason | undefined;
  readonly terms?: TermsInput | undefined;
  readonly noticeDays?: number | undefined;
  readonly joining?: JoiningChange | undefined;
  /** The revision that the editor saw; another one since then is a conflict. */
  readonly revision?: number | undefined;
};

/**
 * Changes the given fields. Changed terms become a new frozen version (M4), which waits for the end of the notice
 * period if it is a reduction (T15). It replaces a waiting version. A status that can't follow the current one is
 * refused with those that can.
 */
export async function updateProgram(
  ctx: Ctx<ShopWith<"domain" | "currency">>,
  programId: string,
  change: ProgramChange,
): Promise<Refusal | { changed: string[] }> {
  const { shop } = ctx;
  const unknown = await refuseUnknownGoods(shop.domain, change.terms?.rules);
  if (unknown) return unknown;
  return await inTransaction(async (tx) => {
    const program = await lockProgram(tx, shop.shopId, programId);
    if (!program) return noSuchProgram;
    const refusal = refusalOfStatus(program, change);
    if (refusal) return refusal;
    const terms = change.terms ? termsOfInput(change.terms, program.terms, shop.currency) : program.terms;
    if (isRefusal(terms)) return terms;
    const waiting = await findWaiting(tx, program, { affiliateId: null, now: ctx.now });
    const isKept =
      isSameTerms(terms, program.terms) || (waiting !== null && isSameTerms(terms, waiting.terms));
    const joining = change.joining ? await joiningAfter(tx, program, change.joining) : null;
    if (isRefusal(joining)) return joining;
    const changed = changedFields(program, change, { isKept, now: ctx.now });
    if (changed.length > 0) {
      const failed = await saveProgramChange(tx, { program, change, terms, changed, by: ctx });
      if (failed) return failed;
    }
    if (joining) await keepJoining(tx, program, joining, ctx);
    return { changed };
  });
}

/** Moves several programs to one status. */
export async function changeManyPrograms(
  ctx: Ctx<ShopWith<"domain" | "currency">>,
  { programIds, status }: { readonly programIds: readonly string[]; readonly status: ProgramStatus },
): Promise<ManyChanged> {
  return await changeEach(
    programIds,
    (id) => updateProgram(ctx, id, { status }),
    async (id) => (await findProgram(db(), ctx.shop.shopId, id))?.name,
  );
}

/** Lower terms that a change would schedule. Null if everything starts at once. */
export async function planUpdate(
  shop: ShopWith<"domain" | "currency">,
  programId: string,
  change: Pick<ProgramChange, "terms">,
  now: Date,
): Promise<TermsPlan | null | Refusal> {
  const program = await findProgram(db(), shop.shopId, programId);
  if (!program) return noSuchProgram;
  const terms = termsOfInput(change.terms ?? {}, program.terms, shop.currency);
  if (isRefusal(terms)) return terms;
  const waiting = await findWaiting(db(), program, { affiliateId: null, now });
  if (waiting && isSameTerms(terms, waiting.terms)) return null;
  const plan = await planProgramTerms(db(), program, { terms, now });
  return plan.startsAt > now ? plan : null;
}

function refusalOfStatus(program: Program, change: ProgramChange): Refusal | undefined {
  if (change.revision !== undefined && change.revision !== program.revision) {
    return refuse("conflict", { code: "changed_meanwhile", what: "program" }, "revision");
  }
  const { status } = change;
  if (status && status !== program.status && !canChangeProgramStatus(program.status, status)) {
    return refuse("not-possible", statusReason(program.status), "status");
  }
  return undefined;
}

function statusReason(from: ProgramStatus): Reason {
  return from === "archived" ? { code: "program_archived" } : { code: "program_status", from };
}

function changedFields(
  program: Program,
  change: ProgramChange,
  { isKept, now }: { isKept: boolean; now: Date },
): string[] {
  const intended = program.nextNoticeDays ?? noticeDaysAt(program, now);
  const differs = {
    name: change.name !== undefined && change.name !== program.name,
    description: change.description !== undefined && change.description !== program.description,
    status: change.status !== undefined && change.status !== program.status,
    terms: !isKept,
    noticeDays: change.noticeDays !== undefined && change.noticeDays !== intended,
  };
  return Object.entries(differs).flatMap(([field, differing]) => (differing ? [field] : []));
}

type ProgramSave = {
  program: Program;
  change: ProgramChange;
  terms: Program["terms"];
  changed: string[];
  by: Acting;
};

/** Refuses if a waiting version starts too soon to be replaced. The caller's transaction then ends. */
async function saveProgramChange(
  tx: Tx,
  { program, change, terms, changed, by }: ProgramSave,
): Promise<Refusal | null> {
  const { shopId, programId } = program;
  const { actor, now } = by;
  const saved = changed.includes("terms") ? await saveTerms(tx, program, terms, by) : null;
  if (isRefusal(saved)) return saved;
  const status = change.status ?? program.status;
  const since =
    status === program.status
      ? null
      : await changeProgramStatus(tx, program, { status, reason: change.reason, now });
  await keep(tx, shopId, programId, {
    name: change.name ?? program.name,
    description: change.description ?? program.description,
    status,
    ...(saved && { version: saved.version }),
    ...(changed.includes("noticeDays") && (await noticeColumns(tx, program, change, now))),
    updatedAt: now,
    revision: program.revision + 1,
  });
  const details = {
    changed,
    version: saved?.version ?? program.version,
    from: program.status,
    to: status,
    ...(saved && { effectiveFrom: saved.startsAt.toISOString() }),
    ...(since && endDetails(since, change.reason, now)),
  };
  await recordAudit(tx, shopId, {
    subjectKind: "program",
    subjectId: programId,
    action: auditActionOf(changed, status, saved !== null && saved.startsAt > now),
    actor,
    details,
    now,
  });
  return null;
}

function endDetails(since: Date, reason: NoNoticeReason | undefined, now: Date) {
  return { ...(since > now && { earnsUntil: since.toISOString() }), ...(reason && { reason }) };
}

function auditActionOf(changed: readonly string[], status: ProgramStatus, waits: boolean): string {
  if (waits) return "scheduled new terms";
  return changed.length === 1 && changed[0] === "status" ? `became ${status}` : "changed";
}

async function saveTerms(tx: Tx, program: Program, terms: Program["terms"], by: ProgramSave["by"]) {
  const plan = await planProgramTerms(tx, program, { terms, now: by.now });
  const version = await saveVersion(
    tx,
    program,
    { affiliateId: null, terms, previousVersion: program.version, plan },
    by,
  );
  return isRefusal(version) ? version : { version, startsAt: plan.startsAt };
}

async function noticeColumns(tx: Tx, program: Program, { noticeDays }: ProgramChange, now: Date) {
  const hasJoined = (await countJoined(tx, program, now)) > 0;
  return noticeDays === undefined ? {} : changeNotice(program, noticeDays, { hasJoined, now });
}

/** Withdraws the program's waiting terms. The current ones stay. */
export async function withdrawTerms(
  ctx: Ctx,
  programId: string,
  asked: { readonly version?: number | undefined },
): Promise<Refusal | { version: number }> {
  const { shopId } = ctx.shop;
  return await inTransaction(async (tx) => {
    const program = await lockProgram(tx, shopId, programId);
    if (!program) return noSuchProgram;
    const waiting = await findWaiting(tx, program, { affiliateId: null, now: ctx.now });
    if (!waiting || (asked.version ?? waiting.version) !== waiting.version) return noWaitingTerms;
    const refusal = await withdrawWaiting(tx, program, waiting, ctx);
    if (refusal) return refusal;
    await keep(tx, shopId, program.programId, { updatedAt: ctx.now, revision: program.revision + 1 });
    return { version: waiting.version };
  });
}
