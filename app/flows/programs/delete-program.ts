import type { Ctx } from "#app/domain/context.ts";
import type { ProgramId } from "#app/domain/ids.ts";
import type { NoNoticeReason } from "#app/domain/notice.ts";
import { noSuchProgram } from "#app/domain/program.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { lockProgram, updateProgram as keep } from "#app/store/programs.ts";
import { changeProgramStatus } from "./end-program.ts";

/**
 * M20: hides and archives a program at once. It keeps earning until the notice period ends, unless a reason is given.
 * Its terms and postings stay. Deleting it again is a not-found.
 */
export async function deleteProgram(
  ctx: Ctx,
  programId: string,
  reason?: NoNoticeReason,
): Promise<Refusal | { id: ProgramId; earnsUntil: Date | null }> {
  const { shopId } = ctx.shop;
  return await inTransaction(async (tx) => {
    const program = await lockProgram(tx, shopId, programId);
    if (!program) return noSuchProgram;
    const id = program.programId;
    const { actor, now } = ctx;
    const since = await changeProgramStatus(tx, program, { status: "archived", reason, now });
    const earnsUntil = since > now ? since : null;
    await keep(tx, shopId, id, {
      status: "archived",
      deletedAt: now,
      updatedAt: now,
      revision: program.revision + 1,
    });
    const details = {
      ...(earnsUntil && { earnsUntil: earnsUntil.toISOString() }),
      ...(reason && { reason }),
    };
    await recordAudit(tx, shopId, {
      subjectKind: "program",
      subjectId: id,
      action: "deleted",
      actor,
      details,
      now,
    });
    return { id, earnsUntil };
  });
}
