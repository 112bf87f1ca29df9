import { compareInstants } from "./instant.ts";
import { canonicalText } from "./plain.ts";

/** Status of a refund's money. Only `failed` is certain to count nothing (M9). */
export type RefundStatus = "pending" | "success" | "failed";

/** One returned line. Minor units of shop money, after discounts. Includes its tax if taxes are included. */
export type RefundLineFacts = {
  readonly lineId: string;
  readonly quantity: number;
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
};

/** Refunded shipping. `shippingId` is null if Shopify names no line. */
export type RefundShippingFacts = {
  readonly shippingId: string | null;
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
};

/**
 * A signed correction in Shopify's sense: −13 paid back 13 more than the lines, +10 kept 10 of them.
 * `shipping-refund` is the older form of refunded shipping lines, and counts only without those.
 */
export type RefundAdjustmentFacts = {
  readonly kind: "discrepancy" | "shipping-refund";
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
};

/** One refund of an order, in shop money (M6). */
export type RefundFacts = {
  readonly id: string;
  readonly createdAt: string;
  /** Time of this reading: `updated_at` of the order or the refund. */
  readonly asOf: string;
  readonly status: RefundStatus;
  readonly lines: readonly RefundLineFacts[];
  readonly shipping: readonly RefundShippingFacts[];
  readonly adjustments: readonly RefundAdjustmentFacts[];
  /**
   * Sum of the refund's transactions. Set only if all of them are successful refunds in the shop's currency,
   * because others cannot be compared with the rest of the refund.
   */
  readonly paidMinor?: bigint;
};

const finality: Record<RefundStatus, number> = { pending: 0, failed: 1, success: 2 };

/**
 * M10: the newer of two readings of a refund. At the same second, the one whose money is further; then the
 * one with the greater text, so that the order of arrival makes no difference.
 * @throws InstantFormatError
 */
export function newerRefund(a: RefundFacts, b: RefundFacts): RefundFacts {
  const order = compareInstants(a.asOf, b.asOf);
  if (order !== 0) return order > 0 ? a : b;
  if (a.status !== b.status) return finality[a.status] > finality[b.status] ? a : b;
  return canonicalText(a) >= canonicalText(b) ? a : b;
}
