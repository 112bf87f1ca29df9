import { settleBonuses, standBonuses } from "./bonuses.ts";
import { bringTo, type Commission, commissionIn, newBooks } from "./books.ts";
import { holdEnds } from "./clock.ts";
import { factsOf, type Message } from "./heard.ts";
import { most, rounded } from "./numbers.ts";
import { firstOrders, isRenewal } from "./renewals.ts";
import { boundTo, type Rules, rulesAt } from "./rules.ts";
import { countedOf, type DayOf, earnedIn, reachedIn } from "./sales.ts";
import type { Kept, Order, Pay } from "./shapes.ts";
import { firstKept, standingOf } from "./standing.ts";
import { type Evidence, type Setting, tagsWhen, type Winner, winnerOf } from "./winner.ts";
import type { ModelOrder, World } from "./world-state.ts";

export function newWorld(setting: Setting, dayOf: DayOf): World {
  return { setting, dayOf, orders: new Map(), books: newBooks() };
}

/** Takes one message about an order, calculates its commission again, and posts the difference. */
export function hear(
  world: World,
  orderId: string,
  of: { message: Message; evidence: readonly Evidence[] },
): ModelOrder {
  const order: ModelOrder = world.orders.get(orderId) ?? {
    id: orderId,
    evidence: of.evidence,
    bound: undefined,
    renewed: undefined,
    tags: [],
    heard: [],
    facts: null,
    winner: null,
    reassigned: null,
    standing: null,
    kept: new Map(),
    counted: null,
  };
  world.orders.set(orderId, order);
  order.heard.push(of.message);
  order.facts = factsOf(order.heard);
  if (order.facts !== null) settle(world, order, order.facts.updatedAt);
  return order;
}

/** Brings the books to what stands of an order now; `at` is when the platform or a person made it so. */
export function settle(world: World, order: ModelOrder, at: string): void {
  const { facts } = order;
  if (facts === null) return;
  order.bound = order.bound === undefined ? bindingOf(world, order, facts) : order.bound;
  order.renewed = order.renewed === undefined ? renewalOf(world, order, facts) : order.renewed;
  if (!hasReleased(world, order)) order.tags = tagsOf(world, facts);
  const own = [...order.evidence, ...order.tags];
  const evidence = [...own, order.bound, order.renewed?.evidence].flatMap((one) => one ?? []);
  const winner = order.reassigned ?? winnerOf(world.setting, evidence, facts.createdAt);
  const before = order.winner;
  order.winner = winner;
  if (winner === null) {
    if (before !== null) loseCredit(world, order);
    return;
  }
  const question = { terms: winner.terms, order: facts, subId: winner.subId };
  const others = [...world.orders.values()].filter((one) => one !== order);
  const kept =
    order.kept.get(winner.affiliateId) ??
    firstKept({ ...question, ...knownOf(world, facts, { winner, others }) });
  order.standing = standingOf({ ...question, kept });
  // Inputs from other orders are read once: when the order is first evaluated for this affiliate (M5).
  if (!facts.test) order.kept.set(winner.affiliateId, kept);
  const countedBefore = order.counted && { winner: before, counted: order.counted };
  order.counted = facts.test ? null : countedOf(facts, order.standing.earned, world.dayOf);
  postOrder(world, order, { winner, stands: order.standing.stands, at });
  const mine = world.books.commissions.get(`${order.id}:${winner.affiliateId}`);
  if (mine) mine.terms = winner.terms;
  settleBonuses(world, order, { winner, countedBefore });
}

/** The affiliate of a lifetime customer, from the customer's earlier credited orders. */
function bindingOf(world: World, order: ModelOrder, facts: Order): Evidence | null {
  if (facts.customerHash === null) return null;
  const credited = [...world.orders.values()].flatMap((one) => {
    const isTheirs = one !== order && one.facts?.customerHash === facts.customerHash && !one.facts.test;
    return isTheirs && one.winner && one.winner.by !== "renewal" && one.facts
      ? [{ at: one.facts.createdAt, affiliateId: one.winner.affiliateId }]
      : [];
  });
  const bound = boundTo(credited, facts, rulesAt(world.setting.rules, facts.createdAt));
  return bound && { kind: "customer", affiliateId: bound.affiliateId, at: bound.at };
}

function hasReleased(world: World, order: ModelOrder): boolean {
  return commissionsOf(world, order).some((one) => one.isReleased || one.wasReleased);
}

/** M24: a code was removed, and nothing else points to anybody. */
function loseCredit(world: World, order: ModelOrder): void {
  for (const one of commissionsOf(world, order)) bringTo(one, 0n);
  order.standing = null;
  order.counted = null;
  standBonuses(world);
}

/** M24: to whom the codes in the order's tags and note belong. */
function tagsOf({ setting }: World, { typedCodes = [] }: Order): Evidence[] {
  return typedCodes.flatMap((code) => {
    const affiliateId = setting.codes.get(code);
    return affiliateId === undefined ? [] : [{ kind: "tag", affiliateId, at: null }];
  });
}

