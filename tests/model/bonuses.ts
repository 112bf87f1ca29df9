import { bringTo, type Commission, commissionIn } from "./books.ts";
import { sumOf } from "./numbers.ts";
import type { Counted } from "./sales.ts";
import type { Bonus, Reached, Threshold } from "./shapes.ts";
import { isBefore, type Winner } from "./winner.ts";
import type { ModelOrder, World } from "./world-state.ts";

type Settled = {
  readonly winner: Winner;
  readonly countedBefore: { readonly winner: Winner | null; readonly counted: Counted } | null;
};

/** T11, M13: makes the bonuses that an order reached, and brings those that wait to what their count says. */
export function settleBonuses(world: World, order: ModelOrder, settled: Settled): void {
  makeReached(world, order, settled);
  standBonuses(world);
}

/** M13: released is for good, but for a person; what waits follows its count. */
export function standBonuses(world: World): void {
  for (const one of world.books.commissions.values()) {
    if (one.bonus === null || (one.isReleased && one.decision !== "denied")) continue;
    const of = { affiliateId: one.affiliateId, programId: one.programId ?? "" };
    const stands = times(one.bonus, reachedBy(countedIn(world, of))) >= one.bonus.ordinal;
    bringTo(one, stands && one.decision !== "denied" ? one.bonus.amount : 0n);
  }
}

function makeReached(world: World, order: ModelOrder, { winner, countedBefore }: Settled): void {
  const { affiliateId, programId } = winner;
  const others = countedIn(world, winner).filter((one) => one !== order.counted);
  const isMine =
    countedBefore?.winner?.affiliateId === affiliateId && countedBefore.winner.programId === programId;
  const before = reachedBy(isMine ? [...others, countedBefore.counted] : others);
  const after = reachedBy(order.counted === null ? others : [...others, order.counted]);
  const known = [...world.books.commissions.values()].filter(
    (one) => one.kind === "bonus" && one.affiliateId === affiliateId && one.programId === programId,
  );
  const adds = after.orders > before.orders || after.salesMinor > before.salesMinor;
  const sooner = adds ? earlierOf(world, winner, order.facts?.createdAt ?? "") : [];
  for (const bonus of winner.terms.bonuses) {
    const thresholds = [bonus, ...sooner.filter((one) => isSameKind(one, bonus))].map((one) => one.atLeast);
    const timesBefore = Math.min(
      ...thresholds.map((atLeast) => times({ atLeast, repeats: bonus.repeats }, before)),
    );
    for (let ordinal = timesBefore + 1; ordinal <= times(bonus, after); ordinal += 1) {
      if (known.some((one) => reachesAsFar(one, bonus, ordinal))) continue;
      const key = `${programId}:${winner.version}:${bonus.id}:${ordinal}:${affiliateId}`;
      commissionIn(
        world.books,
        { key, kind: "bonus", affiliateId, programId, orderId: order.id },
        { bonus: { ...bonus, terms: winner.terms, ordinal, amount: bonus.amount.minor } },
      );
    }
  }
}

/** T11: the bonuses of the other versions that had started when the order was created. */
function earlierOf({ setting }: World, winner: Winner, createdAt: string): Bonus[] {
  return setting.versions
    .filter((one) => one.programId === winner.programId && one.number !== winner.version)
    .filter((one) => one.affiliateId === null || one.affiliateId === winner.affiliateId)
    .filter((one) => one.withdrawnAt === null && isBefore(one.effectiveFrom, createdAt))
    .flatMap((one) => one.terms?.bonuses ?? []);
}

function isSameKind(a: Bonus, b: Bonus): boolean {
  return (
    a.id === b.id &&
    a.atLeast.measure === b.atLeast.measure &&
    a.atLeast.amount?.currency === b.atLeast.amount?.currency &&
    a.amount.currency === b.amount.currency
  );
}

function countedIn(world: World, of: Pick<Winner, "affiliateId" | "programId">): Counted[] {
  return [...world.orders.values()]
    .filter((one) => one.winner?.affiliateId === of.affiliateId && one.winner.programId === of.programId)
    .flatMap((one) => (one.counted === null ? [] : [one.counted]));
}

function reachedBy(all: readonly Counted[]): Reached {
  return {
    orders: all.filter((one) => one.isKept).length,
    salesMinor: sumOf(all.flatMap((one) => one.sales.map((sale) => sale.minor))),
  };
}

const sizeOf = (threshold: Threshold): bigint => threshold.amount?.minor ?? BigInt(threshold.count ?? 0);

function times({ atLeast, repeats }: Pick<Bonus, "atLeast" | "repeats">, reached: Reached): number {
  const has = atLeast.measure === "orders" ? BigInt(reached.orders) : reached.salesMinor;
  if (has < sizeOf(atLeast)) return 0;
  return repeats ? Number(has / sizeOf(atLeast)) : 1;
}

/** A threshold reached under one version is not reached again under another. */
function reachesAsFar({ bonus }: Commission, wanted: Bonus, ordinal: number): boolean {
  if (bonus === null || bonus.atLeast.measure !== wanted.atLeast.measure) return false;
  return sizeOf(bonus.atLeast) * BigInt(bonus.ordinal) >= sizeOf(wanted.atLeast) * BigInt(ordinal);
}
