import { byId, cut, least, most, rounded, sumOf } from "./numbers.ts";
import type { Order, Refund } from "./shapes.ts";

/** M7: one thing that an order charges for. Net never holds tax. */
export type Charge = {
  readonly id: string;
  readonly kind: "goods" | "gift-card" | "tip" | "shipping" | "duties";
  /** Pieces as sold; zero for what is no line. */
  readonly pieces: number;
  readonly discount: bigint;
  readonly sold: Sum;
};

export type Sum = { readonly net: bigint; readonly tax: bigint };

/** Rest of a charge after removals and refunds. */
export type Left = Sum & { readonly pieces: number };

type Pot = { net: bigint; tax: bigint };

type State = {
  pieces: number;
  /** Amount that can still come back. */
  left: Pot;
  /** Amount that returns held back. It stays eligible (M9). */
  kept: Pot;
  /** Gross that amounts took from it, as far as no return has named it again. */
  given: bigint;
};

function kindOf(line: Order["lines"][number]): Charge["kind"] {
  if (line.tip) return "tip";
  return line.giftCard ? "gift-card" : "goods";
}

export function chargesOf(order: Order): Charge[] {
  const without = (price: bigint, tax: bigint): Sum => ({
    net: most(0n, order.taxesIncluded ? price - tax : price),
    tax,
  });
  const charges: Charge[] = order.lines.map((line) => ({
    id: line.id,
    kind: kindOf(line),
    pieces: line.quantity,
    discount: line.discountMinor,
    sold: without(line.priceMinor * BigInt(line.quantity) - line.discountMinor, line.taxMinor),
  }));
  const extra = (id: string, kind: Charge["kind"], sold: Sum): Charge => ({
    id,
    kind,
    pieces: 0,
    discount: 0n,
    sold,
  });
  for (const one of order.shipping) {
    charges.push(extra(`shipping:${one.id}`, "shipping", without(one.priceMinor, one.taxMinor)));
  }
  if (order.tipMinor > 0n) charges.push(extra("tip", "tip", { net: order.tipMinor, tax: 0n }));
  if (order.dutiesMinor > 0n) charges.push(extra("duties", "duties", { net: order.dutiesMinor, tax: 0n }));
  return charges;
}

/** The refunds as they were made. */
export function refundsOf(order: Order): Refund[] {
  return order.refunds.toSorted((a, b) => {
    const apart = Date.parse(a.createdAt) - Date.parse(b.createdAt);
    return apart === 0 ? byId(a.id, b.id) : apart;
  });
}

/** M6, M9: what is left of every charge once these refunds were made; all of them unless it is said. */
export function leftOf(order: Order, refunds: readonly Refund[] = refundsOf(order)): Map<string, Left> {
  const charges = chargesOf(order);
  const states = new Map(charges.map((charge) => [charge.id, afterRemovals(charge, order)]));
  for (const refund of refunds) takeRefund(states, order, refund);
  return new Map(
    [...states].map(([id, { pieces, left, kept }]) => [
      id,
      { pieces, net: left.net + kept.net, tax: left.tax + kept.tax },
    ]),
  );
}

/** M9: pieces that are gone and that no refund names were removed by an edit, and take their share along. */
function afterRemovals(charge: Charge, order: Order): State {
  const line = order.lines.find((one) => one.id === charge.id);
  const { net, tax } = charge.sold;
  const state: State = { pieces: charge.pieces, left: { net, tax }, kept: { net: 0n, tax: 0n }, given: 0n };
  if (line === undefined || line.currentQuantity === null || charge.pieces === 0) return state;
  const returned = order.refunds
    .flatMap((refund) => refund.lines)
    .filter((one) => one.lineId === line.id)
    .reduce((total, one) => total + one.quantity, 0);
  const removed = Math.max(0, line.quantity - line.currentQuantity - returned);
  const stay = BigInt(line.quantity - removed);
  const all = BigInt(line.quantity);
  return {
    ...state,
    left: { net: rounded(net * stay, all), tax: rounded(tax * stay, all) },
    pieces: line.quantity - removed,
  };
}

type Claim = { readonly id: string; readonly pieces: number; readonly net: bigint; readonly tax: bigint };

function takeRefund(states: Map<string, State>, order: Order, refund: Refund): void {
  if (refund.status === "failed") return;
  const discrepancy = sumOf(
    refund.adjustments
      .filter((one) => one.kind === "discrepancy")
      .map((one) => one.amountMinor + one.taxMinor),
  );
  if (refund.status === "pending" && discrepancy > 0n) return;
  // A refund may be heard of before the line that it gives back.
  const claims = claimsOf(states, order, refund).filter((one) => states.has(one.id));
  // Amounts given earlier for these pieces are set off first. Only the part held back beyond them was kept.
  const heldBack = least(most(discrepancy, 0n), sumOf(claims.map(grossOf)));
  const before = new Map(claims.map((one) => [one.id, givenBefore(stateOf(states, one.id), one)]));
  const setOff = cut(least(heldBack, sumOf(before.values())), before);
  const open = new Map(claims.map((one) => [one.id, grossOf(one) - (setOff.get(one.id) ?? 0n)]));
  const kept = cut(heldBack - sumOf(setOff.values()), open);
  let twice = 0n;
  for (const claim of claims) {
    const amounts = { setOff: setOff.get(claim.id) ?? 0n, kept: kept.get(claim.id) ?? 0n };
    twice += takeClaim(stateOf(states, claim.id), claim, amounts);
  }
  takeAmount(states, most(-discrepancy, 0n) + twice);
}

