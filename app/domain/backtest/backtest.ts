import type { Attribution } from "../attribution.ts";
import { type Evaluation, evaluate } from "../commission.ts";
import type { AffiliateId, ProgramId } from "../ids.ts";
import { epochMs } from "../instant.ts";
import { type NetSales, netSalesOf } from "../net-sales.ts";
import { type Sold, soldOf } from "../sold.ts";
import { asksUnreadCatalog } from "../terms/needs.ts";
import type { ProgramTerms } from "../terms/terms.ts";
import { followVolume, standingBonuses } from "./bonus-run.ts";
import type { BacktestResult, PastOrder } from "./past-order.ts";
import { addReturn, type ComingReturns, takeReturn } from "./returns.ts";
import { openSide, progressFor, runOf, type Side, takeBack, takeOrder } from "./side.ts";
import { addBonuses, addOrder, openSums, resultOf, type Sums } from "./sums.ts";

export type BacktestSetup = {
  readonly programId: ProgramId;
  /** The shop's, of today. */
  readonly currency: string;
  /** Days of the shop, both counted in; orders from before them only tell what was reached. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The shop's day of an instant. */
  readonly dayOf: (iso: string) => string;
  /** Which terms would judge an affiliate's order; null asks for those of the program itself. */
  readonly today: (affiliateId: AffiliateId | null) => ProgramTerms;
  readonly draft: (affiliateId: AffiliateId | null) => ProgramTerms;
  /** The moment up to which returns are heard of and holds run. */
  readonly asOf: string;
  /** Whether the terms ask who is a new customer: customers are then counted while orders go by (T10). */
  readonly countsCustomers: boolean;
};

export type Backtest = {
  /** Orders come oldest first. @throws InstantFormatError for facts that no reader of ours made. */
  readonly take: (order: PastOrder) => void;
  readonly finish: () => BacktestResult;
};

type Running = {
  readonly setup: BacktestSetup;
  readonly today: Side;
  readonly draft: Side;
  readonly coming: ComingReturns;
  /** Orders so far, by customer. */
  readonly customers: Map<string, { readonly all: number; readonly credited: number }>;
  readonly sums: Sums;
};

/**
 * Runs a draft of terms over past orders, beside today's terms: both judge every order by the function that live
 * processing uses, and each sees what the orders before it reached under the same terms (M5). Returns take their
 * sales away at the moment they were made, so a later order sees what live processing saw.
 */
export function openBacktest(setup: BacktestSetup): Backtest {
  const running: Running = {
    setup,
    today: openSide(setup.today),
    draft: openSide(setup.draft),
    coming: [],
    customers: new Map(),
    sums: openSums(),
  };
  return { take: (order) => take(running, order), finish: () => finish(running) };
}

function take(running: Running, order: PastOrder): void {
  const { setup, sums } = running;
  const { facts } = order;
  if (facts.test || facts.deleted) return;
  const day = setup.dayOf(facts.createdAt);
  if (day > setup.lastDay) return;
  const counts = day >= setup.firstDay;
  if (facts.currency !== setup.currency) {
    if (counts) sums.otherCurrency += 1;
    return;
  }
  const atMs = epochMs(facts.createdAt);
  hearReturns(running, atMs);
  const sold = soldOf(facts);
  const sales = netSalesOf(facts, sold);
  const happened = { order: countCustomer(running, order), day, atMs, sold, sales, counts };
  const today = judge(running, running.today, happened);
  const draft = judge(running, running.draft, happened);
  expectReturns(running, happened);
  if (counts) addOrder(sums, { order, day, sales, today, draft, isUnread: isUnread(running, order) });
}

/** Unread on one side is enough: the two can then not be compared. */
function isUnread({ today, draft }: Running, { affiliateId, facts }: PastOrder): boolean {
  return [today, draft].some((side) => asksUnreadCatalog(runOf(side, affiliateId).terms, facts));
}

/** What live processing counts in the database where the platform does not say it. */
function countCustomer({ setup, customers }: Running, order: PastOrder): PastOrder {
  const { customerHash, customerOrderIndex } = order.facts;
  if (!setup.countsCustomers || customerHash === null) return order;
  const before = customers.get(customerHash) ?? { all: 0, credited: 0 };
  const credited = before.credited + (order.affiliateId === null ? 0 : 1);
  customers.set(customerHash, { all: before.all + 1, credited });
  const isOfStore = order.customerCountedBy === "store";
  const isKnown = order.customerOrderIndex !== null || (isOfStore && customerOrderIndex !== null);
  const index = 1 + (isOfStore ? before.all : before.credited);
  return isKnown ? order : { ...order, customerOrderIndex: index };
}

type Happening = {
  readonly order: PastOrder;
  readonly day: string;
  readonly atMs: number;
  readonly sold: Sold;
  readonly sales: NetSales;
  readonly counts: boolean;
};

function judge({ setup }: Running, side: Side, happening: Happening): Evaluation {
  const { order, day, atMs, sales, counts } = happening;
  const run = runOf(side, order.affiliateId);
  const evaluation = evaluate({
    terms: run.terms,
    facts: order.facts,
    attribution: asIfCredited(setup.programId, order, run.terms),
    inputs: null,
    progress: progressFor(run, order, day),
    sold: happening.sold,
  });
  const { soldMinor } = sales;
  const { originalMinor: earnedMinor } = evaluation;
  takeOrder(run, { facts: order.facts, atMs, day, soldMinor, earnedMinor, counts });
  return evaluation;
}

function asIfCredited(programId: ProgramId, order: PastOrder, terms: ProgramTerms): Attribution {
  const affiliateId = order.affiliateId ?? nobody;
  const { evidence } = order;
  const version = { id: "", programId, number: 0, effectiveFrom: "", affiliateId: null, terms };
  const reason = evidence === null ? "reassigned" : (`won-by-${evidence.kind}` as const);
  return { winner: { affiliateId, programId, version, evidence }, reason, candidates: [] };
}

/** Who is credited where nobody was: an affiliate that no id names. */
const nobody = "" as AffiliateId;

function expectReturns({ coming }: Running, { order, day, sales }: Happening): void {
  const { affiliateId } = order;
  let leftMinor = sales.soldMinor;
  for (const { at, minor } of sales.returned) {
    if (minor === 0n) continue;
    leftMinor -= minor;
    addReturn(coming, {
      atMs: epochMs(at),
      at,
      orderDay: day,
      affiliateId,
      salesMinor: minor,
      isLast: leftMinor === 0n,
    });
  }
}

function hearReturns({ setup, coming, today, draft }: Running, untilMs: number): void {
  for (let next = takeReturn(coming, untilMs); next !== null; next = takeReturn(coming, untilMs)) {
    const day = setup.dayOf(next.at);
    for (const side of [today, draft]) takeBack(runOf(side, next.affiliateId), { ...next, day });
  }
}

function finish(running: Running): BacktestResult {
  const { setup, today, draft, sums } = running;
  const asOfMs = epochMs(setup.asOf);
  hearReturns(running, asOfMs);
  for (const [key, run] of today.runs) {
    const other = draft.runs.get(key);
    if (other === undefined) continue;
    for (const one of [run, other]) followVolume(one.bonuses, one.all, asOfMs);
    addBonuses(sums, {
      affiliateId: key === "" ? null : key,
      todayMinor: standingBonuses(run.bonuses),
      draftMinor: standingBonuses(other.bonuses),
    });
  }
  return resultOf(sums, setup.currency);
}
