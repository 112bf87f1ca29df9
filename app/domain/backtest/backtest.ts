import type { Attribution, Evidence } from "../attribution.ts";
import { evaluate, type Evaluation } from "../commission.ts";
import type { AffiliateId } from "../ids.ts";
import { epochMs } from "../instant.ts";
import { type NetSales, netSalesOf, returnsOf, type Sold, soldOf } from "../charges.ts";
import type { OrderFacts } from "../order.ts";
import { asksUnreadCatalog } from "../terms/pay.ts";
import { followVolume, standingBonuses } from "./bonus-run.ts";
import type { BacktestResult, PastOrder } from "./past-order.ts";
import { addReturn, type ComingReturns, takeReturn } from "./returns.ts";
import {
  type AffiliateRun,
  type CreditOf,
  openSide,
  progressFor,
  runOf,
  type Side,
  takeBack,
  takeOrder,
  type TagsOf,
} from "./side.ts";
import { addBonuses, addOrder, openSums, resultOf, type Sums } from "./sums.ts";

export type BacktestSetup = {
  /** The shop's, of today. */
  readonly currency: string;
  /** Days of the shop, both counted in; orders from before them only tell what was reached. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The shop's day of an instant. */
  readonly dayOf: (iso: string) => string;
  readonly today: CreditOf;
  readonly draft: CreditOf;
  /** The moment up to which returns are heard of and holds run. */
  readonly asOf: string;
  /** Whether the terms ask who is a new customer: customers are then counted while orders go by (T10). */
  readonly countsCustomers: boolean;
  readonly tagsOf: TagsOf;
};

export type Backtest = {
  /** Orders come oldest first. @throws InstantFormatError for facts that no reader of ours made. */
  readonly take: (order: PastOrder) => void;
  readonly finish: () => BacktestResult;
};

/** Those of both sides who see an order's returns. */
type Runs = readonly AffiliateRun[];

type Running = {
  readonly setup: BacktestSetup;
  readonly today: Side;
  readonly draft: Side;
  readonly coming: ComingReturns<Runs>;
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
  const [todayRun, draftRun] = [runOf(running.today, order), runOf(running.draft, order)];
  const today = judge(todayRun, happened, running.setup);
  const draft = judge(draftRun, happened, running.setup);
  const runs = [todayRun, draftRun].filter((run) => run !== null);
  expectReturns(running, runs, happened);
  // Unread on one side is enough: the two can then not be compared.
  const isUnread = runs.some((run) => asksUnreadCatalog(run.terms, facts));
  if (counts) addOrder(sums, { order, day, sales, today, draft, isUnread });
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

/** By the function of live processing; where nobody earns on this side, it says so itself. */
function judge(
  run: AffiliateRun | null,
  happening: Happening,
  { tagsOf }: Pick<BacktestSetup, "tagsOf">,
): Evaluation {
  const { order, day, atMs, sold, sales, counts } = happening;
  const { facts } = order;
  if (run === null) return evaluate({ terms: null, facts, attribution: toNobody, inputs: null, sold });
  const { terms } = run;
  const attribution = asIfCredited(run, order.evidence);
  const progress = progressFor(run, order, day, tagsOf);
  const first = asFirstHeld(facts);
  // T10: live has evaluated an edited order before its edit came, and kept what it read then.
  const inputs = first && evaluate({ terms, facts: first, attribution, inputs: null, progress }).inputs;
  const evaluation = evaluate({ terms, facts, attribution, inputs, progress, sold });
  const { soldMinor } = sales;
  const { originalMinor: earnedMinor } = evaluation;
  takeOrder(run, { facts, atMs, day, soldMinor, earnedMinor, counts });
  return evaluation;
}

/** The order with the lines that it first held; null where no edit added one. */
function asFirstHeld(facts: OrderFacts): OrderFacts | null {
  const { linesAddedLater: added } = facts;
  if (added.length === 0) return null;
  return { ...facts, lines: facts.lines.filter((line) => !added.includes(line.id)) };
}

const toNobody: Attribution = { winner: null, reason: "no-evidence", candidates: [] };

function asIfCredited({ programId, terms, ...run }: AffiliateRun, evidence: Evidence | null): Attribution {
  const affiliateId = run.affiliateId ?? nobody;
  const version = { id: "", programId, number: 0, effectiveFrom: "", affiliateId: null, terms };
  const reason = evidence === null ? "reassigned" : (`won-by-${evidence.kind}` as const);
  return { winner: { affiliateId, programId, version, evidence }, reason, candidates: [] };
}

/** Who is credited where nobody was: an affiliate that no id names. */
const nobody = "" as AffiliateId;

function expectReturns({ coming }: Running, whose: Runs, { order, day, sales, sold }: Happening): void {
  let leftMinor = sales.soldMinor;
  for (const { at, minor } of returnsOf(order.facts, sold)) {
    leftMinor -= minor;
    const isLast = leftMinor === 0n;
    addReturn(coming, { atMs: epochMs(at), at, orderDay: day, whose, salesMinor: minor, isLast });
  }
}

function hearReturns({ setup, coming }: Running, untilMs: number): void {
  for (let next = takeReturn(coming, untilMs); next !== null; next = takeReturn(coming, untilMs)) {
    const day = setup.dayOf(next.at);
    for (const run of next.whose) takeBack(run, { ...next, day });
  }
}

function finish(running: Running): BacktestResult {
  const { setup, sums } = running;
  const asOfMs = epochMs(setup.asOf);
  hearReturns(running, asOfMs);
  for (const side of ["today", "draft"] as const) {
    for (const { affiliateId, bonuses, all } of running[side].runs.values()) {
      followVolume(bonuses, all, asOfMs);
      addBonuses(sums, side, { affiliateId, minor: standingBonuses(bonuses) });
    }
  }
  return resultOf(sums, setup.currency);
}
