import { standBonuses } from "./bonuses.ts";
import { bringTo, type Commission, commissionIn } from "./books.ts";
import { holdEnds, releaseOne, waitsForPerson } from "./clock.ts";
import type { Terms } from "./shapes.ts";
import { judgeOf, type Winner } from "./winner.ts";
import { settle } from "./world.ts";
import type { World } from "./world-state.ts";

/** M12: what a person may decide now about a commission. */
export function openDecisions(world: World, key: string, now: string): string[] {
  const commission = world.books.commissions.get(key);
  if (commission === undefined) return [];
  const { decision, isReleased } = commission;
  if (decision === "denied") return ["reopened"];
  const ends = holdEnds(world, commission);
  const isOnHold = ends === null || Date.parse(now) < ends;
  return [
    "denied",
    ...(decision === "held" ? ["unheld"] : []),
    ...(decision !== "held" && !isReleased ? ["held"] : []),
    ...(!isReleased && (isOnHold || waitsForPerson(commission)) ? ["approved"] : []),
  ];
}

export function decide(world: World, key: string, { kind, now }: { kind: string; now: string }): void {
  const commission = world.books.commissions.get(key);
  if (commission === undefined) throw new Error(`There is no commission ${key}.`);
  if (kind === "approved") {
    commission.decision = "approved";
    commission.holdEnds = Date.parse(now);
    releaseOne(world, commission, now);
  } else if (kind === "held") {
    commission.decision = "held";
  } else if (kind === "unheld") {
    commission.decision = null;
  } else {
    commission.decision = kind === "denied" ? "denied" : null;
    settleDecided(world, commission, now);
  }
}

/** M12: what is denied stands at nothing; what had been released comes back with a new hold from the reopening. */
function settleDecided(world: World, commission: Commission, now: string): void {
  const order = world.orders.get(commission.orderId ?? "");
  if (commission.kind !== "order") settleAddition(world, commission, now);
  else if (order !== undefined) settle(world, order, now);
}

function settleAddition(world: World, commission: Commission, now: string): void {
  const { bonus, byHand, decision } = commission;
  if (decision !== "denied" && commission.isReleased) {
    commission.isReleased = false;
    const approvalDays = bonus?.terms.approvalDays ?? byHand?.approvalDays ?? 0;
    commission.holdEnds = Date.parse(now) + approvalDays * 86_400_000;
  }
  if (byHand !== null) bringTo(commission, decision === "denied" ? 0n : byHand.amount);
  standBonuses(world);
}

/** M12: the credit goes to somebody else; the version that judged goes on judging. False where it may not. */
export function reassign(
  world: World,
  orderId: string,
  { affiliateId, now }: { affiliateId: string; now: string },
): boolean {
  const order = world.orders.get(orderId);
  if (!order?.facts || order.facts.test || order.winner?.affiliateId === affiliateId) return false;
  if (world.books.commissions.get(`${orderId}:${affiliateId}`)?.decision === "denied") return false;
  const credited = order.winner ?? firstOf(world, affiliateId, order.facts.createdAt);
  if (credited === null) return false;
  order.reassigned = { ...credited, affiliateId, subId: null };
  settle(world, order, now);
  return true;
}

/** The terms that the affiliate's program had, for an order that nobody was credited with. */
function firstOf(world: World, affiliateId: string, createdAt: string): Winner | null {
  const programId = world.setting.programs[0]?.id ?? "";
  const version = judgeOf(world.setting, { programId, affiliateId, createdAt });
  if (!version?.terms) return null;
  const { number, terms } = version;
  const isOwn = version.affiliateId !== null;
  return { affiliateId, programId, version: number, terms, isOwn, subId: null, by: null };
}

/** M12: an adjustment. */
export function adjust(world: World, affiliateId: string, amount: bigint): void {
  world.books.adjusted.set(affiliateId, (world.books.adjusted.get(affiliateId) ?? 0n) + amount);
}

/** M12: a commission that a person adds; it waits its own hold, and no order touches it. */
export function addByHand(
  world: World,
  of: { key: string; affiliateId: string; amount: bigint; approvalDays: number; now: string },
): void {
  const { key, affiliateId, amount, approvalDays } = of;
  const commission = commissionIn(
    world.books,
    { key, kind: "manual", affiliateId, programId: null, orderId: null },
    { byHand: { amount, approvalDays, approval: approvalNow(world, affiliateId, of.now) } },
  );
  commission.holdEnds = Date.parse(of.now) + approvalDays * 86_400_000;
  bringTo(commission, amount);
}

/** By the terms that the affiliate's program has for them when it is added. */
function approvalNow(world: World, affiliateId: string, now: string): Terms["approval"] {
  const programId = world.setting.programs[0]?.id ?? "";
  const version = judgeOf(world.setting, { programId, affiliateId, createdAt: now });
  return version?.terms?.approval ?? "automatic";
}
