import type { ShopId } from "#app/domain/ids.ts";
import { boundedValue, otherValue, pageOf } from "#app/domain/report-dimensions.ts";
import { inTransaction } from "#app/platform/db.server.ts";
import { admitValues, type FreeValue, freeValueName } from "#app/store/figures.ts";

/** What of a click is counted by. */
export type Pointed = { readonly shopId: ShopId; readonly subId: string; readonly target: string };

/** The values of free dimensions under which a click counts. */
export type ClickValues = { readonly countedSubId: string; readonly countedLanding: string };

/** Whether a value of a shop counts by itself: what was once answered stays so. */
const answers = new Map<string, boolean>();
const mostAnswers = 100_000;

const nameOf = (shopId: ShopId, one: FreeValue): string => `${shopId} ${freeValueName(one)}`;

/**
 * Under which values clicks count. A value that this process does not know is asked for, and becomes known where the
 * shop has room for it, before anything is counted under it. Rejects while the database is away and has to be asked.
 */
export async function clickValues(clicks: readonly Pointed[]): Promise<(click: Pointed) => ClickValues> {
  // Many clicks at once point to few pages.
  const pointed = new Map(clicks.map((click) => [keyOf(click), click]));
  const asked = [...pointed.values()].flatMap((click) =>
    valuesOf(click).map((one) => ({ shopId: click.shopId, ...one })),
  );
  const unknown = asked.filter((one) => one.value !== "" && !answers.has(nameOf(one.shopId, one)));
  const learned = new Map<string, boolean>();
  for (const [shopId, values] of Map.groupBy(unknown, (one) => one.shopId)) {
    // One shop after the other: a batch seldom has more than one with new values.
    // oxlint-disable-next-line no-await-in-loop
    const known = await inTransaction((tx) => admitValues(tx, shopId, distinct(values)));
    for (const one of values) learned.set(nameOf(shopId, one), known.has(freeValueName(one)));
  }
  const isKnown = new Map(
    asked.map((one) => {
      const name = nameOf(one.shopId, one);
      return [name, one.value === "" || (learned.get(name) ?? answers.get(name) ?? false)];
    }),
  );
  if (answers.size > mostAnswers) answers.clear();
  for (const [name, answer] of learned) answers.set(name, answer);
  const counted = new Map<string, ClickValues>();
  for (const [key, click] of pointed) {
    const [countedSubId = "", countedLanding = ""] = valuesOf(click).map((one) =>
      isKnown.get(nameOf(click.shopId, one)) === true ? one.value : otherValue,
    );
    counted.set(key, { countedSubId, countedLanding });
  }
  return (click) => counted.get(keyOf(click)) ?? { countedSubId: otherValue, countedLanding: otherValue };
}

const keyOf = ({ shopId, subId, target }: Pointed): string => `${shopId}\n${subId}\n${target}`;

function valuesOf({ subId, target }: Pointed): FreeValue[] {
  return [
    { dimension: "sub-id", value: boundedValue(subId) },
    { dimension: "landing", value: pageOf(target) },
  ];
}

function distinct(values: readonly FreeValue[]): FreeValue[] {
  return [...new Map(values.map((one) => [freeValueName(one), one])).values()];
}
