import type { Ctx } from "#app/domain/context.ts";
import type { ProgramId, ShopId } from "#app/domain/ids.ts";
import { isRefusal, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import { insertNewProgram } from "#app/store/programs.ts";
import { refuseUnknownGoods } from "./check-goods.ts";
import { joiningAfter, type JoiningChange, keepJoining } from "./joining.ts";
import {
  shopDefaults,
  type ShopDefaults,
  termsOfInput,
  type TermsInput,
} from "#app/domain/terms/terms-of-input.ts";

export type NewProgram = {
  readonly name: string;
  readonly description?: string | undefined;
  readonly status?: "draft" | "active" | undefined;
  readonly terms: TermsInput;
  readonly noticeDays?: number | undefined;
  readonly joining?: JoiningChange | undefined;
};

type ProgramShop = ShopDefaults & {
  readonly shopId: ShopId;
  readonly domain: string;
  readonly currency: string;
};

/** Creates a program and freezes its first terms. Missing fields use the shop's defaults. */
export async function createProgram(ctx: Ctx<ProgramShop>, input: NewProgram): Promise<ProgramId | Refusal> {
  const { shop } = ctx;
  const terms = termsOfInput(input.terms, shopDefaults(shop), shop.currency);
  if (isRefusal(terms)) return terms;
  const unknown = await refuseUnknownGoods(shop.domain, terms.rules);
  if (unknown) return unknown;
  const { shopId } = shop;
  const { actor, now } = ctx;
  const programId = newId<ProgramId>("prg", now);
  const status = input.status ?? "draft";
  return await inTransaction(async (tx) => {
    const created = { shopId, programId, name: input.name };
    const joining = input.joining ? await joiningAfter(tx, created, input.joining) : null;
    if (isRefusal(joining)) return joining;
    const program = {
      ...created,
      description: input.description ?? "",
      status,
      ...(input.noticeDays !== undefined && { noticeDays: input.noticeDays }),
      createdAt: now,
    };
    await insertNewProgram(tx, program, { terms, by: actor.name });
    const details = { name: input.name, status };
    await recordAudit(tx, shopId, {
      subjectKind: "program",
      subjectId: programId,
      action: "created",
      actor,
      details,
      now,
    });
    if (joining) await keepJoining(tx, created, joining, ctx);
    return programId;
  });
}
