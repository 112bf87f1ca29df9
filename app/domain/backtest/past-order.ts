import type { AffiliateId, ProgramId } from "../ids.ts";
import type { CustomerOrder, StoredInputs } from "../inputs.ts";
import type { OrderFacts } from "../order.ts";
import type { Evidence } from "../attribution.ts";

/** A past order as input of a backtest. Orders come oldest first. */
export type PastOrder = {
  readonly facts: OrderFacts;
  /** Null when nobody was credited. All such orders are treated as those of one unnamed affiliate. */
  readonly affiliateId: AffiliateId | null;
  /** Program in which the order was credited. */
  readonly programId: ProgramId | null;
  /** The signal that won. Terms may test its sub-id. */
  readonly evidence: Evidence | null;
  /** M12: the commission was denied and counts as denied under any terms. */
  readonly isDenied: boolean;
  /** Stored when the order was first evaluated (T10). Null when nothing was stored. */
  readonly customerOrderIndex: number | null;
  /** The shop's new-customer rule at that time. */
  readonly customerCountedBy: StoredInputs["customerCountedBy"];
  readonly customerOrder: CustomerOrder | null;
};

/** Cost of a group of orders, in minor units of the shop's currency. Affiliates' rows include bonuses. */
export type BacktestRow = {
  /**
   * Id of an affiliate or product (`shipping`, `tip`, `duties` for other charges), or a month. Null when there
   * is none.
   */
  readonly id: string | null;
  /** Title of a product on its newest order. Empty for other rows. */
  readonly title: string;
  readonly orders: number;
  /** Net sales after returns. */
  readonly revenueMinor: bigint;
  readonly todayMinor: bigint;
  readonly draftMinor: bigint;
};

export type BacktestCost = {
  /** Current cost after refunds, including bonuses. */
  readonly totalMinor: bigint;
  readonly bonusMinor: bigint;
  /** Orders whose commission is above zero after refunds. */
  readonly paidOrders: number;
};

/** Result of a backtest: a draft compared with today's terms. */
export type BacktestResult = {
  readonly currency: string;
  readonly orders: number;
  /** Orders in a currency other than the shop's current one. No sum includes them (M18). */
  readonly otherCurrency: number;
  /** Orders on which the two sides pay different amounts. */
  readonly changedOrders: number;
  /**
   * Orders whose collections and tags were never read although a rule tests them, so that rule did not pay.
   * Absent in results stored before this was counted.
   */
  readonly unreadOrders?: number;
  readonly revenueMinor: bigint;
  readonly today: BacktestCost;
  readonly draft: BacktestCost;
  readonly affiliates: readonly BacktestRow[];
  readonly products: readonly BacktestRow[];
  readonly months: readonly BacktestRow[];
};
