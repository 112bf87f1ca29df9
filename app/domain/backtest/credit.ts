import type { AffiliateId, ProgramId } from "../ids.ts";
import type { ProgramTerms } from "../terms/terms.ts";
import type { CreditOf } from "./side.ts";

/** Terms that apply to new orders of one program: its own, and the custom terms of some affiliates (T12). */
export type NewestTerms = {
  readonly terms: ProgramTerms;
  readonly own: ReadonlyMap<AffiliateId, ProgramTerms>;
};

/**
 * Subject of a backtest: a program's draft, one affiliate's custom terms in it, or (both null) a program to be
 * created.
 */
export type BacktestOf = {
  readonly programId: ProgramId | null;
  readonly affiliateId: AffiliateId | null;
};

/** Placeholder for a program that does not exist yet. It is never stored. */
const newProgram = "" as ProgramId;

/**
 * Chooses the terms for an order on both sides of a backtest. For a program's draft, that program pays for
 * every order on both sides, and affiliates with custom terms keep them (T12). For a program to be created,
 * today's side is the program that the order was credited in, and orders credited to nobody pay nothing.
 * @throws Error when `today` has no terms for the program
 */
export function creditsOf(
  { programId, affiliateId: ownOf }: BacktestOf,
  draft: ProgramTerms,
  today: ReadonlyMap<ProgramId, NewestTerms>,
): { readonly today: CreditOf; readonly draft: CreditOf } {
  if (programId === null) {
    return {
      today: ({ affiliateId, programId: creditedIn }) => {
        const newest = creditedIn === null ? undefined : today.get(creditedIn);
        if (creditedIn === null || newest === undefined) return null;
        return { affiliateId, programId: creditedIn, terms: termsFor(newest, affiliateId) };
      },
      draft: ({ affiliateId }) => ({ affiliateId, programId: newProgram, terms: draft }),
    };
  }
  const newest = today.get(programId);
  if (newest === undefined) throw new Error(`The program ${programId} has no terms.`);
  const drafted =
    ownOf === null
      ? { terms: draft, own: newest.own }
      : { terms: newest.terms, own: new Map([...newest.own, [ownOf, draft]]) };
  const under =
    (terms: NewestTerms): CreditOf =>
    ({ affiliateId }) => ({ affiliateId, programId, terms: termsFor(terms, affiliateId) });
  return { today: under(newest), draft: under(drafted) };
}

function termsFor({ terms, own }: NewestTerms, affiliateId: AffiliateId | null): ProgramTerms {
  return (affiliateId === null ? undefined : own.get(affiliateId)) ?? terms;
}
