import { allocate, compareIds, type Weight } from "./allocate.ts";
import { compareInstants } from "./instant.ts";
import { scale } from "./money.ts";
import type { LineFacts, OrderFacts, ShippingFacts } from "./order.ts";
import type { RefundFacts } from "./refund-facts.ts";

/** Kind of a charge: goods, or one of the things that terms may include (M7). */
export const chargeKinds = ["goods", "gift-card", "tip", "shipping", "duties"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/**
 * One charge of an order, as sold. Minor units of shop money. `netMinor` never includes tax, even if prices do.
 */
export type Charge = {
  readonly id: string;
  readonly kind: ChargeKind;
  /** Empty for a tip that is not a line, and for duties: their kind names them. */
  readonly title: string;
  /** Quantity of a line. Zero for other charges. */
  readonly quantity: number;
  readonly netMinor: bigint;
  readonly taxMinor: bigint;
  /** Discounts. Terms may include them (T7). */
  readonly discountMinor: bigint;
};

/** All charges of an order as sold: lines, shipping, duties, and a tip that is not a line. */
export function chargesOf(facts: OrderFacts): Charge[] {
  const charges = facts.lines.map((line) => chargeOfLine(line, facts.taxesIncluded));
  for (const shipping of facts.shipping) charges.push(chargeOfShipping(shipping, facts.taxesIncluded));
  if (facts.tipMinor > 0n) charges.push(plainCharge("tip", facts.tipMinor));
  if (facts.dutiesMinor > 0n) charges.push(plainCharge("duties", facts.dutiesMinor));
  return charges;
}

/** Finds a line by id. Looks at `place` first, because charges are in the order of the lines. */
export function lineOfId(lines: readonly LineFacts[], id: string, place: number): LineFacts | undefined {
  const there = lines[place];
  return there?.id === id ? there : lines.find((line) => line.id === id);
}

/** Id of a shipping line's charge. */
function shippingChargeId(shippingId: string): string {
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

function plainCharge(kind: "tip" | "duties", netMinor: bigint): Charge {
  return { id: kind, kind, title: "", quantity: 0, netMinor, taxMinor: 0n, discountMinor: 0n };
}

/** A discount above the line's price or a tax above it is an error in the payload, not a debt. */
function atLeastZero(minor: bigint): bigint {
  return minor > 0n ? minor : 0n;
}

/** Charges of an order with their remainders, independent of any terms. */
export type OrderCharges = {
  readonly charges: readonly Charge[];
  readonly remaining: ReadonlyMap<string, Remaining>;
};

/** @throws InstantFormatError when the facts hold an instant that no parser of the app produced */
export function orderChargesOf(facts: OrderFacts): OrderCharges {
  const charges = chargesOf(facts);
  return { charges, remaining: remainingOf(charges, facts) };
}

/** Remainder of one charge: pieces, and minor units of shop money. */
export type Remaining = Amounts & { readonly quantity: number };

type Amounts = { readonly netMinor: bigint; readonly taxMinor: bigint };

/** Net and tax that change together. */
type Pot = { netMinor: bigint; taxMinor: bigint };

/**
 * State of a charge while refunds are applied. `left` can still be returned. `kept` was withheld from a return
 * (a restocking fee) and stays in the eligible amount. `spread` is what amount-only refunds took; a later
 * return of the same goods names it again.
 */
type ChargeState = { quantityLeft: number; left: Pot; kept: Pot; spreadMinor: bigint };

/**
 * M9: the remaining part of every charge after removals by edits and all refunds, by charge id. Refunds are
 * applied in the order in which they were made, so the order of their arrival makes no difference. `upTo`
 * applies only that many refunds, to find the effect of each.
 * @throws InstantFormatError
 */
export function remainingOf(
  charges: readonly Charge[],
  facts: OrderFacts,
  upTo = facts.refunds.length,
): Map<string, Remaining> {
  const states = new Map<string, ChargeState>();
  for (let place = 0; place < charges.length; place += 1) {
    const charge = charges[place];
    if (charge !== undefined) states.set(charge.id, chargeStateOf(charge, place, facts));
  }
  if (facts.refunds.length === 0) return leftOf(states);
  for (const refund of refundsInOrder(facts).slice(0, upTo)) {
    takeRefund(states, refund, facts.taxesIncluded);
  }
  return leftOf(states);
}

/** The refunds in the order in which they were made. */
export function refundsInOrder({ refunds }: Pick<OrderFacts, "refunds">): RefundFacts[] {
  return refunds.toSorted((a, b) => compareInstants(a.createdAt, b.createdAt) || compareIds(a.id, b.id));
}

function leftOf(states: ReadonlyMap<string, ChargeState>): Map<string, Remaining> {
  const remaining = new Map<string, Remaining>();
  for (const [id, { quantityLeft, left, kept }] of states) {
    const netMinor = left.netMinor + kept.netMinor;
    const taxMinor = left.taxMinor + kept.taxMinor;
    remaining.set(id, { quantity: Math.max(0, quantityLeft), netMinor, taxMinor });
  }
  return remaining;
}

/** Pieces that are missing without a refund were removed by an edit, with their share of the price. */
function chargeStateOf(charge: Charge, place: number, facts: OrderFacts): ChargeState {
  const whole = { netMinor: charge.netMinor, taxMinor: charge.taxMinor };
  const kept = { netMinor: 0n, taxMinor: 0n };
  const current = lineOfId(facts.lines, charge.id, place)?.currentQuantity ?? null;
  const { quantity } = charge;
  const isKnown = current !== null && quantity > 0;
  const removed = isKnown ? Math.max(0, quantity - current - returnedPieces(facts.refunds, charge.id)) : 0;
  if (removed === 0) return { quantityLeft: quantity, left: whole, kept, spreadMinor: 0n };
  const quantityLeft = quantity - removed;
  const part = (minor: bigint): bigint => scale(minor, BigInt(quantityLeft), BigInt(quantity));
  const left = { netMinor: part(whole.netMinor), taxMinor: part(whole.taxMinor) };
  return { quantityLeft, left, kept, spreadMinor: 0n };
}

function returnedPieces(refunds: readonly RefundFacts[], lineId: string): number {
  let pieces = 0;
  for (const refund of refunds) {
    for (const line of refund.lines) pieces += line.lineId === lineId ? line.quantity : 0;
  }
  return pieces;
}

/** M9: ignores failed refunds, and pending ones whose positive discrepancy says that no money has moved yet. */
function takeRefund(states: Map<string, ChargeState>, refund: RefundFacts, taxesIncluded: boolean): void {
  const discrepancy = discrepancyOf(refund);
  if (refund.status === "failed" || (refund.status === "pending" && discrepancy > 0n)) return;
  const shippingLeft = [...states]
    .filter(([id]) => id.startsWith("shipping:"))
    .map(([id, state]) => ({ id, weight: grossOf(state.left) }));
  const claims = refundClaimsOf(refund, taxesIncluded, shippingLeft).filter((claim) =>
    states.has(claim.chargeId),
  );
  const beyond = takeClaims(states, claims, discrepancy);
  spread(states, beyond + (discrepancy < 0n ? -discrepancy : 0n));
}

/** Subtracts a refund's claims and returns the amount beyond what the charges still had. */
function takeClaims(
  states: Map<string, ChargeState>,
  claims: readonly RefundClaim[],
  discrepancy: bigint,
): bigint {
  const withholdings = withholdingsOf(states, claims, discrepancy);
  let beyond = 0n;
  for (const claim of claims) {
    const state = states.get(claim.chargeId);
    if (state === undefined) continue;
    state.quantityLeft -= claim.quantity;
    beyond += takeClaim(state, claim, withholdings.get(claim.chargeId) ?? nothingWithheld);
  }
  return beyond;
}

/**
 * Share of a positive discrepancy: the part set off against earlier amount-only refunds, and the part kept from
 * a return.
 */
type Withholding = { readonly setOffMinor: bigint; readonly keptMinor: bigint };
const nothingWithheld: Withholding = { setOffMinor: 0n, keptMinor: 0n };

/**
 * M9: a withheld amount is first set off against earlier amount-only refunds of the same goods. The rest was
 * kept, in proportion to the claims.
 */
function withholdingsOf(
  states: ReadonlyMap<string, ChargeState>,
  claims: readonly RefundClaim[],
  discrepancy: bigint,
): Map<string, Withholding> {
  if (discrepancy <= 0n) return new Map();
  const held = smallerOf(discrepancy, totalOf(claims, grossOf));
  const given = claims.map((claim) => {
    const state = states.get(claim.chargeId);
    return { id: claim.chargeId, weight: state ? refundedBefore(state, claim) : 0n };
  });
  const setOff = smallerOf(
    held,
    totalOf(given, (one) => one.weight),
  );
  const setOffs = allocate(setOff, given);
  const setOffOf = (id: string): bigint => setOffs.get(id) ?? 0n;
  const kept = allocate(
    held - setOff,
    claims.map((claim) => ({ id: claim.chargeId, weight: grossOf(claim) - setOffOf(claim.chargeId) })),
  );
  return new Map(
    claims.map(({ chargeId }) => [
      chargeId,
      { setOffMinor: setOffOf(chargeId), keptMinor: kept.get(chargeId) ?? 0n },
    ]),
  );
}

/**
 * Amount by which a claim exceeds what is left of its pieces. An earlier amount-only refund gave that part
 * back.
 */
function refundedBefore({ left, quantityLeft, spreadMinor }: ChargeState, claim: RefundClaim): bigint {
  const isPart = claim.quantity > 0 && claim.quantity < quantityLeft;
  const there = isPart ? scale(grossOf(left), BigInt(claim.quantity), BigInt(quantityLeft)) : grossOf(left);
  return smallerOf(atLeastZero(grossOf(claim) - there), spreadMinor);
}

function takeClaim(state: ChargeState, claim: RefundClaim, { setOffMinor, keptMinor }: Withholding): bigint {
  const wanted = { netMinor: claim.netMinor, taxMinor: claim.taxMinor };
  takeGross(wanted, setOffMinor);
  const isWhole = claim.quantity > 0 && state.quantityLeft <= 0;
  const claimed = isWhole ? takeAll(state.left) : takeUpTo(state.left, wanted);
  const given = state.spreadMinor - setOffMinor;
  const beyond = smallerOf(atLeastZero(grossOf(wanted) - grossOf(claimed)), given);
  state.spreadMinor = given - beyond;
  const kept = takeGross(claimed, smallerOf(keptMinor, grossOf(claimed)));
  state.kept = addAmounts(state.kept, kept);
  return beyond;
}

/** M9: spreads an amount-only refund over everything still charged, including tax and shipping. */
function spread(states: Map<string, ChargeState>, amountMinor: bigint): void {
  const charged = [...states].map(([id, one]) => ({ id, weight: grossOf(one.left) + grossOf(one.kept) }));
  const most = charged.reduce((weights, one) => weights + one.weight, 0n);
  const amount = smallerOf(amountMinor, most);
  if (amount <= 0n) return;
  const shares = allocate(amount, charged);
  for (const [id, state] of states) {
    const share = shares.get(id) ?? 0n;
    const fromLeft = smallerOf(share, grossOf(state.left));
    takeGross(state.left, fromLeft);
    takeGross(state.kept, share - fromLeft);
    state.spreadMinor += share;
  }
}

/** Takes an amount from a pot, net and tax in proportion, and returns what was taken. */
function takeGross(pot: Pot, grossMinor: bigint): Pot {
  const gross = grossOf(pot);
  if (grossMinor <= 0n || gross <= 0n) return { netMinor: 0n, taxMinor: 0n };
  const netMinor = scale(pot.netMinor, grossMinor, gross);
  return takeUpTo(pot, { netMinor, taxMinor: grossMinor - netMinor });
}

function takeUpTo(pot: Pot, wanted: Amounts): Pot {
  const taken = {
    netMinor: smallerOf(wanted.netMinor, pot.netMinor),
    taxMinor: smallerOf(wanted.taxMinor, pot.taxMinor),
  };
  pot.netMinor -= taken.netMinor;
  pot.taxMinor -= taken.taxMinor;
  return taken;
}

function takeAll(pot: Pot): Pot {
  return takeUpTo(pot, { ...pot });
}

function grossOf(pot: Amounts): bigint {
  return pot.netMinor + pot.taxMinor;
}

function addAmounts(a: Amounts, b: Amounts): Pot {
  return { netMinor: a.netMinor + b.netMinor, taxMinor: a.taxMinor + b.taxMinor };
}

function totalOf<One>(all: readonly One[], of: (one: One) => bigint): bigint {
  return all.reduce((minor, one) => minor + of(one), 0n);
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Net sales of an order's goods, in minor units of shop money, without tax, shipping, tips and gift cards
 * (M21).
 */
export type NetSales = {
  readonly soldMinor: bigint;
  /** Remainder after refunds, removals and cancellation. */
  readonly remainingMinor: bigint;
  /** Remainder of each charge; empty for an order that is void as a whole. */
  readonly left: ReadonlyMap<string, Remaining>;
};

/** Deductions from net sales at one instant, by charge id and together; minor units of shop money. */
type ReturnDeduction = {
  readonly at: string;
  readonly minor: bigint;
  readonly charges: ReadonlyMap<string, bigint>;
};

const nothingLeft: ReadonlyMap<string, Remaining> = new Map();

/** @throws InstantFormatError when the facts hold an instant that no parser of the app produced */
export function netSalesOf(
  facts: OrderFacts,
  { charges, remaining }: OrderCharges = orderChargesOf(facts),
): NetSales {
  const isVoid = facts.deleted || facts.cancelledAt !== null || facts.financialStatus === "refunded";
  const left = isVoid ? nothingLeft : remaining;
  let soldMinor = 0n;
  let remainingMinor = 0n;
  for (const charge of charges) {
    if (charge.kind !== "goods") continue;
    soldMinor += charge.netMinor;
    remainingMinor += left.get(charge.id)?.netMinor ?? 0n;
  }
  return { soldMinor, remainingMinor, left };
}

/**
 * Decreases of net sales and their times, earliest first. Analytics count a refund on its own day (M14): what
 * it took of each of its goods (M9). The rest was removed by an edit, which counts on the order's day whatever
 * is refunded later, or by the cancellation.
 * @throws InstantFormatError when the facts hold an instant that no parser of the app produced
 */
export function returnsOf(facts: OrderFacts, sold: OrderCharges = orderChargesOf(facts)): ReturnDeduction[] {
  const { left, soldMinor, remainingMinor } = netSalesOf(facts, sold);
  if (soldMinor === remainingMinor) return [];
  const goods = sold.charges.filter(({ kind }) => kind === "goods");
  const whole = new Map(goods.map((one) => [one.id, one]));
  const rest = netsLost(goods, whole, left);
  const returned: ReturnDeduction[] = [];
  const take = (at: string, took: ReadonlyMap<string, bigint>) => {
    returned.push(returnedAt(at, took));
    for (const [id, minor] of took) rest.set(id, (rest.get(id) ?? 0n) - minor);
  };
  let before = remainingOf(sold.charges, facts, 0);
  // A cancellation removes pieces just like an edit, and the facts don't tell the two apart.
  if (facts.cancelledAt === null && !facts.deleted) take(facts.createdAt, netsLost(goods, whole, before));
  for (const [place, { createdAt }] of refundsInOrder(facts).entries()) {
    const after = remainingOf(sold.charges, facts, place + 1);
    take(createdAt, netsLost(goods, before, after));
    before = after;
  }
  returned.push(returnedAt(endOf(facts), rest));
  return returned.filter((one) => one.charges.size > 0).toSorted((a, b) => compareInstants(a.at, b.at));
}

type Nets = ReadonlyMap<string, { readonly netMinor: bigint }>;

/** Difference of each charge's net amount between two states. */
function netsLost(goods: readonly Charge[], before: Nets, after: Nets): Map<string, bigint> {
  const netOf = (of: Nets, id: string) => of.get(id)?.netMinor ?? 0n;
  return new Map(goods.map(({ id }) => [id, netOf(before, id) - netOf(after, id)]));
}

function returnedAt(at: string, lost: ReadonlyMap<string, bigint>): ReturnDeduction {
  const charges = new Map([...lost].filter(([, minor]) => minor !== 0n));
  return { at, minor: [...charges.values()].reduce((sum, minor) => sum + minor, 0n), charges };
}

/** When the part that no refund names was lost. For an order refunded as a whole, with its last refund. */
function endOf(facts: OrderFacts): string {
  const { cancelledAt, deleted, updatedAt, createdAt, financialStatus } = facts;
  if (cancelledAt !== null) return cancelledAt;
  if (deleted) return updatedAt;
  const last = financialStatus === "refunded" ? refundsInOrder(facts).at(-1) : undefined;
  return last?.createdAt ?? createdAt;
}

/** Amount that a refund returns of one charge, before its discrepancy. Minor units; net holds no tax. */
type RefundClaim = {
  readonly chargeId: string;
  /** Pieces returned. Zero for charges without a quantity. */
  readonly quantity: number;
  readonly netMinor: bigint;
  readonly taxMinor: bigint;
};

/**
 * Sum of a refund's discrepancies, including tax. Below zero: paid back more than the lines. Above zero: kept
 * some.
 */
export function discrepancyOf(refund: RefundFacts): bigint {
  return refund.adjustments
    .filter((one) => one.kind === "discrepancy")
    .reduce((total, one) => total + one.amountMinor + one.taxMinor, 0n);
}

/**
 * Amounts that a refund assigns to charges, one claim per charge. A subtotal includes its tax if taxes are
 * included. Refunded shipping without a line is allocated to the shipping charges by what is left of each.
 */
export function refundClaimsOf(
  refund: RefundFacts,
  taxesIncluded: boolean,
  shippingLeft: readonly Weight[],
): RefundClaim[] {
  const claims = new Map<string, RefundClaim>();
  const claim = (chargeId: string, quantity: number, netMinor: bigint, taxMinor: bigint): void => {
    const known = claims.get(chargeId);
    claims.set(chargeId, {
      chargeId,
      quantity: quantity + (known?.quantity ?? 0),
      netMinor: atLeastZero(netMinor) + (known?.netMinor ?? 0n),
      taxMinor: atLeastZero(taxMinor) + (known?.taxMinor ?? 0n),
    });
  };
  const netOf = (subtotalMinor: bigint, taxMinor: bigint): bigint =>
    taxesIncluded ? subtotalMinor - taxMinor : subtotalMinor;
  for (const line of refund.lines) {
    claim(line.lineId, line.quantity, netOf(line.subtotalMinor, line.taxMinor), line.taxMinor);
  }
  for (const shipping of shippingOf(refund)) {
    const netMinor = netOf(shipping.subtotalMinor, shipping.taxMinor);
    if (shipping.shippingId !== null) {
      claim(shippingChargeId(shipping.shippingId), 0, netMinor, shipping.taxMinor);
      continue;
    }
    const nets = shareOut(netMinor, shippingLeft);
    const taxes = shareOut(shipping.taxMinor, shippingLeft);
    for (const { id } of shippingLeft) claim(id, 0, nets.get(id) ?? 0n, taxes.get(id) ?? 0n);
  }
  return [...claims.values()];
}

/** New payloads have shipping lines, old ones an adjustment, some have both. It counts once (M9). */
function shippingOf(refund: RefundFacts): RefundFacts["shipping"] {
  if (refund.shipping.length > 0) return refund.shipping;
  return refund.adjustments
    .filter((one) => one.kind === "shipping-refund")
    .map((one) => ({ shippingId: null, subtotalMinor: -one.amountMinor, taxMinor: -one.taxMinor }));
}

/** Without any shipping left, a shipping refund takes nothing. */
function shareOut(minor: bigint, parts: readonly Weight[]): Map<string, bigint> {
  return parts.some((part) => part.weight > 0n) ? allocate(minor, parts) : new Map<string, bigint>();
}
