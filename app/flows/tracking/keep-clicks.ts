import type { ClickId } from "#app/domain/ids.ts";
import type { NewClick } from "#app/store/clicks.ts";
import { keepCountedClicks } from "#app/store/counted-clicks.ts";
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

/** Keeps clicks of many visitors in one statement, with the days' figures; answers those that were not there yet. */
export async function keepClicks(kept: readonly KeptClick[]): Promise<Set<ClickId>> {
  const hashed = await visitorHasher(kept.map(({ click, day }) => ({ shopId: click.shopId, day })));
  const now = kept.reduce(
    (latest, { click }) => (click.occurredAt > latest ? click.occurredAt : latest),
    new Date(0),
  );
  const rows = kept.map(({ click, day, currency, visitor }) => ({
    ...click,
    day,
    currency,
    visitorHash: hashed({ shopId: click.shopId, day }, visitor),
  }));
  return await keepCountedClicks(rows, now);
}