/** M23: to whom the first order of a renewal points. */
function renewalOf(world: World, order: ModelOrder, facts: Order): ModelOrder["renewed"] {
  if (!isRenewal(facts)) return null;
  const firsts = firstOrders(
    facts,
    [...world.orders.values()].filter((one) => one !== order),
  );
  const first = firsts.at(-1);
  if (!first?.winner || !first.facts) return { among: firsts.length, evidence: null };
  const { affiliateId, programId } = first.winner;
  const evidence: Evidence = { kind: "renewal", affiliateId, programId, at: first.facts.createdAt };
  return { among: firsts.length, evidence };
}

type Posted = { readonly winner: Winner; readonly stands: bigint; readonly at: string };

/** M12: who has the credit now has what stands, everybody else who had it has nothing. */
function postOrder(world: World, order: ModelOrder, { winner, stands, at }: Posted): void {
  const had = commissionsOf(world, order);
  const given = givenAway(world, had, winner.affiliateId);
  const key = `${order.id}:${winner.affiliateId}`;
  const { affiliateId, programId } = winner;
  const mine =
    order.standing !== null && order.standing.earned === 0n && !world.books.commissions.has(key)
      ? null
      : commissionIn(world.books, { key, kind: "order", affiliateId, programId, orderId: order.id });
  for (const one of had) if (one !== mine) bringTo(one, 0n);
  if (mine === null) return;
  const raised = bringTo(mine, mine.decision === "denied" ? 0n : stands) > 0n;
  if (!raised) return;
  if (order.reassigned !== null && staysReleased(mine, given)) {
    takeOver(mine, given);
  } else if (mine.isReleased) {
    // M11: what is added after a release waits anew.
    mine.isReleased = false;
    mine.holdEnds = Date.parse(at) + winner.terms.approvalDays * 86_400_000;
  }
}

/** M11: what is held waits, whatever was released of the others'. */
function staysReleased({ decision }: Commission, { payable }: Given): boolean {
  return payable > 0n && decision !== "held";
}

type Given = { pending: bigint; payable: bigint; holdEnds: number | null };

/** Other affiliates' parts of an order before it is credited to this one, and the end of their approval period. */
function givenAway(world: World, had: readonly Commission[], affiliateId: string): Given {
  const given: Given = { pending: 0n, payable: 0n, holdEnds: null };
  for (const one of had.filter((each) => each.affiliateId !== affiliateId)) {
    given.pending += one.pending;
    given.payable += one.payable;
    if (one.pending > 0n) given.holdEnds = holdEnds(world, one);
  }
  return given;
}

/** M12: what was released stays released, what waits goes on waiting; of another amount in the same proportion. */
function takeOver(mine: Commission, { pending, payable, holdEnds: ends }: Given): void {
  const released = rounded(mine.pending * payable, payable + pending);
  mine.payable += released;
  mine.pending -= released;
  mine.isReleased = mine.pending === 0n;
  mine.wasReleased ||= mine.isReleased;
  if (!mine.isReleased) mine.holdEnds = ends;
}

function commissionsOf(world: World, order: ModelOrder): Commission[] {
  return [...world.books.commissions.values()].filter(
    (one) => one.orderId === order.id && one.kind === "order",
  );
}

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
  return {
    roomLeft: cap === null ? null : most(0n, cap.amount.minor - earnedIn(counted, cap.period, day)),
    known: {
      reached: Object.fromEntries(reached),
      affiliateTags: tagsWhen(world.setting, winner.affiliateId, facts.createdAt),
      ...customerOf(facts, { mine, others, rules: rulesAt(world.setting.rules, facts.createdAt) }),
    },
  };
}

/** T10: the customer's orders that were placed before this one. */
function customerOf(
  facts: Order,
  { mine, others, rules }: { mine: readonly ModelOrder[]; others: readonly ModelOrder[]; rules: Rules },
): Pick<Kept, "customerOrderIndex" | "customerOrder"> {
  const before = (of: readonly ModelOrder[]): string[] =>
    of
      .flatMap((one) => (one.facts === null ? [] : [one.facts]))
      .filter((one) => one.customerHash === facts.customerHash)
      .map((one) => one.createdAt)
      .filter((at) => Date.parse(at) < Date.parse(facts.createdAt))
      .toSorted((a, b) => Date.parse(a) - Date.parse(b));
  const ofStore = rules.newCustomer === "store";
  if (facts.customerHash === null) {
    return { customerOrderIndex: ofStore ? facts.customerOrderIndex : null, customerOrder: null };
  }
  const credited = before(mine.filter((one) => one.facts?.test === false));
  const creditedToAny = others.filter((one) => one.winner !== null && one.facts?.test === false);
  return {
    customerOrderIndex: ofStore
      ? (facts.customerOrderIndex ?? before(others).length + 1)
      : before(creditedToAny).length + 1,
    customerOrder: { number: credited.length + 1, firstAt: credited[0] ?? facts.createdAt },
  };
}
