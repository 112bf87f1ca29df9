import type { AffiliateId, ProgramId } from "../ids.ts";
import type { CustomerOrder, Progress, Reached } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import { type Test, testsOf } from "../terms/condition.ts";
import { needsOf } from "../terms/pay.ts";
import { periodDays } from "../terms/period-days.ts";
import { fallbackKey, type Period, type ProgramTerms } from "../terms/terms.ts";
import { type BonusRun, followVolume, openBonusRun, reachBonuses } from "./bonus-run.ts";
import type { PastOrder } from "./past-order.ts";
import type { Return } from "./returns.ts";

/** Who is credited with an order on one side, in which program, and under which terms. */
type Credit = {
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

type Happened = {
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

/** What an affiliate reached. Minor units; earned is before refunds (T9). */
type Volume = { orders: number; salesMinor: bigint; earnedMinor: bigint };

/** The sums of a period that moves on with the days: what T6 and T9 read from the figures, kept while going along. */
type Window = {
  readonly period: Period;
  /** The day that it was last turned to. */
  day: string;
  firstDay: string;
  /** By day, the earliest first. */
  readonly days: Map<string, Volume>;
  readonly total: Volume;
};

function openWindow(period: Period): Window {
  return { period, day: "", firstDay: "", days: new Map(), total: noVolume() };
}

/** Turns to the period of a later day: what lies before it is forgotten. */
function turnWindow(window: Window, day: string): void {
  if (day === window.day) return;
  window.day = day;
  window.firstDay = periodDays(window.period, day).first ?? "";
  for (const [past, volume] of window.days) {
    if (past >= window.firstDay) return;
    window.days.delete(past);
    takeVolume(window.total, volume);
  }
}

/** Adds to a day of the period; a day before it is not looked at any more. */
function addToWindow(window: Window, day: string, change: Volume): void {
  if (day < window.firstDay) return;
  addVolume(window.total, change);
  // Without a beginning no day ever leaves, so the sum is enough.
  if (window.period.kind === "ever") return;
  const known = window.days.get(day);
  if (known) addVolume(known, change);
  else window.days.set(day, { ...change });
}

function noVolume(): Volume {
  return { orders: 0, salesMinor: 0n, earnedMinor: 0n };
}

function addVolume(to: Volume, change: Volume): void {
  to.orders += change.orders;
  to.salesMinor += change.salesMinor;
  to.earnedMinor += change.earnedMinor;
}

function takeVolume(from: Volume, change: Volume): void {
  from.orders -= change.orders;
  from.salesMinor -= change.salesMinor;
  from.earnedMinor -= change.earnedMinor;
}
