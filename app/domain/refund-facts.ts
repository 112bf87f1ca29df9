import { compareInstants } from "./instant.ts";
import { canonicalText } from "./plain.ts";

/** How far the money of a refund is: only what failed counts nothing for certain (M9). */
export type RefundStatus = "pending" | "success" | "failed";

/** One returned line. Minor units of shop money, after discounts; the tax lies inside where taxes are included. */
export type RefundLineFacts = {
  readonly lineId: string;
  readonly quantity: number;
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
};

/** Shipping given back; `shippingId` is null where the platform does not say which line it was. */
export type RefundShippingFacts = {
  readonly shippingId: string | null;
  readonly subtotalMinor: bigint;
  readonly taxMinor: bigint;
};

/**
 * A signed correction, as the platform writes it: −13 gave 13 more than the lines say, +10 kept 10 of them back.
 * `shipping-refund` is the older way to say what refund shipping lines say now; it counts only without those.
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
  /** When the platform last said so: `updated_at` of the order, or of the refund, that these facts were read from. */
  readonly asOf: string;
  readonly status: RefundStatus;
  readonly lines: readonly RefundLineFacts[];
  readonly shipping: readonly RefundShippingFacts[];
  readonly adjustments: readonly RefundAdjustmentFacts[];
  /**
   * The sum of the refund's transactions. Only where all of them are refunds that succeeded, in the shop's currency:
   * anything else cannot be compared with the rest of the refund.
   */
  readonly paidMinor?: bigint;
};

const finality: Record<RefundStatus, number> = { pending: 0, failed: 1, success: 2 };

/**
 * M10: of two readings of one refund the newer; of two at the same second the one whose money is further, and at
 * last the one whose text is greater, so that the outcome never depends on which came first.
 * @throws InstantFormatError
 */
export function newerRefund(a: RefundFacts, b: RefundFacts): RefundFacts {
  const order = compareInstants(a.asOf, b.asOf);
  if (order !== 0) return order > 0 ? a : b;
  if (a.status !== b.status) return finality[a.status] > finality[b.status] ? a : b;
  return canonicalText(a) >= canonicalText(b) ? a : b;
}
