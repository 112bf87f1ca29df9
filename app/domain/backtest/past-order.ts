import type { AffiliateId, ProgramId } from "../ids.ts";
import type { CustomerOrder, StoredInputs } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import type { Evidence } from "../attribution.ts";

/** An order of the past as a backtest takes it, oldest first. */
export type PastOrder = {
  readonly facts: OrderFacts;
  /** Null where nobody was credited; such orders count as if one affiliate without a name had brought them. */
  readonly affiliateId: AffiliateId | null;
  /** In which program they were credited. */
  readonly programId: ProgramId | null;
  /** What the affiliate was credited for; terms may ask for its sub-id. */
  readonly evidence: Evidence | null;
  /** M12: its commission was denied, and would be under any terms. */
  readonly isDenied: boolean;
  /** What was stored of the customer when the order was first evaluated (T10); null where nothing was. */
  readonly customerOrderIndex: number | null;
  /** What the shop's rules of that time counted as a new customer. */
  readonly customerCountedBy: StoredInputs["customerCountedBy"];
  readonly customerOrder: CustomerOrder | null;
};

/** What some orders would have cost. Minor units of the shop's currency; bonuses are within the affiliates' costs. */
export type BacktestRow = {
  /** An affiliate, a product (`shipping`, `tip`, `duties` for what is none), a month; null for who or what has no name. */
  readonly id: string | null;
  /** A product as its newest order calls it; empty for others. */
  readonly title: string;
  readonly orders: number;
  /** Net sales that are kept. */
  readonly revenueMinor: bigint;
  readonly todayMinor: bigint;
  readonly draftMinor: bigint;
};

export type BacktestCost = {
  /** What would stand now: after refunds, bonuses included. */
  readonly totalMinor: bigint;
  readonly bonusMinor: bigint;
  /** Orders on which something would stand. */
  readonly paidOrders: number;
};

/** What came out of running a draft over past orders, beside today's terms. */
export type BacktestResult = {
  readonly currency: string;
  readonly orders: number;
  /** Orders in another currency than the shop's of today: they are in no sum (M18). */
  readonly otherCurrency: number;
  /** Orders for which draft and today's terms differ. */
  readonly changedOrders: number;
  /**
   * Orders of which collections and tags were never read, though the draft or today's terms ask for them: the rules
   * that ask did not pay. Missing in what was kept before it was counted.
   */
  readonly unreadOrders?: number;
  readonly revenueMinor: bigint;
  readonly today: BacktestCost;
  readonly draft: BacktestCost;
  readonly affiliates: readonly BacktestRow[];
  readonly products: readonly BacktestRow[];
  readonly months: readonly BacktestRow[];
};
