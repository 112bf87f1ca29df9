import type { Actor } from "#app/domain/actor.ts";
import type { ShopId } from "#app/domain/ids.ts";
import { canonicalText } from "#app/domain/plain.ts";
import { canChangeProgramStatus, nextProgramStatuses, type ProgramStatus } from "#app/domain/program.ts";
import { isRefusal, refuse, type Refusal } from "#app/domain/refusal.ts";
import { inTransaction, type Tx } from "#app/platform/db.server.ts";
import { recordAudit } from "#app/store/audit.ts";
import {
  insertStatusPeriod,
  insertVersion,
  lockProgram,
  nextVersionNumber,
  updateProgram as keep,
  type Program,
} from "#app/store/programs.ts";
import { refuseUnknownGoods } from "./check-goods.ts";
import { noSuchProgram } from "./program-refusals.ts";
import { termsOfInput, type TermsInput } from "#app/domain/terms/terms-of-input.ts";

export type ProgramChange = {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly status?: ProgramStatus | undefined;
  readonly terms?: TermsInput | undefined;
  /** The revision that the editor saw; another one since then is a conflict. */
  readonly revision?: number | undefined;
};

type By = { readonly actor: Actor; readonly now: Date };
type Shop = { readonly shopId: ShopId; readonly domain: string; readonly currency: string };

/**
 * Changes what is given. Terms that differ become a new frozen version from now on (M4); orders created
 * before keep theirs. A status that cannot follow the present one is refused with those that can.
 */
export async function updateProgram(
  shop: Shop,
  programId: string,
  change: ProgramChange,
  by: By,
): Promise<Refusal | { changed: string[] }> {
  const unknown = await refuseUnknownGoods(shop.domain, change.terms?.rules);
  if (unknown) return unknown;
  return await inTransaction(async (tx) => {
    const program = await lockProgram(tx, shop.shopId, programId);
    if (!program) return noSuchProgram;
    const refusal = refusalOf(program, change);
    if (refusal) return refusal;
    const terms = change.terms ? termsOfInput(change.terms, program.terms, shop.currency) : program.terms;
    if (isRefusal(terms)) return terms;
    const changed = changedFields(program, change, terms);
    if (changed.length > 0) await write(tx, { program, change, terms, changed, by });
    return { changed };
  });
}

function refusalOf(program: Program, change: ProgramChange): Refusal | undefined {
  if (change.revision !== undefined && change.revision !== program.revision) {
    return refuse(
      "conflict",
      "Someone else changed this program meanwhile. Reload to see the newest version.",
      "revision",
    );
  }
  const { status } = change;
  if (status && status !== program.status && !canChangeProgramStatus(program.status, status)) {
    return refuse("not-possible", statusMessage(program.status), "status");
  }
  return undefined;
}

function statusMessage(from: ProgramStatus): string {
  const next = nextProgramStatuses(from);
  if (next.length === 0) return "An archived program stays archived";
  return `A program that is ${from} can become ${next.join(" or ")}`;
}

function changedFields(program: Program, change: ProgramChange, terms: Program["terms"]): string[] {
  const differs = {
    name: change.name !== undefined && change.name !== program.name,
    description: change.description !== undefined && change.description !== program.description,
    status: change.status !== undefined && change.status !== program.status,
    // The database hands fields back in an order of its own.
    terms: canonicalText(terms) !== canonicalText(program.terms),
  };
  return Object.entries(differs).flatMap(([field, differing]) => (differing ? [field] : []));
}

type Writing = {
  program: Program;
  change: ProgramChange;
  terms: Program["terms"];
  changed: string[];
  by: By;
};

async function write(tx: Tx, { program, change, terms, changed, by }: Writing): Promise<void> {
  const { shopId, programId } = program;
  const { actor, now } = by;
  const isNewVersion = changed.includes("terms");
  const version = isNewVersion ? await nextVersionNumber(tx, shopId, programId) : program.version;
  const status = change.status ?? program.status;
  if (isNewVersion) {
    await insertVersion(tx, { shopId, programId, version, terms, at: now, by: actor.name });
  }
  if (status !== program.status) await insertStatusPeriod(tx, { shopId, programId, status, since: now });
  await keep(tx, shopId, programId, {
    name: change.name ?? program.name,
    description: change.description ?? program.description,
    status,
    version,
    updatedAt: now,
    revision: program.revision + 1,
  });
  const details = { changed, version, from: program.status, to: status };
  const action = changed.length === 1 && changed[0] === "status" ? `became ${status}` : "changed";
  await recordAudit(tx, shopId, {
    subjectKind: "program",
    subjectId: programId,
    action,
    actor,
    details,
    now,
  });
}
