import type { Actor } from "#app/domain/actor.ts";
import type { ProgramId, ShopId } from "#app/domain/ids.ts";
import type { Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertStatusPeriod, lockProgram, updateProgram as keep } from "#app/store/programs.ts";
import { noSuchProgram } from "./program-refusals.ts";

type By = { readonly actor: Actor; readonly now: Date };

/** M20: deleting hides and archives; its terms and postings stay. Asking again for what is gone is a not-found. */
export async function deleteProgram(
  shopId: ShopId,
  programId: string,
  by: By,
): Promise<Refusal | { id: ProgramId }> {
  return await inTransaction(async (tx) => {
    const program = await lockProgram(tx, shopId, programId);
    if (!program) return noSuchProgram;
    const id = program.programId;
    const { actor, now } = by;
    if (program.status !== "archived") {
      await insertStatusPeriod(tx, { shopId, programId: id, status: "archived", since: now });
    }
    await keep(tx, shopId, id, {
      status: "archived",
      deletedAt: now,
      updatedAt: now,
      revision: program.revision + 1,
    });
    await recordAudit(tx, shopId, { subjectKind: "program", subjectId: id, action: "deleted", actor, now });
    return { id };
  });
}
