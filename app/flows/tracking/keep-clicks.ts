import type { NewClick } from "#app/store/clicks.ts";
import { type CountedClick, keepCountedClicks, keepNewCountedClicks } from "#app/store/counted-clicks.ts";
import { clickValues, type ClickValues } from "./click-values.ts";
import { isVisitCounted, rememberVisits } from "./counted-visits.ts";
import { visitorHasher } from "./visitor-hash.ts";

/** A click with what its counting needs. */
export type KeptClick = {
  readonly click: Omit<NewClick, "visitorHash">;
  /** The shop's own day. */
  readonly day: string;
  readonly currency: string;
  /** As `visitorOf` says: before the day's salt. */
  readonly visitor: string;
};

/** Keeps clicks of many visitors in one statement, with the days' figures; answers how many were not there yet. */
export async function keepClicks(kept: readonly KeptClick[]): Promise<number> {
  const counted = await countedOf(kept);
  const added = await keepCountedClicks(counted, latestOf(kept));
  // One that was there already may have been counted under other values.
  if (added === counted.length) rememberVisits(counted);
  return added;
}

/** The same for clicks that were just made and that nobody else can have kept. Rejects where somebody has. */
export async function keepNewClicks(kept: readonly KeptClick[]): Promise<void> {
  const counted = await countedOf(kept);
  await keepNewCountedClicks(counted, latestOf(kept));
  rememberVisits(counted);
}

async function countedOf(kept: readonly KeptClick[]): Promise<CountedClick[]> {
  const hashed = await visitorHasher(kept.map(({ click, day }) => ({ shopId: click.shopId, day })));
  const valuesOf = await clickValues(kept.flatMap(({ click }) => (click.bot ? [] : click)));
  return kept.map(({ click, day, currency, visitor }) => {
    const visitorHash = hashed({ shopId: click.shopId, day }, visitor);
    const values = click.bot ? noValues : valuesOf(click);
    const visit = { ...click, ...values, day, currency, visitorHash };
    return { ...visit, isVisitCounted: isVisitCounted(visit) };
  });
}

/** What is not counted has no need of them. */
const noValues: ClickValues = { countedSubId: "", countedLanding: "" };

function latestOf(kept: readonly KeptClick[]): Date {
  return new Date(Math.max(...kept.map(({ click }) => click.occurredAt.getTime())));
}
