import { allocate, compareIds } from "./allocate.ts";
import { type Charge, lineOfId } from "./charges.ts";
import { compareInstants } from "./instant.ts";
import type { OrderFacts } from "./order.ts";
import { scale } from "./rate.ts";
import type { RefundFacts } from "./refund.ts";
import { claimsOf, type Claim, discrepancyOf } from "./refund-claims.ts";

/** What is left of one charge: pieces, and minor units of shop money. */
export type Remaining = Amounts & { readonly quantity: number };

type Amounts = { readonly netMinor: bigint; readonly taxMinor: bigint };

/** Net and tax that move together. */
type Pot = { netMinor: bigint; taxMinor: bigint };

/**
 * A charge while refunds are taken off it. `left` can still be returned; `kept` was held back from a return (a
 * restocking fee) and stays in the base; `spread` is what amount-only refunds took, which the return of the same
 * goods names a second time.
 */
type Standing = { quantityLeft: number; left: Pot; kept: Pot; spreadMinor: bigint };

/**
 * M9: what is left of every charge after removals by edits and after all refunds, by charge id. Refunds are taken in
 * the order in which they were made, so the outcome does not depend on the order in which they were heard of. `upTo`
 * takes only that many of them, for whoever tells what each one took.
 * @throws InstantFormatError
 */
export function remainingOf(
  charges: readonly Charge[],
  facts: OrderFacts,
  upTo = facts.refunds.length,
): Map<string, Remaining> {
  const standings = new Map<string, Standing>();
  for (let place = 0; place < charges.length; place += 1) {
    const charge = charges[place];
    if (charge !== undefined) standings.set(charge.id, standingOf(charge, place, facts));
  }
  if (facts.refunds.length === 0) return leftOf(standings);
  for (const refund of refundsInOrder(facts).slice(0, upTo)) {
    takeRefund(standings, refund, facts.taxesIncluded);
  }
  return leftOf(standings);
}

/** The refunds as they were made. */
export function refundsInOrder({ refunds }: Pick<OrderFacts, "refunds">): RefundFacts[] {
  return refunds.toSorted((a, b) => compareInstants(a.createdAt, b.createdAt) || compareIds(a.id, b.id));
}

function leftOf(standings: ReadonlyMap<string, Standing>): Map<string, Remaining> {
  const remaining = new Map<string, Remaining>();
  for (const [id, { quantityLeft, left, kept }] of standings) {
    const netMinor = left.netMinor + kept.netMinor;
    const taxMinor = left.taxMinor + kept.taxMinor;
    remaining.set(id, { quantity: Math.max(0, quantityLeft), netMinor, taxMinor });
  }
  return remaining;
}

