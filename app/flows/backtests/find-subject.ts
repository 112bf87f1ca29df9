import type { BacktestOf } from "#app/domain/backtest/credit.ts";
import { type AffiliateId, isIdOf, type ShopId } from "#app/domain/ids.ts";
import { refuse, type Refusal } from "#app/domain/refusal.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { db } from "#app/platform/db.server.ts";
import { findProgram, isMember } from "#app/store/programs.ts";

/** Whose draft is run, by ids that somebody gave: a program's that is not made yet has none. */
export type BacktestNamed = { readonly programId?: string; readonly affiliateId?: string };

export type BacktestSubject = {
  readonly of: BacktestOf;
  /** The program's terms of today; null for one that is not made yet. */
  readonly terms: ProgramTerms | null;
};

/** Whose backtests are meant; a refusal where the shop has no such program, or the affiliate is not in it. */
export async function findSubject(shopId: ShopId, named: BacktestNamed): Promise<BacktestSubject | Refusal> {
  if (named.programId === undefined) return { of: { programId: null, affiliateId: null }, terms: null };
  const program = await findProgram(db(), shopId, named.programId);
  if (!program) return refuse("not-found", "There is no such program");
  const { programId, terms } = program;
  if (named.affiliateId === undefined) return { of: { programId, affiliateId: null }, terms };
  const affiliateId = named.affiliateId as AffiliateId;
  const isIn = isIdOf("affiliate", affiliateId) && (await isMember(db(), shopId, { programId, affiliateId }));
  if (!isIn) return refuse("not-found", "This affiliate is not in such a program");
  return { of: { programId, affiliateId }, terms };
}