const grossOf = (pot: Sum): bigint => pot.net + pot.tax;

function stateOf(states: ReadonlyMap<string, State>, id: string): State {
  const state = states.get(id);
  if (state === undefined) throw new Error(`The order has no charge ${id}.`);
  return state;
}

/** Part of a claim that exceeds the rest of its pieces, so it was given back earlier. */
function givenBefore(state: State, claim: Claim): bigint {
  const there = grossOf(state.left);
  const isWhole = claim.pieces >= state.pieces;
  if (claim.pieces === 0) return least(state.given, most(0n, grossOf(claim) - there));
  const share = isWhole ? there : rounded(there * BigInt(claim.pieces), BigInt(state.pieces));
  return least(state.given, most(0n, grossOf(claim) - share));
}

/** Takes one claim; answers what the platform paid twice, which the rest of the order bears. */
function takeClaim(state: State, claim: Claim, { setOff, kept }: { setOff: bigint; kept: bigint }): bigint {
  state.given -= setOff;
  const asked = { net: claim.net, tax: claim.tax };
  takeOut(asked, setOff);
  const isWhole = claim.pieces > 0 && claim.pieces >= state.pieces;
  // A line returned in full is left with zero, even if an exchange rate left a rest (M6).
  const taken = isWhole
    ? { ...state.left }
    : { net: least(asked.net, state.left.net), tax: least(asked.tax, state.left.tax) };
  state.left = { net: state.left.net - taken.net, tax: state.left.tax - taken.tax };
  if (claim.pieces > 0) state.pieces = Math.max(0, state.pieces - claim.pieces);
  const twice = least(state.given, most(0n, grossOf(asked) - grossOf(taken)));
  state.given -= twice;
  const held = takeOut(taken, least(kept, grossOf(taken)));
  state.kept = { net: state.kept.net + held.net, tax: state.kept.tax + held.tax };
  return twice;
}

/** M9: an amount is spread over everything that is still charged; what a return held back goes last. */
function takeAmount(states: ReadonlyMap<string, State>, amount: bigint): void {
  const charged = new Map([...states].map(([id, one]) => [id, grossOf(one.left) + grossOf(one.kept)]));
  const parts = cut(least(amount, sumOf(charged.values())), charged);
  for (const [id, state] of states) {
    const part = parts.get(id) ?? 0n;
    const fromLeft = least(part, grossOf(state.left));
    takeOut(state.left, fromLeft);
    takeOut(state.kept, part - fromLeft);
    state.given += part;
  }
}

/** Takes an amount out of net and tax in their proportion, the net rounded; answers what was taken. */
function takeOut(pot: Pot, amount: bigint): Sum {
  const gross = grossOf(pot);
  if (amount === 0n || gross === 0n) return { net: 0n, tax: 0n };
  const net = rounded(pot.net * amount, gross);
  pot.net -= net;
  pot.tax -= amount - net;
  return { net, tax: amount - net };
}

/** Lines, and shipping once: by its own lines, or where there are none by the older word for it. */
function claimsOf(states: ReadonlyMap<string, State>, order: Order, refund: Refund): Claim[] {
  const claims = new Map<string, Claim>();
  const claim = (id: string, pieces: number, { net, tax }: Sum): void => {
    const known = claims.get(id) ?? { id, pieces: 0, net: 0n, tax: 0n };
    claims.set(id, { id, pieces: known.pieces + pieces, net: known.net + net, tax: known.tax + tax });
  };
  const without = (subtotal: bigint, tax: bigint): Sum => ({
    net: order.taxesIncluded ? subtotal - tax : subtotal,
    tax,
  });
  for (const one of refund.lines) claim(one.lineId, one.quantity, without(one.subtotalMinor, one.taxMinor));
  const older = refund.adjustments
    .filter((one) => one.kind === "shipping-refund")
    .map((one) => ({ shippingId: null, subtotalMinor: -one.amountMinor, taxMinor: -one.taxMinor }));
  for (const one of refund.shipping.length > 0 ? refund.shipping : older) {
    const sum = without(one.subtotalMinor, one.taxMinor);
    if (one.shippingId !== null) {
      claim(`shipping:${one.shippingId}`, 0, sum);
      continue;
    }
    const weights = new Map(
      [...states]
        .filter(([id]) => id.startsWith("shipping:"))
        .map(([id, state]) => [id, grossOf(state.left)]),
    );
    const [nets, taxes] = [cut(sum.net, weights), cut(sum.tax, weights)];
    for (const id of weights.keys()) claim(id, 0, { net: nets.get(id) ?? 0n, tax: taxes.get(id) ?? 0n });
  }
  return [...claims.values()];
}
