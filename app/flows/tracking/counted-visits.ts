import type { CountedClick } from "#app/store/counted-clicks.ts";

/** A click by a visitor, under all that a visitor is counted for. */
export type Visit = Omit<CountedClick, "isVisitCounted">;

/** Who was counted for what, in this process: the visitors' hashes of a day, by all that one click counts for. */
const counted = new Map<string, Set<string>>();
const mostCounted = 100_000;
let count = 0;

/**
 * True where this process knows that the visitor is counted that day for all that this click would count them for: who
 * comes back need not be looked for among the day's visitors. Who is forgotten here, or came by another process, is.
 */
export function isVisitCounted(visit: Visit): boolean {
  return counted.get(nameOf(visit))?.has(visit.visitorHash) ?? false;
}

/** To be told once they are kept for good. Bots are no visitors. */
export function rememberVisits(visits: readonly CountedClick[]): void {
  if (count > mostCounted) {
    counted.clear();
    count = 0;
  }
  for (const visit of visits) {
    if (visit.bot || visit.isVisitCounted) continue;
    const name = nameOf(visit);
    const visitors = counted.get(name) ?? new Set();
    if (visitors.has(visit.visitorHash)) continue;
    count += 1;
    counted.set(name, visitors.add(visit.visitorHash));
  }
}

function nameOf({ shopId, day, affiliateId, linkId, countedSubId, countedLanding }: Visit): string {
  return `${shopId} ${day} ${affiliateId} ${linkId} ${countedSubId}\n${countedLanding}`;
}
