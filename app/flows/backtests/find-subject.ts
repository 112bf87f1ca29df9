import type { BacktestOf } from "#app/domain/backtest/side.ts";
import { type AffiliateId, isIdOf, type ShopId } from "#app/domain/ids.ts";
import { noSuchProgram } from "#app/domain/program.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { db } from "#app/platform/db.server.ts";
import { findProgram, isMember } from "#app/store/programs.ts";

/** The ids that name the draft's program and affiliate. A program that is not created yet has none. */
export type BacktestTarget = { readonly programId?: string; readonly affiliateId?: string };

export type BacktestSubject = {
  readonly of: BacktestOf;
  /** The program's current terms. Null if the program is not created yet. */
  readonly terms: ProgramTerms | null;
};

/** Finds whose backtests are meant. Refuses if the shop has no such program or the affiliate is not in it. */
export async function findSubject(shopId: ShopId, named: BacktestTarget): Promise<BacktestSubject | Refusal> {
  if (named.programId === undefined) return { of: { programId: null, affiliateId: null }, terms: null };
  const program = await findProgram(db(), shopId, named.programId);
  if (!program) return noSuchProgram;
  const { programId, terms } = program;
  if (named.affiliateId === undefined) return { of: { programId, affiliateId: null }, terms };
  const affiliateId = named.affiliateId as AffiliateId;
  const isIn = isIdOf("affiliate", affiliateId) && (await isMember(db(), shopId, { programId, affiliateId }));
  if (!isIn) return refuse("not-found", { code: "not_found", what: "member" });
  return { of: { programId, affiliateId }, terms };
}
