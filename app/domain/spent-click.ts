import { programDays } from "./program-days.ts";

const longestMs = programDays.attribution.most * 86_400_000;

/** A click so old that no terms let it count at `at`: its signed id is nothing any more. */
export function isSpentClick(clickedAt: Date, at: Date): boolean {
  return at.getTime() - clickedAt.getTime() > longestMs;
}
