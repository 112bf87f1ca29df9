import { type BacktestSetup, openBacktest } from "#app/domain/backtest/backtest.ts";
import type { BacktestResult, PastOrder } from "#app/domain/backtest/past-order.ts";
import type { CreditOf } from "#app/domain/backtest/side.ts";
import type { AffiliateId } from "#app/domain/ids.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { affiliateId, lineOf, orderOf, percentOf, programId, refundOf } from "./order-of.ts";

export const ada = affiliateId("1");
export const ben = affiliateId("2");
export const usd = (minor: bigint) => ({ minor, currency: "USD" });
export const ten = percentOf(10);

export function past(facts: Partial<OrderFacts>, parts: Partial<PastOrder> = {}): PastOrder {
  const order = orderOf({ lines: [lineOf("1", 10_000n, { productId: "7" })], ...facts });
  return {
    facts: order,
    affiliateId: ada,
    programId: programId("1"),
    evidence: null,
    isDenied: false,
    customerOrderIndex: null,
    customerCountedBy: "store",
    customerOrder: null,
    ...parts,
  };
}

/** All of what `past` sells, given back. */
export function given(at: string) {
  const line = { lineId: "1", quantity: 1, subtotalMinor: 10_000n, taxMinor: 0n };
  return [refundOf("1", { createdAt: at, lines: [line] })];
}

type TermsOf = (affiliateId: AffiliateId | null) => ProgramTerms;
type Setup = Partial<Omit<BacktestSetup, "today" | "draft">> & { today?: TermsOf; draft?: TermsOf };

const under =
  (judging: TermsOf): CreditOf =>
  ({ affiliateId: id }) => ({ affiliateId: id, programId: programId("1"), terms: judging(id) });

/** All orders in one program, under whichever terms an affiliate has on each side. */
export function run(orders: readonly PastOrder[], { today = () => ten, draft = () => ten, ...setup }: Setup) {
  return runSides(orders, { ...setup, today: under(today), draft: under(draft) });
}

export function runSides(
  orders: readonly PastOrder[],
  setup: Partial<BacktestSetup> & Pick<BacktestSetup, "today" | "draft">,
): BacktestResult {
  const fold = openBacktest({
    currency: "USD",
    firstDay: "2026-01-01",
    lastDay: "2026-12-31",
    dayOf: (iso) => iso.slice(0, 10),
    asOf: "2026-12-31T00:00:00Z",
    countsCustomers: false,
    tagsOf: () => [],
    ...setup,
  });
  for (const order of orders) fold.take(order);
  return fold.finish();
}

export const rows = (of: BacktestResult["affiliates"]) =>
  of.map(({ id, orders, todayMinor, draftMinor }) => [id, orders, todayMinor, draftMinor]);

export const on = (day: string) => `2026-${day}T12:00:00Z`;
