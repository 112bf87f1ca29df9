import type { Attribution, Evidence } from "../attribution.ts";
import {
  lineOfId,
  type NetSales,
  netSalesOf,
  returnsOf,
  type OrderCharges,
  orderChargesOf,
} from "../charges.ts";
import { evaluate, type Evaluation } from "../commission.ts";
import type { AffiliateId } from "../ids.ts";
import { epochMs } from "../instant.ts";
import type { OrderFacts } from "../order.ts";
import { asksUnreadCatalog } from "../terms/pay.ts";
import { followVolume, currentBonuses } from "./bonus-run.ts";
import type { BacktestCost, BacktestResult, BacktestRow, PastOrder } from "./past-order.ts";
import { addReturn, type ComingReturns, takeReturn } from "./returns.ts";
import {
  type AffiliateRun,
  type CreditOf,
  openSide,
  progressFor,
  runOf,
  type Side,
  type TagsOf,
  takeBack,
  takeOrder,
} from "./side.ts";

export type BacktestSetup = {
  /** The shop's current currency. */
  readonly currency: string;
  /**
   * First and last day in the shop's time zone, inclusive. Earlier orders only count toward tiers, caps and
   * bonuses.
   */
  readonly firstDay: string;
  readonly lastDay: string;
  /** Day in the shop's time zone. */
  readonly dayOf: (iso: string) => string;
  readonly today: CreditOf;
  readonly draft: CreditOf;
  /** Returns and approval periods are followed up to this instant. */
  readonly asOf: string;
  /** True when the terms depend on new customers. Orders per customer are then counted along the way (T10). */
  readonly countsCustomers: boolean;
  readonly tagsOf: TagsOf;
};

export type Backtest = {
  /**
   * Takes one order. Call it oldest first.
   * @throws InstantFormatError when the facts hold an instant that no parser of the app produced
   */
  readonly take: (order: PastOrder) => void;
  readonly finish: () => BacktestResult;
};

/** The affiliate runs of both sides that a return of the order affects. */
type AffiliateRuns = readonly AffiliateRun[];

type BacktestRun = {
  readonly setup: BacktestSetup;
  readonly today: Side;
  readonly draft: Side;
  readonly coming: ComingReturns<AffiliateRuns>;
  /** Number of orders so far, by customer hash. */
  readonly customers: Map<string, { readonly all: number; readonly credited: number }>;
  readonly sums: BacktestSums;
};

/**
 * Runs draft terms and today's terms over past orders and compares them. Both sides use the `evaluate` of live
 * processing, and each sees what earlier orders reached under its own terms (M5). Returns reduce sales at the
 * moment they input, so later orders see the sales that live processing saw.
 */
export function openBacktest(setup: BacktestSetup): Backtest {
  const state: BacktestRun = {
    setup,
    today: openSide(setup.today),
    draft: openSide(setup.draft),
    coming: [],
    customers: new Map(),
    sums: openSums(),
  };
  return { take: (order) => includeOrder(state, order), finish: () => finishBacktest(state) };
}

function includeOrder(state: BacktestRun, order: PastOrder): void {
  const { setup, sums } = state;
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
  takeReturns(state, atMs);
  const sold = orderChargesOf(facts);
  const sales = netSalesOf(facts, sold);
  const input = { order: countCustomer(state, order), day, atMs, sold, sales, counts };
  const [todayRun, draftRun] = [runOf(state.today, order), runOf(state.draft, order)];
  const today = evaluateSide(todayRun, input, state.setup);
  const draft = evaluateSide(draftRun, input, state.setup);
  const runs = [todayRun, draftRun].filter((run) => run !== null);
  expectReturns(state, runs, input);
  // If either side's rules need catalog facts that were never read, the order can't be compared.
  const isUnread = runs.some((run) => asksUnreadCatalog(run.terms, facts));
  if (counts) addOrder(sums, { order, day, sales, today, draft, isUnread });
}

/**
 * Counts a customer's orders when the platform did not say which one this is. Live processing counts them in
 * the database.
 */
