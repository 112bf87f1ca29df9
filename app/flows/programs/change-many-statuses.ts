import type { Ctx, ShopWith } from "#app/domain/context.ts";
import type { ProgramStatus } from "#app/domain/program.ts";
import { isRefusal } from "#app/domain/refusal.ts";
import { db } from "#app/platform/db.server.ts";
import { findProgram } from "#app/store/programs.ts";
import { updateProgram } from "./update-program.ts";

export type ManyProgramsChanged = {
  readonly changed: number;
  /** Which could not change, and why. */
  readonly unchanged: readonly { readonly id: string; readonly name: string; readonly reason: string }[];
};

/** Moves several programs to one status, each for itself: one that cannot go there does not hold up the others. */
export async function changeManyPrograms(
  ctx: Ctx<ShopWith<"domain" | "currency">>,
  asked: { programIds: readonly string[]; status: ProgramStatus },
): Promise<ManyProgramsChanged> {
  const { shop } = ctx;
  const unchanged = [];
  const ids = [...new Set(asked.programIds)];
  for (const id of ids) {
    const result = await updateProgram(ctx, id, { status: asked.status });
    if (!isRefusal(result)) continue;
    const program = await findProgram(db(), shop.shopId, id);
    unchanged.push({ id, name: program?.name ?? id.slice(0, 40), reason: result.message });
  }
  return { changed: ids.length - unchanged.length, unchanged };
}
