import type { AffiliateId, ProgramId } from "../ids.ts";
import type { CustomerOrder, Progress, Reached } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import { type Test, testsOf } from "../terms/condition.ts";
import { needsOf } from "../terms/pay.ts";
import { fallbackKey, type Period, type ProgramTerms } from "../terms/terms.ts";
import { type BonusRun, followVolume, openBonusRun, reachBonuses } from "./bonus-run.ts";
import type { PastOrder } from "./past-order.ts";
import type { Return } from "./returns.ts";
import {
  addToWindow,
  addVolume,
  noVolume,
  openWindow,
  turnWindow,
  type Volume,
  type Window,
} from "./window.ts";

/** Who is credited with an order on one side, in which program, and under which terms. */
export type Credit = {
  /** Null where nobody was: such orders count as if one affiliate without a name had brought them. */
  readonly affiliateId: AffiliateId | null;
  readonly programId: ProgramId;
  readonly terms: ProgramTerms;
};

/** Who is credited with an order; null where it pays nothing. */
export type CreditOf = (order: PastOrder) => Credit | null;

/** The tags that an affiliate had at an instant; none where nobody was credited. */
export type TagsOf = (affiliateId: AffiliateId | null, instant: string) => readonly string[];

/** One of the two: today's terms, or the draft. */
export type Side = {
  readonly creditOf: CreditOf;
  /** By affiliate and program. */
  readonly runs: Map<string, AffiliateRun>;
};

/** What one affiliate has reached in one program under one side's terms so far. */
export type AffiliateRun = Credit & {
  /** By rule id, or `fallback`. */
  readonly tiers: readonly { readonly key: string; readonly window: Window }[];
  readonly cap: Window | null;
  readonly all: Volume;
  readonly bonuses: BonusRun;
  /** By customer, where the terms ask for it. */
  readonly customers: Map<string, CustomerOrder> | null;
};

/** Whether terms look at more than the order itself, so that a backtest has to begin with the first order. */
export function looksAtOthers(terms: ProgramTerms): boolean {
  const { caps, bonuses } = terms;
  return (
    tiersOf(terms).length > 0 || caps.perAffiliate !== null || bonuses.length > 0 || asksForCustomers(terms)
  );
}

/** Whether terms ask who the customer is: whether new, or which order of theirs it is. */
export function asksForCustomers({ rules }: ProgramTerms): boolean {
  return rules.some((rule) => testsOf(rule.when).some((test) => customerTests.has(test.kind)));
}

const customerTests: ReadonlySet<Test["kind"]> = new Set([
  "customer",
  "customer-order",
  "months-since-first",
]);

export function openSide(creditOf: CreditOf): Side {
  return { creditOf, runs: new Map() };
}

/** The run of whoever is credited with an order, begun when the first of them comes; null where nobody earns. */
export function runOf(side: Side, order: PastOrder): AffiliateRun | null {
  const credit = side.creditOf(order);
  if (credit === null) return null;
  const key = `${credit.affiliateId ?? ""} ${credit.programId}`;
  const known = side.runs.get(key);
  if (known) return known;
  const { terms } = credit;
  const cap = terms.caps.perAffiliate;
  const run = {
    ...credit,
    tiers: tiersOf(terms).map(({ key: rule, period }) => ({ key: rule, window: openWindow(period) })),
    cap: cap === null ? null : openWindow(cap.period),
    all: noVolume(),
    bonuses: openBonusRun(),
    customers: asksForCustomers(terms) ? new Map<string, CustomerOrder>() : null,
  };
  side.runs.set(key, run);
  return run;
}

/** M5: what the orders before this one tell about it. */
export function progressFor(run: AffiliateRun, order: PastOrder, day: string, tags: TagsOf): Progress {
  const reached: Record<string, Reached> = {};
  for (const { key, window } of run.tiers) {
    turnWindow(window, day);
    reached[key] = { orders: window.total.orders, salesMinor: window.total.salesMinor };
  }
  if (run.cap !== null) turnWindow(run.cap, day);
  return {
    reached,
    capUsedMinor: run.cap?.total.earnedMinor ?? 0n,
    customerOrderIndex: order.customerOrderIndex,
    customerCountedBy: order.customerCountedBy,
    customerOrder: order.customerOrder ?? customerOrderOf(run, order.facts),
    affiliateTags: needsOf(run.terms).affiliateTags ? tags(run.affiliateId, order.facts.createdAt) : null,
  };
}

export type Happened = {
  readonly facts: OrderFacts;
  readonly atMs: number;
  readonly day: string;
  readonly soldMinor: bigint;
  readonly earnedMinor: bigint;
  /** Whether a bonus that it reaches counts in the result. */
  readonly counts: boolean;
};

/** The order happened: later ones see it. */
export function takeOrder(run: AffiliateRun, order: Happened): void {
  const { facts, atMs, day, soldMinor, earnedMinor, counts } = order;
  const { orders, salesMinor } = run.all;
  addToAll(run, day, { orders: soldMinor > 0n ? 1 : 0, salesMinor: soldMinor, earnedMinor });
  followVolume(run.bonuses, run.all, atMs);
  const before = { orders, salesMinor };
  reachBonuses(run.bonuses, { terms: run.terms, facts, before, after: run.all, counts });
}

/** Something came back: sales count on the day of the return, the order itself on its own day (M14). */
export function takeBack(run: AffiliateRun, one: Return<unknown> & { readonly day: string }): void {
  const sales = { ...noVolume(), salesMinor: -one.salesMinor };
  addToAll(run, one.day, sales);
  if (one.isLast) addToAll(run, one.orderDay, { ...noVolume(), orders: -1 });
  followVolume(run.bonuses, run.all, one.atMs);
}

function addToAll(run: AffiliateRun, day: string, change: Volume): void {
  addVolume(run.all, change);
  for (const { window } of run.tiers) addToWindow(window, day, change);
  if (run.cap !== null) addToWindow(run.cap, day, change);
}

function customerOrderOf({ customers }: AffiliateRun, facts: OrderFacts): CustomerOrder | null {
  if (customers === null || facts.customerHash === null) return null;
  const known = customers.get(facts.customerHash);
  const mine = { number: (known?.number ?? 0) + 1, firstAt: known?.firstAt ?? facts.createdAt };
  customers.set(facts.customerHash, mine);
  return mine;
}

function tiersOf({ rules, commission }: ProgramTerms): { key: string; period: Period }[] {
  const pays = [...rules.map(({ id, pay }) => ({ key: id, pay })), { key: fallbackKey, pay: commission }];
  return pays.flatMap(({ key, pay }) => (pay.kind === "tiered" ? [{ key, period: pay.period }] : []));
}