/** Pieces that are gone without any refund naming them were removed by an edit, and their share goes with them. */
function standingOf(charge: Charge, place: number, facts: OrderFacts): Standing {
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

/** M9: failed counts nothing, nor does a pending one whose positive discrepancy says that no money has moved yet. */
function takeRefund(standings: Map<string, Standing>, refund: RefundFacts, taxesIncluded: boolean): void {
  const discrepancy = discrepancyOf(refund);
  if (refund.status === "failed" || (refund.status === "pending" && discrepancy > 0n)) return;
  const shippingLeft = [...standings]
    .filter(([id]) => id.startsWith("shipping:"))
    .map(([id, standing]) => ({ id, weight: grossOf(standing.left) }));
  const claims = claimsOf(refund, taxesIncluded, shippingLeft).filter((claim) =>
    standings.has(claim.chargeId),
  );
  const beyond = takeClaims(standings, claims, discrepancy);
  spread(standings, beyond + (discrepancy < 0n ? -discrepancy : 0n));
}

/** Takes what the refund claims of its own charges, and answers what it gave beyond what they still held. */
function takeClaims(standings: Map<string, Standing>, claims: readonly Claim[], discrepancy: bigint): bigint {
  const holdings = holdingsOf(standings, claims, discrepancy);
  let beyond = 0n;
  for (const claim of claims) {
    const standing = standings.get(claim.chargeId);
    if (standing === undefined) continue;
    standing.quantityLeft -= claim.quantity;
    beyond += takeClaim(standing, claim, holdings.get(claim.chargeId) ?? nothingHeld);
  }
  return beyond;
}

/** Of a positive discrepancy: what answers for amounts given before, and what of a return was kept. */
type Holding = { readonly setOffMinor: bigint; readonly keptMinor: bigint };
const nothingHeld: Holding = { setOffMinor: 0n, keptMinor: 0n };

/** M9: what was held back is set against what was given of these goods before; the rest was kept, by what is claimed. */
function holdingsOf(
  standings: ReadonlyMap<string, Standing>,
  claims: readonly Claim[],
  discrepancy: bigint,
): Map<string, Holding> {
  if (discrepancy <= 0n) return new Map();
  const held = least(discrepancy, total(claims, grossOf));
  const given = claims.map((claim) => {
    const standing = standings.get(claim.chargeId);
    return { id: claim.chargeId, weight: standing ? givenBefore(standing, claim) : 0n };
  });
  const setOff = least(
    held,
    total(given, (one) => one.weight),
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

/** How much more a claim names than is still there of its pieces: so much of their price was given back before. */
function givenBefore({ left, quantityLeft, spreadMinor }: Standing, claim: Claim): bigint {
  const isPart = claim.quantity > 0 && claim.quantity < quantityLeft;
  const there = isPart ? scale(grossOf(left), BigInt(claim.quantity), BigInt(quantityLeft)) : grossOf(left);
  return least(atLeastZero(grossOf(claim) - there), spreadMinor);
}

function takeClaim(standing: Standing, claim: Claim, { setOffMinor, keptMinor }: Holding): bigint {
  const asked = { netMinor: claim.netMinor, taxMinor: claim.taxMinor };
  takeGross(asked, setOffMinor);
  const isWhole = claim.quantity > 0 && standing.quantityLeft <= 0;
  const claimed = isWhole ? takeAll(standing.left) : takeUpTo(standing.left, asked);
  const given = standing.spreadMinor - setOffMinor;
  const beyond = least(atLeastZero(grossOf(asked) - grossOf(claimed)), given);
  standing.spreadMinor = given - beyond;
  const kept = takeGross(claimed, least(keptMinor, grossOf(claimed)));
  standing.kept = sum(standing.kept, kept);
  return beyond;
}

/** M9: an amount-only refund is spread over everything still charged, tax and shipping included. */
function spread(standings: Map<string, Standing>, amountMinor: bigint): void {
  const charged = [...standings].map(([id, one]) => ({ id, weight: grossOf(one.left) + grossOf(one.kept) }));
  const most = charged.reduce((weights, one) => weights + one.weight, 0n);
  const amount = least(amountMinor, most);
  if (amount <= 0n) return;
  const shares = allocate(amount, charged);
  for (const [id, standing] of standings) {
    const share = shares.get(id) ?? 0n;
    const fromLeft = least(share, grossOf(standing.left));
    takeGross(standing.left, fromLeft);
    takeGross(standing.kept, share - fromLeft);
    standing.spreadMinor += share;
  }
}

/** Takes an amount out of a pot, net and tax in their proportion, and answers what was taken. */
function takeGross(pot: Pot, grossMinor: bigint): Pot {
  const gross = grossOf(pot);
  if (grossMinor <= 0n || gross <= 0n) return { netMinor: 0n, taxMinor: 0n };
  const netMinor = scale(pot.netMinor, grossMinor, gross);
  return takeUpTo(pot, { netMinor, taxMinor: grossMinor - netMinor });
}

function takeUpTo(pot: Pot, wanted: Amounts): Pot {
  const taken = {
    netMinor: least(wanted.netMinor, pot.netMinor),
    taxMinor: least(wanted.taxMinor, pot.taxMinor),
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

function sum(a: Amounts, b: Amounts): Pot {
  return { netMinor: a.netMinor + b.netMinor, taxMinor: a.taxMinor + b.taxMinor };
}

function total<One>(all: readonly One[], of: (one: One) => bigint): bigint {
  return all.reduce((minor, one) => minor + of(one), 0n);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function atLeastZero(minor: bigint): bigint {
  return minor > 0n ? minor : 0n;
}
