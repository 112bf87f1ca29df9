import { LONGEST_ATTRIBUTION_DAYS } from "./terms/faults.ts";

const longestMs = LONGEST_ATTRIBUTION_DAYS * 86_400_000;

/** A click so old that no terms let it count at `at`: its signed id is nothing any more. */
export function isSpentClick(clickedAt: Date, at: Date): boolean {
  return at.getTime() - clickedAt.getTime() > longestMs;
}
