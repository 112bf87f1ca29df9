import type { LineFacts, OrderFacts, ShippingFacts } from "./order.ts";

/** What was charged for: goods, or one of the things that terms may take in beside them (M7). */
export type ChargeKind = "goods" | "gift-card" | "tip" | "shipping" | "duties";

/** One thing the order charges for, as sold. Minor units of shop money; net never holds tax, whatever prices do. */
export type Charge = {
  readonly id: string;
  readonly kind: ChargeKind;
  readonly title: string;
  /** Pieces, for lines that have them; zero otherwise. */
  readonly quantity: number;
  readonly netMinor: bigint;
  readonly taxMinor: bigint;
  /** What discounts took off; terms may count it in (T7). */
  readonly discountMinor: bigint;
};

/** Everything an order charges for, as sold: its lines, shipping, a tip that is no line, duties. */
export function chargesOf(facts: OrderFacts): Charge[] {
  const charges = facts.lines.map((line) => chargeOfLine(line, facts.taxesIncluded));
  for (const shipping of facts.shipping) charges.push(chargeOfShipping(shipping, facts.taxesIncluded));
  if (facts.tipMinor > 0n) charges.push(plainCharge("tip", "Tip", facts.tipMinor));
  if (facts.dutiesMinor > 0n) charges.push(plainCharge("duties", "Duties", facts.dutiesMinor));
  return charges;
}

/** The line of that id, looked for first at the place where a charge made of it stands. */
export function lineOfId(lines: readonly LineFacts[], id: string, place: number): LineFacts | undefined {
  const there = lines[place];
  return there?.id === id ? there : lines.find((line) => line.id === id);
}

/** The id under which a shipping line stands among the charges. */
export function shippingChargeId(shippingId: string): string {
  return `shipping:${shippingId}`;
}

/** M7: price × quantity − all discount allocations of the line − its tax where taxes are included. */
function chargeOfLine(line: LineFacts, taxesIncluded: boolean): Charge {
  const paid = line.priceMinor * BigInt(line.quantity) - line.discountMinor;
  return {
    id: line.id,
    kind: kindOf(line),
    title: line.title,
    quantity: line.quantity,
    netMinor: atLeastZero(taxesIncluded ? paid - line.taxMinor : paid),
    taxMinor: line.taxMinor,
    discountMinor: atLeastZero(line.discountMinor),
  };
}

function kindOf(line: LineFacts): ChargeKind {
  if (line.tip) return "tip";
  return line.giftCard ? "gift-card" : "goods";
}

function chargeOfShipping(shipping: ShippingFacts, taxesIncluded: boolean): Charge {
  const { priceMinor, taxMinor } = shipping;
  return {
    id: shippingChargeId(shipping.id),
    kind: "shipping",
    title: shipping.title,
    quantity: 0,
    netMinor: atLeastZero(taxesIncluded ? priceMinor - taxMinor : priceMinor),
    taxMinor,
    discountMinor: 0n,
  };
}

function plainCharge(kind: "tip" | "duties", title: string, netMinor: bigint): Charge {
  return { id: kind, kind, title, quantity: 0, netMinor, taxMinor: 0n, discountMinor: 0n };
}

/** A discount larger than its line, or a tax larger than its price, is a fault of the payload and never a debt. */
function atLeastZero(minor: bigint): bigint {
  return minor > 0n ? minor : 0n;
}
