import type { AffiliateId, ProgramId } from "../ids.ts";
import type { ProgramTerms } from "../terms/terms.ts";
import type { CreditOf } from "./side.ts";

/** The terms that judge in one program from now on: its own, and those of affiliates that have own terms (T12). */
export type NewestTerms = {
  readonly terms: ProgramTerms;
  readonly own: ReadonlyMap<AffiliateId, ProgramTerms>;
};

/** Whose draft is run: a program's, the own terms of one affiliate in it, or (both null) a program's to be made. */
export type BacktestOf = {
  readonly programId: ProgramId | null;
  readonly affiliateId: AffiliateId | null;
};

/** A program that is not made yet has no id; nothing of it is ever written. */
const newProgram = "" as ProgramId;

/**
 * Who is credited on the two sides of a backtest. Beside a program's draft the program itself pays for every order, and
 * affiliates with own terms keep them on both sides (T12). Beside the draft of a program to be made, each order pays
 * what the program pays that it was credited in, and nothing where it was credited to nobody.
 * @throws Error where the terms of the program in question are not among those of today.
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
