import { allocate, scale, sum } from "./money.ts";

/** One thing in the cart; amounts are minor units of the shop's currency. */
export interface LineToPrice {
  productId: number | null;
  priceMinor: bigint;
  quantity: number;
  taxable: boolean;
  giftCard: boolean;
}

/** A discount that has been found to hold; `productIds` null means that all goods are entitled to it. */
export type DiscountToApply =
  | { kind: "percentage"; percentageBps: number; productIds: number[] | null }
  | { kind: "fixed_amount"; amountMinor: bigint; eachItem: boolean; productIds: number[] | null }
  | { kind: "free_shipping" };

export interface TaxRules {
  included: boolean;
  rateBps: number;
  onShipping: boolean;
}

export interface OrderToPrice {
  lines: LineToPrice[];
  discounts: DiscountToApply[];
  shippingMinor: bigint;
  tipMinor: bigint;
  tax: TaxRules;
}

export interface PricedPart {
  /** Price × quantity, before discounts; holds the tax where prices include it. */
  grossMinor: bigint;
  /** Amount of each discount by its index. A discount that took nothing off is absent. */
  allocations: { discount: number; minor: bigint }[];
  netMinor: bigint;
  taxMinor: bigint;
}

export interface PricedOrder {
  lines: PricedPart[];
  shipping: PricedPart;
  /** Total amount of each discount, in the order given. */
  discountMinor: bigint[];
  lineItemsMinor: bigint;
  subtotalMinor: bigint;
  discountsMinor: bigint;
  taxMinor: bigint;
  tipMinor: bigint;
  totalMinor: bigint;
}

/**
 * Prices an order as the platform does: discounts of single products first, then those of the whole order on
 * what is left, each spread by largest remainder; tax per line, half away from zero, on what remains.
 */
export function priceOrder(order: OrderToPrice): PricedOrder {
  const gross = order.lines.map((line) => line.priceMinor * BigInt(line.quantity));
  const taken = order.discounts.map(() => order.lines.map(() => 0n));
  const left = [...gross];
  for (const index of inApplicationOrder(order.discounts)) {
    const discount = order.discounts[index];
    if (!discount) continue;
    const parts = discountLines(discount, order.lines, left);
    taken[index] = parts;
    parts.forEach((part, line) => (left[line] = (left[line] ?? 0n) - part));
  }
  const lines = order.lines.map((line, position) => {
    const allocations = taken.flatMap((parts, discount) => allocation(discount, parts[position] ?? 0n));
    return pricedPart(gross[position] ?? 0n, allocations, line.taxable, order.tax);
  });
  const shipping = priceShipping(order);
  const subtotalMinor = sum(lines.map((line) => line.netMinor));
  const taxMinor = sum(lines.map((line) => line.taxMinor)) + shipping.taxMinor;
  const discountMinor = order.discounts.map((_, index) => totalOf(index, [...lines, shipping]));
  const addedTax = order.tax.included ? 0n : taxMinor;
  return {
    lines,
    shipping,
    discountMinor,
    lineItemsMinor: sum(gross),
    subtotalMinor,
    discountsMinor: sum(discountMinor),
    taxMinor,
    tipMinor: order.tipMinor,
    totalMinor: subtotalMinor + shipping.netMinor + addedTax + order.tipMinor,
  };
}

function inApplicationOrder(discounts: DiscountToApply[]): number[] {
  const rank = (discount: DiscountToApply | undefined): number =>
    discount?.kind === "free_shipping" || discount?.productIds === null ? 1 : 0;
  return discounts.map((_, index) => index).toSorted((a, b) => rank(discounts[a]) - rank(discounts[b]));
}

/** Gift cards are never discounted on the platform: one would buy money below its price. */
function discountLines(discount: DiscountToApply, lines: LineToPrice[], left: bigint[]): bigint[] {
  if (discount.kind === "free_shipping") return lines.map(() => 0n);
  const entitled = discount.productIds;
  const eligible = lines.map(
    (line) => !line.giftCard && (!entitled || entitled.includes(line.productId ?? -1)),
  );
  const weights = left.map((minor, index) => (eligible[index] ? minor : 0n));
  const base = sum(weights);
  if (discount.kind === "percentage") {
    return allocate(scale(base, BigInt(discount.percentageBps), 10_000n), weights);
  }
  if (discount.eachItem) {
    return lines.map((line, index) =>
      smaller(discount.amountMinor * BigInt(line.quantity), weights[index] ?? 0n),
    );
  }
  return allocate(smaller(discount.amountMinor, base), weights);
}

function priceShipping(order: OrderToPrice): PricedPart {
  const free = order.discounts.findIndex((discount) => discount.kind === "free_shipping");
  const allocations = free < 0 ? [] : allocation(free, order.shippingMinor);
  return pricedPart(order.shippingMinor, allocations, order.tax.onShipping, order.tax);
}

function pricedPart(
  grossMinor: bigint,
  allocations: PricedPart["allocations"],
  taxable: boolean,
  tax: TaxRules,
): PricedPart {
  const netMinor = grossMinor - sum(allocations.map((part) => part.minor));
  return { grossMinor, allocations, netMinor, taxMinor: taxable ? taxOf(netMinor, tax) : 0n };
}

/** Tax of an amount: on top of it, or the part of it that is tax where prices include it. */
export function taxOf(minor: bigint, tax: TaxRules): bigint {
  const rate = BigInt(tax.rateBps);
  return scale(minor, rate, tax.included ? 10_000n + rate : 10_000n);
}

function allocation(discount: number, minor: bigint): PricedPart["allocations"] {
  return minor === 0n ? [] : [{ discount, minor }];
}

function totalOf(discount: number, parts: PricedPart[]): bigint {
  return sum(
    parts
      .flatMap((part) => part.allocations.filter((each) => each.discount === discount))
      .map((each) => each.minor),
  );
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
