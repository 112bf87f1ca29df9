import type { CatalogFacts, FinancialStatus } from "#app/domain/order.ts";
import type { RefundFacts } from "#app/domain/refund-facts.ts";
import { countries, customerTags, productIds, productTags, skus, sources, vendors } from "./names.ts";
import type { Chance } from "./random.ts";

/** A line as the platform has it, with what the facts of an order leave out. */
export type SoldLine = {
  readonly id: string;
  quantity: number;
  /** Pieces that came back, and pieces that an edit removed. */
  back: number;
  removed: number;
  priceMinor: bigint;
  /** One for each discount application. */
  discounts: bigint[];
  taxMinor: bigint;
  readonly taxPercent: bigint;
  readonly giftCard: boolean;
  readonly tip: boolean;
  readonly productId: string | null;
  readonly sku: string | null;
  readonly vendor: string | null;
  /** Null for a one-time purchase, and for a renewal's line that names none. */
  readonly sellingPlan: string | null;
};

/** How the goods of a refund came back; bodies tell it, money does not depend on it. */
export type SoldRefund = Omit<RefundFacts, "asOf" | "status"> & {
  status: RefundFacts["status"];
  adjustments: RefundFacts["adjustments"];
  readonly isRestocked: boolean;
  readonly isFromPos: boolean;
};

/** An order as the platform has it: the truth that messages tell of. */
export type SoldOrder = {
  readonly id: string;
  readonly currency: string;
  readonly presentmentCurrency: string;
  readonly createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  paidAt: string | null;
  fulfilledAt: string | null;
  isSentUnlisted: boolean;
  deleted: boolean;
  readonly test: boolean;
  financialStatus: FinancialStatus;
  dispute: "none" | "open" | "won" | "lost";
  readonly sourceName: string | null;
  readonly taxesIncluded: boolean;
  readonly lines: SoldLine[];
  readonly addedLater: string[];
  readonly shipping: { readonly id: string; readonly priceMinor: bigint; readonly taxMinor: bigint }[];
  readonly tipMinor: bigint;
  readonly dutiesMinor: bigint;
  readonly discountCodes: readonly string[];
  /** Affiliates' codes in its tags. */
  readonly typedCodes: readonly string[];
  readonly checkoutToken: string | null;
  readonly landingSite: string | null;
  readonly email: string | null;
  readonly customerOrderIndex: number | null;
  readonly countryCode: string | null;
  readonly catalog: CatalogFacts | null;
  readonly refunds: SoldRefund[];
  /** Paid and not refunded, gross. */
  moneyLeft: bigint;
  readonly isPaidByGiftCard: boolean;
};

export const discountOf = (line: SoldLine): bigint => line.discounts.reduce((total, one) => total + one, 0n);
export const paidFor = (line: SoldLine): bigint => line.priceMinor * BigInt(line.quantity) - discountOf(line);
export const piecesLeft = (line: SoldLine): number => line.quantity - line.back - line.removed;

/** Tax of a line for its present price and discounts. */
export function taxFor(line: SoldLine, taxesIncluded: boolean): bigint {
  const paid = paidFor(line);
  return taxesIncluded
    ? (paid * line.taxPercent) / (100n + line.taxPercent)
    : (paid * line.taxPercent) / 100n;
}

/** Charge of a line, tax included. */
export const grossOf = (line: SoldLine, taxesIncluded: boolean): bigint =>
  paidFor(line) + (taxesIncluded ? 0n : line.taxMinor);

/** A new line; free now and then, cheap often, because cents fall where amounts are small. */
export function newLine(chance: Chance, id: string, of: { taxesIncluded: boolean }): SoldLine {
  const isTip = chance.is(0.03);
  const line: SoldLine = {
    id,
    quantity: isTip ? 1 : chance.pick([1, 1, 2, 3, chance.int(1, 9)]),
    back: 0,
    removed: 0,
    priceMinor: chance.pick([chance.minor(1, 20), chance.minor(1, 3000), chance.minor(1, 20_000)]),
    discounts: [],
    taxMinor: 0n,
    taxPercent: isTip ? 0n : chance.pick([0n, 0n, 7n, 19n, 20n]),
    giftCard: !isTip && chance.is(0.08),
    tip: isTip,
    productId: chance.is(0.9) ? chance.pick(productIds) : null,
    sku: chance.is(0.8) ? chance.pick(skus) : null,
    vendor: chance.is(0.8) ? chance.pick(vendors) : null,
    sellingPlan: chance.is(0.1) ? "1" : null,
  };
  const worth = Number(line.priceMinor) * line.quantity;
  const discounts = isTip ? 0 : chance.pick([0, 0, 0, 1, 2]);
  for (let left = worth, done = 0; done < discounts; done += 1) {
    const off = chance.is(0.05) ? left : chance.int(0, Math.floor(left / 2));
    left -= off;
    line.discounts.push(BigInt(off));
  }
  line.taxMinor = taxFor(line, of.taxesIncluded);
  return line;
}

