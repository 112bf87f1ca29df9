import { lineOfId, type NetSales } from "../charges.ts";
import type { AffiliateId } from "../ids.ts";
import type { OrderFacts } from "../order.ts";
import type { Evaluation } from "../commission.ts";
import type { BacktestCost, BacktestResult, BacktestRow, PastOrder } from "./past-order.ts";

/** Everything that a result sums, while orders go by. */
export type Sums = {
  orders: number;
  otherCurrency: number;
  changedOrders: number;
  unreadOrders: number;
  revenueMinor: bigint;
  readonly today: Cost;
  readonly draft: Cost;
  readonly affiliates: Rows;
  readonly products: Rows;
  readonly months: Rows;
};

type Cost = { standingMinor: bigint; bonusMinor: bigint; paidOrders: number };
type Row = { -readonly [Field in keyof BacktestRow]: BacktestRow[Field] };
/** By the text of their id. */
type Rows = Map<string, Row>;

/** More rows are one row together: a result is shown on a page and kept in one row of the database. */
const rowsAtMost = 2_000;

export function openSums(): Sums {
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

function noCost(): Cost {
  return { standingMinor: 0n, bonusMinor: 0n, paidOrders: 0 };
}

export type Judged = {
  readonly order: PastOrder;
  readonly day: string;
  readonly sales: NetSales;
  readonly today: Evaluation;
  readonly draft: Evaluation;
  /** A side asks for collections or tags that were never read. */
  readonly isUnread: boolean;
};

/** Counts an order of the days asked for. */
export function addOrder(sums: Sums, { order, day, sales, today, draft, isUnread }: Judged): void {
  const [todayMinor, draftMinor] = order.isDenied ? [0n, 0n] : [today.standingMinor, draft.standingMinor];
  const revenueMinor = sales.remainingMinor;
  sums.orders += 1;
  sums.revenueMinor += revenueMinor;
  if (todayMinor !== draftMinor) sums.changedOrders += 1;
  if (isUnread) sums.unreadOrders += 1;
  addCost(sums.today, todayMinor);
  addCost(sums.draft, draftMinor);
  const id = order.affiliateId;
  const part: Row = { id, title: "", orders: 1, revenueMinor, todayMinor, draftMinor };
  addRow(sums.affiliates, part);
  part.id = day.slice(0, 7);
  addRow(sums.months, part);
  addProducts(sums.products, { order, sales, today, draft });
}

/** Bonuses of one side are paid to an affiliate, and for no product; the month is that of nothing in particular. */
export function addBonuses(
  sums: Sums,
  side: "today" | "draft",
  { affiliateId, minor }: { affiliateId: AffiliateId | null; minor: bigint },
): void {
  if (minor === 0n) return;
  sums[side].bonusMinor += minor;
  const none = { title: "", orders: 0, revenueMinor: 0n, todayMinor: 0n, draftMinor: 0n };
  addRow(sums.affiliates, { ...none, id: affiliateId, [`${side}Minor` as const]: minor });
}

export function resultOf(sums: Sums, currency: string): BacktestResult {
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

function addCost(cost: Cost, standingMinor: bigint): void {
  cost.standingMinor += standingMinor;
  if (standingMinor > 0n) cost.paidOrders += 1;
}

function costOf({ standingMinor, bonusMinor, paidOrders }: Cost): BacktestCost {
  return { totalMinor: standingMinor + bonusMinor, bonusMinor, paidOrders };
}

type Lines = Pick<Judged, "order" | "sales" | "today" | "draft">;

/** Both sides judge the same charges in the same order; an order counts once for each product on it. */
function addProducts(rows: Rows, { order, sales, today, draft }: Lines): void {
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
      todayMinor: isDenied ? 0n : line.standingMinor,
      draftMinor: isDenied ? 0n : (drafted?.standingMinor ?? 0n),
    });
  }
}

/** Shipping and the like are no product where neither side takes them into the base. */
function isProduct(line: Evaluation["lines"][number], drafted: typeof line | undefined): boolean {
  return line.kind === "goods" || line.counts || drafted?.counts === true;
}

/** Goods without a product of the store are known by what they are called. */
function productOf(
  facts: OrderFacts,
  { kind, lineId, title }: Evaluation["lines"][number],
  place: number,
): string {
  if (kind === "shipping" || kind === "tip" || kind === "duties") return kind;
  return lineOfId(facts.lines, lineId, place)?.productId ?? `"${title}"`;
}

function addRow(rows: Rows, part: BacktestRow): void {
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

/** Where the draft pays most first; what is beyond the limit stands together at the end. */
function rowsOf(rows: Rows): BacktestRow[] {
  const sorted = [...rows.values()].toSorted(byCost);
  const rest = sorted.slice(rowsAtMost);
  if (rest.length === 0) return sorted;
  const others: Rows = new Map();
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
