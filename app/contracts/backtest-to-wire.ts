import type { BacktestCost, BacktestResult, BacktestRow } from "#app/domain/backtest/past-order.ts";
import type { RunStatus } from "#app/domain/long-run.ts";
import { scale, toPercent } from "#app/domain/money.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import type { BacktestHeadWire, BacktestRowWire, BacktestWire } from "./backtest.ts";
import { termsToWire } from "./terms-to-wire.ts";
import { instantOrNull, moneyToWire } from "./to-wire.ts";

type Run = {
  readonly status: RunStatus;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly ordersDone: number;
  readonly ordersTotal: number;
  readonly error: string;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

type Head = Run & {
  readonly backtestId: string;
  readonly programId: string | null;
  readonly affiliateId: string | null;
  readonly scope: "credited" | "all";
};

type Whole = Head & {
  readonly terms: ProgramTerms;
  readonly result: BacktestResult | null;
  /** Names of the affiliates in the result, by id. */
  readonly names: ReadonlyMap<string, string>;
};

/** A backtest without its tables. */
export function backtestHeadToWire(backtest: Head): BacktestHeadWire {
  const { backtestId, programId, affiliateId, scope } = backtest;
  return { id: backtestId, program: programId, affiliate: affiliateId, scope, ...runToWire(backtest) };
}

/** A backtest with its result. */
export function backtestToWire(backtest: Whole): BacktestWire {
  const { terms, result, names } = backtest;
  return {
    ...backtestHeadToWire(backtest),
    terms: termsToWire(terms),
    result: result && resultToWire(result, names),
  };
}

function runToWire({ createdAt, finishedAt, ...run }: Run) {
  const { status, firstDay, lastDay, ordersDone, ordersTotal, error, createdBy } = run;
  return {
    status,
    firstDay,
    lastDay,
    ordersDone,
    ordersTotal,
    error,
    createdBy,
    createdAt: createdAt.toISOString(),
    finishedAt: instantOrNull(finishedAt),
  };
}

function resultToWire(
  result: BacktestResult,
  names: ReadonlyMap<string, string>,
): NonNullable<BacktestWire["result"]> {
  const { currency, revenueMinor, today, draft, unreadOrders } = result;
  const row = (nameOf: (one: BacktestRow) => string) => (one: BacktestRow) =>
    rowToWire(one, nameOf(one), currency);
  return {
    orders: result.orders,
    otherCurrencyOrders: result.otherCurrency,
    changedOrders: result.changedOrders,
    ...(unreadOrders !== undefined && { unreadOrders }),
    revenue: moneyToWire(revenueMinor, currency),
    today: costToWire(today, revenueMinor, currency),
    draft: costToWire(draft, revenueMinor, currency),
    difference: moneyToWire(draft.totalMinor - today.totalMinor, currency),
    affiliates: result.affiliates.map(row((one) => affiliateName(one, names))),
    products: result.products.map(row(productName)),
    months: result.months.map(row((one) => one.id ?? "")),
  };
}

function costToWire({ totalMinor, bonusMinor, paidOrders }: BacktestCost, revenue: bigint, currency: string) {
  const bps = revenue > 0n ? Number(scale(totalMinor, 10_000n, revenue)) : null;
  return {
    total: moneyToWire(totalMinor, currency),
    bonuses: moneyToWire(bonusMinor, currency),
    paidOrders,
    share: bps === null ? null : toPercent(bps),
  };
}

function rowToWire(row: BacktestRow, name: string, currency: string): BacktestRowWire {
  const { id, orders, revenueMinor, todayMinor, draftMinor } = row;
  return {
    id,
    name,
    orders,
    revenue: moneyToWire(revenueMinor, currency),
    today: moneyToWire(todayMinor, currency),
    draft: moneyToWire(draftMinor, currency),
    difference: moneyToWire(draftMinor - todayMinor, currency),
  };
}

const notGoods: Readonly<Record<string, string>> = {
  shipping: "Shipping",
  tip: "Tips",
  duties: "Duties",
  others: "All others",
};

function affiliateName({ id }: BacktestRow, names: ReadonlyMap<string, string>): string {
  if (id === null) return "Nobody by name";
  return names.get(id) ?? notGoods[id] ?? id;
}

function productName({ id, title }: BacktestRow): string {
  return notGoods[id ?? ""] ?? title;
}

export const backtestCsvHead = [
  "Name",
  "Id",
  "Orders",
  "Currency",
  "Revenue",
  "Today",
  "Draft",
  "Difference",
];

/** A table row as a line of the CSV export. Amounts are decimals of the currency in the same row. */
export function backtestCsvRow({
  name,
  id,
  orders,
  revenue,
  today,
  draft,
  difference,
}: BacktestRowWire): string[] {
  const amounts = [revenue, today, draft, difference].map((money) => money.amount);
  return [name, id ?? "", String(orders), revenue.currencyCode, ...amounts];
}
