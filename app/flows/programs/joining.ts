import type { Acting, Ctx } from "#app/domain/context.ts";
import { suggestSlug, type Joining } from "#app/domain/applications/joining.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { noSuchProgram } from "#app/domain/program.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { db, inTransaction, type Tx } from "#app/platform/db.server.ts";
import { latinLetters } from "#app/platform/latin-letters.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { findJoining, saveJoining, lockTakenSlugs } from "#app/store/joining.ts";
import { findProgram, lockProgram, type Program } from "#app/store/programs.ts";

export type JoiningChange = Partial<Omit<Joining, "revision">> & {
  /** The revision that the editor saw; another one since then is a conflict. */
  readonly revision?: number | undefined;
};

/** A program and how people join it. */
export async function readJoining(
  shopId: ShopId,
  programId: string,
): Promise<{ program: Program; joining: Joining } | Refusal> {
  const program = await findProgram(db(), shopId, programId);
  if (!program) return noSuchProgram;
  return { program, joining: await findJoining(db(), shopId, program.programId) };
}

/** Changes the given fields. Earlier applications keep the questions that they answered. */
export async function changeJoining(
  ctx: Ctx,
  programId: string,
  change: JoiningChange,
): Promise<Joining | Refusal> {
  return await inTransaction(async (tx) => {
    const program = await lockProgram(tx, ctx.shop.shopId, programId);
    if (!program) return noSuchProgram;
    const joining = await joiningAfter(tx, program, change);
    if (!isRefusal(joining)) await keepJoining(tx, program, joining, ctx);
    return joining;
  });
}

type JoinedProgram = Pick<Program, "shopId" | "programId" | "name">;

/** The settings after a change. The caller has locked the program, or creates it. */
export async function joiningAfter(
  tx: Tx,
  { shopId, programId, name }: JoinedProgram,
  { revision, ...change }: JoiningChange,
): Promise<Joining | Refusal> {
  const before = await findJoining(tx, shopId, programId);
  if (revision !== undefined && revision !== before.revision) {
    return refuse("conflict", { code: "changed_meanwhile", what: "joining" }, "revision");
  }
  const taken = await lockTakenSlugs(tx, shopId, programId);
  const wanted = change.slug || before.slug;
  if (taken.has(wanted)) return refuse("conflict", { code: "program_slug_taken" }, "slug");
  const slug = wanted || suggestSlug(latinLetters(name), taken);
  return { ...before, ...change, slug, revision: before.revision + 1 };
}

/** Saves settings of `joiningAfter`, in the same transaction. */
export async function keepJoining(
  tx: Tx,
  { shopId, programId }: JoinedProgram,
  joining: Joining,
  { actor, now }: Acting,
): Promise<void> {
  await saveJoining(tx, { shopId, programId, joining, now });
  await recordAudit(tx, shopId, {
    subjectKind: "program",
    subjectId: programId,
    action: "joining-changed",
    actor,
    details: { mode: joining.mode, fields: joining.fields.length, rules: joining.rules.length },
    now,
  });
}
