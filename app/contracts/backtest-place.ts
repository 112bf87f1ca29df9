/** Where the backtests of a program, of an affiliate's own terms in it, or of a program to be made stand in the admin. */
export type BacktestPlace = {
  readonly kind: "program" | "own" | "new";
  /** Names; empty where it has none. */
  readonly program: string;
  readonly affiliate: string;
  /** The page that lists them, and takes the drafts to be run. */
  readonly path: string;
  /** The page where these terms are edited. */
  readonly editor: string;
};

/** The page that lists the backtests of one of them. */
export function backtestsPath(programId: string | null, affiliateId: string | null): string {
  if (programId === null) return "/dashboard/programs/new/backtest";
  if (affiliateId === null) return `/dashboard/programs/${programId}/backtest`;
  return `/dashboard/affiliates/${affiliateId}/programs/${programId}/backtest`;
}
