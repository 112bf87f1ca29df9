import { lockForPosting, releaseLocked } from "#app/flows/settlement/decide-locked.ts";
import { verifyShop } from "#app/flows/proof/verify-shop.ts";
import { db, inTransaction } from "#app/platform/db.server.ts";
import { commissionsDueForRelease } from "#app/store/commissions.ts";
import { balancesOf as keptBalances } from "#app/store/ledger.ts";
import { count, type Counts } from "../../histories/cases.ts";
import { localDays } from "../../model/local-days.ts";
import { changesTags, historyOf, iso } from "../../histories/history.ts";
import { chanceOf } from "../../histories/random.ts";
import { balancesOf } from "../../model/books.ts";
import { releaseDue } from "../../model/clock.ts";
import { newWorld } from "../../model/world.ts";
import type { World } from "../../model/world-state.ts";
import { enterBalance } from "./enter-balances.ts";
import { decideSomething } from "./hand.ts";
import { makeRoadShop } from "./road-shop.ts";
import type { Road } from "./road-state.ts";
import { changeTags } from "./change-tags.ts";
import { tell } from "./tell.ts";
import { withCrashes } from "./with-crashes.ts";

/**
 * Walks a history through the whole road: deliveries and messages, the clock, people's decisions, with transactions
 * that break and are done again. After each step the balances of all affiliates are the model's. Answers what differed
 * first, or null.
 */
export async function walkRoad(seed: number, counts: Counts): Promise<string | null> {
  const history = historyOf(seed, { road: true });
  const place = await makeRoadShop(history);
  const model = newWorld(place.setting, localDays(history.timeZone));
  const chance = chanceOf(seed ^ 0x5bd1e995);
  // A stream of its own, so that the draws of a seed stay those of its recorded failures.
  const entering = chanceOf(seed ^ 0x27d4eb2f);
  const now = new Date("2026-03-25T00:00:00Z");
  const road: Road = {
    history,
    chance,
    typing: chanceOf(seed ^ 0x1b873593),
    counts,
    place,
    model,
    newest: new Map(),
    deletedEarly: new Set(),
    now,
  };
  for (const [index, step] of history.steps.entries()) {
    const what = step.kind === "told" ? await tell(road, step.told) : await passTime(road, step.now);
    const difference = (await differenceOf(road)) ?? (await afterTags(road)) ?? (await afterDecisions(road));
    if (difference !== null) return `seed ${seed}, step ${index + 1} (${what}): ${difference}`;
    const entered = await enterBalance({ ...road, chance: entering });
    const afterEntry = entered === null ? null : await differenceOf(road);
    if (afterEntry !== null) return `seed ${seed}, after ${entered}: ${afterEntry}`;
  }
  if (seed % 3 !== 0) return null;
  const { differences } = await verifyShop(place.shop.shopId);
  return differences.length === 0 ? null : `seed ${seed}: the books say ${JSON.stringify(differences[0])}`;
}

/** M24: the tags of an order change now and then. */
async function afterTags(road: Road): Promise<string | null> {
  while (changesTags(road.history.seed) && road.typing.is(0.7)) {
    const what = await changeTags(road);
    const difference = await differenceOf(road);
    if (difference !== null) return `after ${what}: ${difference}`;
  }
  return null;
}

async function afterDecisions(road: Road): Promise<string | null> {
  while (road.chance.is(0.77)) {
    const what = await decideSomething(road, (work) => withCrashes(road, work));
    const difference = await differenceOf(road);
    if (difference !== null) return `after ${what}: ${difference}`;
  }
  return null;
}

async function passTime(road: Road, now: string): Promise<string> {
  if (Date.parse(now) > road.now.getTime()) road.now = new Date(now);
  const { shopId } = road.place.shop;
  await withCrashes(road, () =>
    inTransaction(async (tx) => {
      const keys = await commissionsDueForRelease(tx, shopId, { now: road.now, after: "", limit: 5000 });
      const locked = await lockForPosting(tx, shopId, keys);
      return releaseLocked(tx, shopId, { ...locked, now: road.now });
    }),
  );
  releaseDue(road.model, iso(road.now.getTime()));
  return "the clock";
}

async function differenceOf({ place, model, counts }: Road): Promise<string | null> {
  countBonuses(model, counts);
  const ids = place.affiliates.map((one) => one.affiliateId);
  const kept = await keptBalances(db(), place.shop.shopId, ids);
  const expected = balancesOf(model.books);
  for (const id of ids) {
    const found = kept.get(id)?.[0];
    const [pending, payable] = [found?.pendingMinor ?? 0n, found?.payableMinor ?? 0n];
    const want = expected.get(id) ?? { pending: 0n, payable: 0n };
    if (pending === want.pending && payable === want.payable) continue;
    return `${id}: ${pending} and ${payable}, expected ${want.pending} and ${want.payable}`;
  }
  return null;
}

const stood = new WeakMap<object, boolean>();

function countBonuses(model: World, counts: Counts): void {
  for (const one of model.books.commissions.values()) {
    if (one.kind !== "bonus") continue;
    const stands = one.pending + one.payable > 0n;
    if (stands && !stood.get(one)) count(counts, "bonus earned");
    if (!stands && stood.get(one)) count(counts, "bonus reversed");
    stood.set(one, stands);
  }
}