type Newness = {
  readonly id: string;
  readonly currency: string;
  readonly createdAt: string;
  /** Everything about its goods is known at once. */
  readonly isRoad: boolean;
};

/** An order on the day that it was placed. */
export function newOrder(chance: Chance, { id, currency, createdAt, isRoad }: Newness): SoldOrder {
  const taxesIncluded = chance.is(0.4);
  const isFree = chance.is(0.03);
  const isPaid = chance.is(0.85);
  const lines = newLines(chance, id, { taxesIncluded, isFree });
  const shipping = isFree ? [] : newShipping(chance, id);
  const email = chance.is(0.75) ? chance.pick(["ada@shop.example", "bob@shop.example"]) : null;
  const order: SoldOrder = {
    id,
    currency,
    presentmentCurrency: chance.is(0.2) ? "CAD" : currency,
    createdAt,
    updatedAt: createdAt,
    cancelledAt: null,
    paidAt: isPaid ? createdAt : null,
    fulfilledAt: null,
    isSentUnlisted: false,
    deleted: false,
    test: chance.is(0.03),
    financialStatus: isPaid ? "paid" : chance.pick(["pending", "authorized"]),
    dispute: "none",
    taxesIncluded,
    lines,
    addedLater: [],
    shipping,
    ...extras(chance),
    typedCodes: [],
    checkoutToken: `checkout-${id}`,
    landingSite: "/?ref=A",
    email,
    customerOrderIndex: email !== null && chance.is(0.5) ? chance.int(1, 3) : null,
    catalog: isRoad || chance.is(0.9) ? catalogOf(chance, createdAt, email !== null) : null,
    refunds: [],
    moneyLeft: 0n,
    isPaidByGiftCard: chance.is(0.1),
  };
  order.moneyLeft = chargedOf(order);
  return order;
}

/** Occasional properties of an order. */
function extras(chance: Chance) {
  return {
    sourceName: chance.is(0.95) ? chance.pick(sources) : null,
    tipMinor: chance.is(0.1) ? chance.minor(1, 500) : 0n,
    dutiesMinor: chance.is(0.1) ? chance.minor(1, 800) : 0n,
    discountCodes: chance.some(["WELCOME", "spring"], 0.15),
    countryCode: chance.is(0.9) ? chance.pick(countries) : null,
  };
}

function newLines(chance: Chance, id: string, of: { taxesIncluded: boolean; isFree: boolean }): SoldLine[] {
  return Array.from({ length: chance.pick([1, 1, 2, 3, 5]) }, (_, index) => {
    const line = newLine(chance, `${id}${String(index + 8).padStart(2, "0")}`, of);
    return of.isFree ? { ...line, priceMinor: 0n, discounts: [], taxMinor: 0n } : line;
  });
}

function newShipping(chance: Chance, id: string): SoldOrder["shipping"] {
  return Array.from({ length: chance.pick([0, 1, 1, 2]) }, (_, index) => {
    const priceMinor = chance.minor(0, 1500);
    return { id: `${id}${index + 1}`, priceMinor, taxMinor: chance.is(0.5) ? priceMinor / 10n : 0n };
  });
}

/** Everything that the order charges for, tax included. */
function chargedOf(order: SoldOrder): bigint {
  const lines = order.lines.reduce((total, line) => total + grossOf(line, order.taxesIncluded), 0n);
  const shipping = order.shipping.reduce(
    (total, one) => total + one.priceMinor + (order.taxesIncluded ? 0n : one.taxMinor),
    0n,
  );
  return lines + shipping + order.tipMinor + order.dutiesMinor;
}

function catalogOf(chance: Chance, readAt: string, hasCustomer: boolean): CatalogFacts {
  const known = chance.some(productIds, 0.9);
  return {
    readAt,
    customerTags: hasCustomer ? chance.some(customerTags, 0.4) : null,
    products: Object.fromEntries(
      known.map((id) => [
        id,
        { tags: chance.some(productTags, 0.5), collectionIds: chance.some(["701", "702"], 0.5) },
      ]),
    ),
  };
}
