import { type Books, post, release } from "./books.ts";
import { factsOf, type Message } from "./heard.ts";
import { most } from "./numbers.ts";
import { type Counted, countedOf, type DayOf, earnedIn, reachedIn } from "./sales.ts";
import type { Kept, Order, Pay } from "./shapes.ts";
import { firstKept, type Standing, standingOf } from "./standing.ts";
import { type Evidence, type Setting, type Winner, winnerOf } from "./winner.ts";

export type ModelOrder = {
  readonly id: string;
  readonly evidence: readonly Evidence[];
  readonly heard: Message[];
  facts: Order | null;
  winner: Winner | null;
  standing: Standing | null;
  /** By affiliate. */
  readonly kept: Map<string, Kept>;
  counted: Counted | null;
  /** Whether all that was pending has been released; and since when what came after that waits (M11). */
  isReleased: boolean;
  earnedAgainAt: string | null;
};

export type World = {
  readonly setting: Setting;
  readonly dayOf: DayOf;
  readonly orders: Map<string, ModelOrder>;
  readonly books: Books;
};

export function newWorld(setting: Setting, dayOf: DayOf): World {
  return { setting, dayOf, orders: new Map(), books: new Map() };
}

/** Takes one message about an order: what should stand is reckoned anew, and the difference is posted. */
export function hear(
  world: World,
  orderId: string,
  of: { message: Message; evidence: readonly Evidence[] },
): ModelOrder {
  const known = world.orders.get(orderId);
  const order: ModelOrder = known ?? {
    id: orderId,
    evidence: of.evidence,
    heard: [],
    facts: null,
    winner: null,
    standing: null,
    kept: new Map(),
    counted: null,
    isReleased: false,
    earnedAgainAt: null,
  };
  world.orders.set(orderId, order);
  order.heard.push(of.message);
  order.facts = factsOf(order.heard);
  if (order.facts !== null) settle(world, order, order.facts);
  return order;
}

function settle(world: World, order: ModelOrder, facts: Order): void {
  const winner = winnerOf(world.setting, order.evidence, facts.createdAt);
  order.winner = winner;
  if (winner === null) return;
  const question = { terms: winner.terms, order: facts, subId: winner.subId };
  const others = [...world.orders.values()].filter((one) => one !== order);
  const kept =
    order.kept.get(winner.affiliateId) ??
    firstKept({ ...question, ...knownOf(world, facts, { winner, others }) });
  order.standing = standingOf({ ...question, kept });
  // What is read from other orders is read once: when the order first earns for this affiliate (M5).
  if (order.standing.earned > 0n) order.kept.set(winner.affiliateId, kept);
  order.counted = facts.test ? null : countedOf(facts, order.standing.earned, world.dayOf);
  const before = world.books.get(keyOf(order, winner));
  const had = before ? before.pending + before.payable : 0n;
  if (order.isReleased && order.standing.stands > had) {
    order.isReleased = false;
    order.earnedAgainAt = facts.updatedAt;
  }
  post(world.books, keyOf(order, winner), winner.affiliateId, order.standing.stands);
}

const keyOf = (order: ModelOrder, winner: Winner): string => `${order.id}:${winner.affiliateId}`;

/** M5, T6, T9, T10: what other orders tell about this one. */
function knownOf(
  world: World,
  facts: Order,
  { winner, others }: { winner: Winner; others: readonly ModelOrder[] },
): Pick<Parameters<typeof firstKept>[0], "known" | "roomLeft"> {
  const mine = others.filter((one) => one.winner?.affiliateId === winner.affiliateId);
  const counted = mine
    .filter((one) => one.winner?.programId === winner.programId)
    .flatMap((one) => (one.counted === null ? [] : [one.counted]));
  const day = world.dayOf(facts.createdAt);
  const pays: [string, Pay][] = [
    ...winner.terms.rules.map((rule): [string, Pay] => [rule.id, rule.pay]),
    ["fallback", winner.terms.commission],
  ];
  const reached = pays.flatMap(([id, pay]) =>
    pay.period ? [[id, reachedIn(counted, pay.period, day)] as const] : [],
  );
  const cap = winner.terms.caps.perAffiliate;
  const ofCustomer = (of: readonly ModelOrder[]): Order[] =>
    of
      .flatMap((one) => (one.facts === null ? [] : [one.facts]))
      .filter((one) => one.customerHash !== null && one.customerHash === facts.customerHash)
      .filter((one) => Date.parse(one.createdAt) < Date.parse(facts.createdAt))
      .toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
  const credited = ofCustomer(mine);
  return {
    roomLeft: cap === null ? null : most(0n, cap.amount.minor - earnedIn(counted, cap.period, day)),
    known: {
      reached: Object.fromEntries(reached),
      customerOrderIndex:
        facts.customerOrderIndex ?? (facts.customerHash === null ? null : ofCustomer(others).length + 1),
      customerOrder:
        facts.customerHash === null
          ? null
          : { number: credited.length + 1, firstAt: credited[0]?.createdAt ?? facts.createdAt },
    },
  };
}

/** M11: what is pending becomes payable when the hold has run, the order is paid, nothing is disputed. */
export function releaseDue(world: World, now: string): string[] {
  const released: string[] = [];
  for (const order of world.orders.values()) {
    const { facts, winner } = order;
    if (facts === null || winner === null || order.isReleased) continue;
    const entry = world.books.get(keyOf(order, winner));
    if (entry === undefined || entry.pending === 0n || !isDue(world, order, now)) continue;
    release(world.books, keyOf(order, winner));
    order.isReleased = true;
    released.push(order.id);
  }
  return released;
}

function isDue(world: World, { facts, winner, earnedAgainAt }: ModelOrder, now: string): boolean {
  if (facts === null || winner === null) return false;
  const { holdFrom, holdDays } = winner.terms;
  const begins = { order: facts.createdAt, payment: facts.paidAt, fulfilment: facts.fulfilledAt }[holdFrom];
  const held = earnedAgainAt ?? begins;
  const affiliate = world.setting.affiliates.find((one) => one.id === winner.affiliateId);
  const suspendedAt = affiliate?.suspendedAt ?? null;
  if (suspendedAt !== null && Date.parse(suspendedAt) <= Date.parse(now)) return false;
  if (held === null || facts.dispute === "open") return false;
  if (facts.financialStatus !== "paid" && facts.financialStatus !== "partially_refunded") return false;
  return Date.parse(now) >= Date.parse(held) + holdDays * 86_400_000;
}
