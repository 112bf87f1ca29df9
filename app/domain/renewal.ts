import { compareIds } from "./allocate.ts";
import type { Evidence } from "./attribution.ts";
import type { AffiliateId, ProgramId } from "./ids.ts";
import { compareInstants, isNotAfter } from "./instant.ts";
import { isRenewal, type LineFacts, type OrderFacts } from "./order.ts";

type OrderMoment = { readonly orderId: string; readonly at: string };

export function byMoment(a: OrderMoment, b: OrderMoment): number {
  const order = compareInstants(a.at, b.at);
  return order === 0 ? compareIds(a.orderId, b.orderId) : order;
}

/** A line sold as a subscription. */
type SubscribedLine = Pick<LineFacts, "productId" | "sellingPlanId">;

/** An order that began a subscription, with its credit. */
export type SubscribedOrder = {
  readonly orderId: string;
  readonly at: string;
  readonly test: boolean;
  readonly lines: readonly SubscribedLine[];
  readonly credit: { readonly affiliateId: AffiliateId; readonly programId: ProgramId } | null;
};

/** Lines of which later orders of the customer may be renewals. None for a renewal itself. */
export function subscribedLines({ sourceName, lines }: OrderFacts): SubscribedLine[] {
  return isRenewal(sourceName) ? [] : lines.filter((line) => line.subscription);
}

/**
 * M23: the newest order of the same customer that was placed before the renewal and began a subscription to
 * one of its products. Null if none fits.
 * @throws InstantFormatError
 */
export function firstOrderOf(
  renewal: OrderFacts,
  ofCustomer: readonly SubscribedOrder[],
): SubscribedOrder | null {
  const fitting = ofCustomer.filter(
    (one) =>
      one.orderId !== renewal.id &&
      one.test === renewal.test &&
      isNotAfter(one.at, renewal.createdAt) &&
      one.lines.some((sold) => renewal.lines.some((line) => isRenewalOf(line, sold))),
  );
  return fitting.toSorted(byMoment).at(-1) ?? null;
}

/** Later orders of a subscription contract may name no selling plan. */
function isRenewalOf(line: LineFacts, sold: SubscribedLine): boolean {
  if (line.productId === null || line.productId !== sold.productId) return false;
  return (
    line.sellingPlanId === undefined ||
    sold.sellingPlanId === undefined ||
    line.sellingPlanId === sold.sellingPlanId
  );
}

/** The first order as an attribution signal. Null if nobody has its credit. */
export function evidenceOfFirst({ credit, orderId, at }: SubscribedOrder): Evidence[] {
  return credit === null ? [] : [{ kind: "renewal", ...credit, firstOrder: orderId, at }];
}
