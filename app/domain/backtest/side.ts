import type { AffiliateId, ProgramId } from "../ids.ts";
import type { CustomerOrder, Progress, ReachedVolume } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import { type Test, testsOf } from "../terms/condition.ts";
import { needsOf } from "../terms/pay.ts";
import { periodDays } from "../terms/period-days.ts";
import { fallbackKey, type Period, type ProgramTerms } from "../terms/terms.ts";
import { type BonusRun, followVolume, openBonusRun, reachBonuses } from "./bonus-run.ts";
import type { PastOrder } from "./past-order.ts";
import type { Return } from "./returns.ts";

/** The affiliate, program and terms for an order on one side. */
type Credit = {
  /** Null when nobody was credited. All such orders are treated as those of one unnamed affiliate. */
  readonly affiliateId: AffiliateId | null;
  readonly programId: ProgramId;
  readonly terms: ProgramTerms;
};

/** Finds the credit for an order. Null when the order pays nothing. */
export type CreditOf = (order: PastOrder) => Credit | null;

/** Tags that an affiliate had at an instant. Empty when nobody was credited. */
export type TagsOf = (affiliateId: AffiliateId | null, instant: string) => readonly string[];

/** One side of a backtest: today's terms or the draft. */
export type Side = {
  readonly creditOf: CreditOf;
  /** Keyed by affiliate and program. */
  readonly runs: Map<string, AffiliateRun>;
};

/** An affiliate's progress in one program under one side's terms. */
export type AffiliateRun = Credit & {
  /** Keyed by rule id, or `fallback`. */
  readonly tiers: readonly { readonly key: string; readonly window: Window }[];
  readonly cap: Window | null;
  readonly all: Volume;
  readonly bonuses: BonusRun;
  /** By customer hash. Null when the terms don't test customers. */
  readonly customers: Map<string, CustomerOrder> | null;
};

/** True when terms depend on earlier orders, so a backtest has to start with the shop's first order. */
export function looksAtOthers(terms: ProgramTerms): boolean {
  const { caps, bonuses } = terms;
  return (
    tiersOf(terms).length > 0 || caps.perAffiliate !== null || bonuses.length > 0 || asksForCustomers(terms)
  );
}

/** True when rules test if the customer is new or which of their orders this is. */
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

/** The run that an order belongs to, created on its first order. Null when nobody earns. */
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

/** M5: facts from earlier orders, as `evaluate` expects them. */
export function progressFor(run: AffiliateRun, order: PastOrder, day: string, tags: TagsOf): Progress {
  const reached: Record<string, ReachedVolume> = {};
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

type EvaluatedOrder = {
  readonly facts: OrderFacts;
  readonly atMs: number;
  readonly day: string;
  readonly soldMinor: bigint;
  readonly earnedMinor: bigint;
  /** False for orders before the backtest's first day; their bonuses are not part of the result. */
  readonly counts: boolean;
};

/** Adds the order to the volumes, for the orders after it. */
export function takeOrder(run: AffiliateRun, order: EvaluatedOrder): void {
  const { facts, atMs, day, soldMinor, earnedMinor, counts } = order;
  const { orders, salesMinor } = run.all;
  addToAll(run, day, { orders: soldMinor > 0n ? 1 : 0, salesMinor: soldMinor, earnedMinor });
  followVolume(run.bonuses, run.all, atMs);
  const before = { orders, salesMinor };
  reachBonuses(run.bonuses, { terms: run.terms, facts, before, after: run.all, counts });
}

/**
 * Subtracts a return. Sales count on the day of the return; a fully returned order is subtracted on its own day
 * (M14).
 */
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

/** Volume of an affiliate. Amounts in minor units; `earnedMinor` is before refunds (T9). */
type Volume = { orders: number; salesMinor: bigint; earnedMinor: bigint };

/**
 * Running sums of a period that moves with the days. Live processing reads them from the daily figures (T6,
 * T9).
 */
type Window = {
  readonly period: Period;
  /** The latest day that the window was moved to. */
  day: string;
  firstDay: string;
  /** Keyed by day, earliest first. */
  readonly days: Map<string, Volume>;
  readonly total: Volume;
};

function openWindow(period: Period): Window {
  return { period, day: "", firstDay: "", days: new Map(), total: noVolume() };
}

/** Moves the window to a later day and drops the days before its period. */
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

/** Adds to one day. Days before the current period are ignored. */
function addToWindow(window: Window, day: string, change: Volume): void {
  if (day < window.firstDay) return;
  addVolume(window.total, change);
  // The period `ever` drops no days, so the total is enough.
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

/** Terms that apply to new orders of one program: its own, and the custom terms of some affiliates (T12). */
export type NewestTerms = {
  readonly terms: ProgramTerms;
  readonly own: ReadonlyMap<AffiliateId, ProgramTerms>;
};

/**
 * Subject of a backtest: a program's draft, one affiliate's custom terms in it, or (both null) a program to be
 * created.
 */
export type BacktestOf = {
  readonly programId: ProgramId | null;
  readonly affiliateId: AffiliateId | null;
};

/** Placeholder for a program that does not exist yet. It is never stored. */
const newProgram = "" as ProgramId;

/**
 * Chooses the terms for an order on both sides of a backtest. For a program's draft, that program pays for
 * every order on both sides, and affiliates with custom terms keep them (T12). For a program to be created,
 * today's side is the program that the order was credited in, and orders credited to nobody pay nothing.
 * @throws Error when `today` has no terms for the program
 */
export function creditsOf(
  { programId, affiliateId: ownOf }: BacktestOf,
  draft: ProgramTerms,
  today: ReadonlyMap<ProgramId, NewestTerms>,
): { readonly today: CreditOf; readonly draft: CreditOf } {
  if (programId === null) {
    return {
      today: ({ affiliateId, programId: creditedIn }) => {
        const newest = creditedIn === null ? undefined : today.get(creditedIn);
        if (creditedIn === null || newest === undefined) return null;
        return { affiliateId, programId: creditedIn, terms: termsFor(newest, affiliateId) };
      },
      draft: ({ affiliateId }) => ({ affiliateId, programId: newProgram, terms: draft }),
    };
  }
  const newest = today.get(programId);
  if (newest === undefined) throw new Error(`The program ${programId} has no terms.`);
  const drafted =
    ownOf === null
      ? { terms: draft, own: newest.own }
      : { terms: newest.terms, own: new Map([...newest.own, [ownOf, draft]]) };
  const under =
    (terms: NewestTerms): CreditOf =>
    ({ affiliateId }) => ({ affiliateId, programId, terms: termsFor(terms, affiliateId) });
  return { today: under(newest), draft: under(drafted) };
}

function termsFor({ terms, own }: NewestTerms, affiliateId: AffiliateId | null): ProgramTerms {
  return (affiliateId === null ? undefined : own.get(affiliateId)) ?? terms;
}
