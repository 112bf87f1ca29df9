import type { NewClick } from "#app/store/clicks.ts";
import { type CountedClick, keepCountedClicks, keepNewCountedClicks } from "#app/store/counted-clicks.ts";
import { clickValues, type ClickValues } from "./click-values.ts";
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
  return await keepCountedClicks(await countedOf(kept), latestOf(kept));
}

/** The same for clicks that were just made and that nobody else can have kept. Rejects where somebody has. */
export async function keepNewClicks(kept: readonly KeptClick[]): Promise<void> {
  await keepNewCountedClicks(await countedOf(kept), latestOf(kept));
}

async function countedOf(kept: readonly KeptClick[]): Promise<CountedClick[]> {
  const hashed = await visitorHasher(kept.map(({ click, day }) => ({ shopId: click.shopId, day })));
  const valuesOf = await clickValues(kept.flatMap(({ click }) => (click.bot ? [] : click)));
  return kept.map(({ click, day, currency, visitor }) => ({
    ...click,
    ...(click.bot ? noValues : valuesOf(click)),
    day,
    currency,
    visitorHash: hashed({ shopId: click.shopId, day }, visitor),
  }));
}

/** What is not counted has no need of them. */
const noValues: ClickValues = { countedSubId: "", countedLanding: "" };

function latestOf(kept: readonly KeptClick[]): Date {
  return new Date(Math.max(...kept.map(({ click }) => click.occurredAt.getTime())));
}