function countCustomer({ setup, customers }: BacktestRun, order: PastOrder): PastOrder {
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

type OrderInput = {
  readonly order: PastOrder;
  readonly day: string;
  readonly atMs: number;
  readonly sold: OrderCharges;
  readonly sales: NetSales;
  readonly counts: boolean;
};

/** Evaluates an order on one side. Without a run nobody earns, and `evaluate` gives the reason. */
function evaluateSide(
  run: AffiliateRun | null,
  input: OrderInput,
  { tagsOf }: Pick<BacktestSetup, "tagsOf">,
): Evaluation {
  const { order, day, atMs, sold, sales, counts } = input;
  const { facts } = order;
  if (run === null) return evaluate({ terms: null, facts, attribution: toNobody, inputs: null, sold });
  const { terms } = run;
  const attribution = asIfCredited(run, order.evidence);
  const progress = progressFor(run, order, day, tagsOf);
  const first = withoutEdits(facts);
  // T10: live processing evaluated the order before its edits and keeps the inputs that it read then.
  const inputs = first && evaluate({ terms, facts: first, attribution, inputs: null, progress }).inputs;
  const evaluation = evaluate({ terms, facts, attribution, inputs, progress, sold });
  const { soldMinor } = sales;
  const { originalMinor: earnedMinor } = evaluation;
  takeOrder(run, { facts, atMs, day, soldMinor, earnedMinor, counts });
  return evaluation;
}

/** The order with only its original lines, or null when no edit added any. */
export function withoutEdits(facts: OrderFacts): OrderFacts | null {
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

/** Stand-in for orders that were credited to nobody. No affiliate has this id. */
const nobody = "" as AffiliateId;

function expectReturns(
  { coming }: BacktestRun,
  whose: AffiliateRuns,
  { order, day, sales, sold }: OrderInput,
): void {
  let leftMinor = sales.soldMinor;
  for (const { at, minor } of returnsOf(order.facts, sold)) {
    leftMinor -= minor;
    const isLast = leftMinor === 0n;
    addReturn(coming, { atMs: epochMs(at), at, orderDay: day, whose, salesMinor: minor, isLast });
  }
}

function takeReturns({ setup, coming }: BacktestRun, untilMs: number): void {
  for (let next = takeReturn(coming, untilMs); next !== null; next = takeReturn(coming, untilMs)) {
    const day = setup.dayOf(next.at);
    for (const run of next.whose) takeBack(run, { ...next, day });
  }
}

function finishBacktest(state: BacktestRun): BacktestResult {
  const { setup, sums } = state;
  const asOfMs = epochMs(setup.asOf);
  takeReturns(state, asOfMs);
  for (const side of ["today", "draft"] as const) {
    for (const { affiliateId, bonuses, all } of state[side].runs.values()) {
      followVolume(bonuses, all, asOfMs);
      addBonuses(sums, side, { affiliateId, minor: currentBonuses(bonuses) });
    }
  }
  return resultOf(sums, setup.currency);
}

/** Sums of the result so far. */
type BacktestSums = {
  orders: number;
  otherCurrency: number;
  changedOrders: number;
  unreadOrders: number;
  revenueMinor: bigint;
  readonly today: CostSum;
  readonly draft: CostSum;
  readonly affiliates: ResultRows;
  readonly products: ResultRows;
  readonly months: ResultRows;
};

type CostSum = { currentMinor: bigint; bonusMinor: bigint; paidOrders: number };
type ResultRow = { -readonly [Field in keyof BacktestRow]: BacktestRow[Field] };
/** Keyed by the text of the id. */
type ResultRows = Map<string, ResultRow>;

/** Rows beyond this limit are added up into one, because a page and one database row hold the result. */
const rowsAtMost = 2_000;

function openSums(): BacktestSums {
  return {
    orders: 0,
    otherCurrency: 0,
    changedOrders: 0,
    unreadOrders: 0,
    revenueMinor: 0n,
    today: noCost(),
    draft: noCost(),
    affiliates: new Map(),
    products: new Map(),
    months: new Map(),
  };
}

function noCost(): CostSum {
  return { currentMinor: 0n, bonusMinor: 0n, paidOrders: 0 };
}

type OrderComparison = {
  readonly order: PastOrder;
  readonly day: string;
  readonly sales: NetSales;
  readonly today: Evaluation;
  readonly draft: Evaluation;
  /** True if a side's rules test collections or tags that were never read. */
  readonly isUnread: boolean;
};

/** Counts an order of the backtest's days. */
function addOrder(sums: BacktestSums, { order, day, sales, today, draft, isUnread }: OrderComparison): void {
  const [todayMinor, draftMinor] = order.isDenied ? [0n, 0n] : [today.currentMinor, draft.currentMinor];
  const revenueMinor = sales.remainingMinor;
  sums.orders += 1;
  sums.revenueMinor += revenueMinor;
  if (todayMinor !== draftMinor) sums.changedOrders += 1;
  if (isUnread) sums.unreadOrders += 1;
  addCost(sums.today, todayMinor);
  addCost(sums.draft, draftMinor);
  const id = order.affiliateId;
  const part: ResultRow = { id, title: "", orders: 1, revenueMinor, todayMinor, draftMinor };
  addRow(sums.affiliates, part);
  part.id = day.slice(0, 7);
  addRow(sums.months, part);
  addProducts(sums.products, { order, sales, today, draft });
}

/** Bonuses of one side belong to an affiliate, not to a product or month. */
function addBonuses(
  sums: BacktestSums,
  side: "today" | "draft",
  { affiliateId, minor }: { affiliateId: AffiliateId | null; minor: bigint },
): void {
  if (minor === 0n) return;
  sums[side].bonusMinor += minor;
  const none = { title: "", orders: 0, revenueMinor: 0n, todayMinor: 0n, draftMinor: 0n };
  addRow(sums.affiliates, { ...none, id: affiliateId, [`${side}Minor` as const]: minor });
}

function resultOf(sums: BacktestSums, currency: string): BacktestResult {
  const { orders, otherCurrency, changedOrders, unreadOrders, revenueMinor } = sums;
  return {
    currency,
    orders,
    otherCurrency,
    changedOrders,
    unreadOrders,
    revenueMinor,
    today: costOf(sums.today),
    draft: costOf(sums.draft),
    affiliates: rowsOf(sums.affiliates),
    products: rowsOf(sums.products),
    months: [...sums.months.values()].toSorted((a, b) => ((a.id ?? "") < (b.id ?? "") ? -1 : 1)),
  };
}

function addCost(cost: CostSum, currentMinor: bigint): void {
  cost.currentMinor += currentMinor;
  if (currentMinor > 0n) cost.paidOrders += 1;
}

function costOf({ currentMinor, bonusMinor, paidOrders }: CostSum): BacktestCost {
  return { totalMinor: currentMinor + bonusMinor, bonusMinor, paidOrders };
}

type LineComparison = Pick<OrderComparison, "order" | "sales" | "today" | "draft">;

/** Both sides evaluate the same charges in the same order. An order counts once for each of its products. */
function addProducts(rows: ResultRows, { order, sales, today, draft }: LineComparison): void {
  const { facts, isDenied } = order;
  const seen = new Set<string>();
  for (const [index, line] of today.lines.entries()) {
    const drafted = draft.lines[index];
    if (!isProduct(line, drafted)) continue;
    const id = productOf(facts, line, index);
    const isFirst = !seen.has(id);
    seen.add(id);
    addRow(rows, {
      id,
      title: line.title,
      orders: isFirst ? 1 : 0,
      revenueMinor: line.kind === "goods" ? (sales.left.get(line.lineId)?.netMinor ?? 0n) : 0n,
      todayMinor: isDenied ? 0n : line.currentMinor,
      draftMinor: isDenied ? 0n : (drafted?.currentMinor ?? 0n),
    });
  }
}

/** Shipping and similar charges are no product if neither side includes them in the eligible amount. */
function isProduct(line: Evaluation["lines"][number], drafted: typeof line | undefined): boolean {
  return line.kind === "goods" || line.counts || drafted?.counts === true;
}

/** Goods without a product of the store are identified by their title. */
function productOf(
  facts: OrderFacts,
  { kind, lineId, title }: Evaluation["lines"][number],
  place: number,
): string {
  if (kind === "shipping" || kind === "tip" || kind === "duties") return kind;
  return lineOfId(facts.lines, lineId, place)?.productId ?? `"${title}"`;
}

function addRow(rows: ResultRows, part: BacktestRow): void {
  const known = rows.get(part.id ?? "");
  if (!known) {
    rows.set(part.id ?? "", { ...part });
    return;
  }
  known.title = part.title;
  known.orders += part.orders;
  known.revenueMinor += part.revenueMinor;
  known.todayMinor += part.todayMinor;
  known.draftMinor += part.draftMinor;
}

/** Highest cost of the draft first. Rows beyond the limit are added up at the end. */
function rowsOf(rows: ResultRows): BacktestRow[] {
  const sorted = [...rows.values()].toSorted(byCost);
  const rest = sorted.slice(rowsAtMost);
  if (rest.length === 0) return sorted;
  const others: ResultRows = new Map();
  for (const row of rest) addRow(others, { ...row, id: "others", title: "" });
  return [...sorted.slice(0, rowsAtMost), ...others.values()];
}

function byCost(a: BacktestRow, b: BacktestRow): number {
  const [costA, costB] = [mostOf(a), mostOf(b)];
  if (costA !== costB) return costA > costB ? -1 : 1;
  return (a.id ?? "") < (b.id ?? "") ? -1 : 1;
}

function mostOf({ todayMinor, draftMinor }: BacktestRow): bigint {
  return todayMinor > draftMinor ? todayMinor : draftMinor;
}
