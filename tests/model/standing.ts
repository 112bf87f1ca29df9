import { type Asked, holds } from "./conditions.ts";
import { type Charge, chargesOf, type Left, leftOf } from "./left.ts";
import { cut, least, rounded, sumOf } from "./numbers.ts";
import type { FlatPay, Kept, Order, Pay, Reached, Terms } from "./shapes.ts";

export type StandingLine = {
  readonly id: string;
  /** The rule that pays, or "fallback" (T1). */
  readonly rule: string;
  readonly earned: bigint;
  readonly stands: bigint;
};
export type Standing = {
  readonly earned: bigint;
  readonly stands: bigint;
  readonly lines: readonly StandingLine[];
};

/** A charge that counts, with its base as sold and as left (M7, T7), and what pays for it. */
type Counted = {
  readonly charge: Charge;
  readonly base: bigint;
  readonly left: bigint;
  readonly rule: string;
  readonly pay: FlatPay;
};

type Question = {
  readonly terms: Terms;
  readonly order: Order;
  readonly kept: Kept;
  readonly subId: string | null;
};
type Pair = { earned: bigint; stands: bigint };

/** T1–T10: what each charge earned and what stands of it. */
export function standingOf(question: Question): Standing {
  const { terms, order, kept } = question;
  if (order.test) return { earned: 0n, stands: 0n, lines: [] };
  const counted = countedOf(question);
  const first = firstHeldOf(order, kept);
  const pairs = new Map(counted.map((one) => [one.charge.id, paidAlone(one, order)]));
  payFixed(counted, { order, first, pairs });
  limit(counted, { terms, order, first, kept, pairs });
  const isGone =
    order.cancelledAt !== null ||
    order.deleted ||
    order.dispute === "lost" ||
    order.financialStatus === "refunded";
  const lines = counted.map(({ charge, rule }) => {
    const { earned, stands } = pairs.get(charge.id) ?? { earned: 0n, stands: 0n };
    return { id: charge.id, rule, earned, stands: isGone ? 0n : least(stands, earned) };
  });
  return {
    lines,
    earned: sumOf(lines.map((one) => one.earned)),
    stands: sumOf(lines.map((one) => one.stands)),
  };
}

/** T10: what is kept at the first evaluation. `roomLeft` is what an affiliate's cap has left, null without a cap. */
export function firstKept(
  question: Omit<Question, "kept"> & {
    readonly known: Omit<Kept, "firstHeld" | "roomMinor">;
    roomLeft: bigint | null;
  },
): Kept {
  const { known, roomLeft, ...rest } = question;
  const nothingHeld = { ...known, firstHeld: [], roomMinor: null };
  const added = new Set(question.order.linesAddedLater);
  const firstHeld = countedOf({ ...rest, kept: nothingHeld })
    .filter((one) => !added.has(one.charge.id))
    .map((one) => ({ id: one.charge.id, baseMinor: one.base, pieces: one.charge.pieces }));
  const kept = { ...nothingHeld, firstHeld };
  if (roomLeft === null) return kept;
  // The order's own room is at most what the lines that it first held earn (T9).
  const withoutCap = { ...question.terms, caps: { perOrder: null, perAffiliate: null } };
  const { lines } = standingOf({ ...rest, terms: withoutCap, kept });
  const earned = sumOf(lines.filter((one) => !added.has(one.id)).map((one) => one.earned));
  return { ...kept, roomMinor: least(roomLeft, earned) };
}

function countedOf({ terms, order, kept, subId }: Question): Counted[] {
  const left = leftOf(order);
  const counts = (charge: Charge): boolean => {
    if (charge.kind === "goods") return true;
    if (charge.kind === "gift-card") return terms.base.giftCards;
    if (charge.kind === "tip") return terms.base.tips;
    return charge.kind === "shipping" ? terms.base.shipping : terms.base.duties;
  };
  return chargesOf(order)
    .filter(counts)
    .map((charge) => {
      const asked: Asked = { order, charge, kept, subId };
      const rule = terms.rules.find((one) => holds(one.when, asked));
      const id = rule?.id ?? "fallback";
      const pay = tierOf(rule?.pay ?? terms.commission, order.currency, kept.reached[id]);
      const isLeft = left.get(charge.id) ?? { net: 0n, tax: 0n, pieces: 0 };
      return { charge, rule: id, pay, ...basesOf(terms, charge, isLeft) };
    });
}

/** M7, T7 */
function basesOf(terms: Terms, charge: Charge, left: Left): { base: bigint; left: bigint } {
  const { sold, discount, pieces } = charge;
  let base = sold.net;
  let stays = left.net;
  if (terms.base.beforeDiscounts) {
    base += discount;
    if (sold.net > 0n) stays += rounded(discount * left.net, sold.net);
    else if (pieces > 0) stays += rounded(discount * BigInt(left.pieces), BigInt(pieces));
  }
  return terms.base.tax ? { base: base + sold.tax, left: stays + left.tax } : { base, left: stays };
}

/** T6 */
function tierOf(pay: Pay, currency: string, reached: Reached = { orders: 0, salesMinor: 0n }): FlatPay {
  if (pay.kind !== "tiered") return pay;
  const isReached = (step: NonNullable<Pay["steps"]>[number]): boolean =>
    step.atLeast.measure === "orders"
      ? reached.orders >= (step.atLeast.count ?? 0)
      : step.atLeast.amount?.currency === currency && reached.salesMinor >= step.atLeast.amount.minor;
  const step = pay.steps?.findLast(isReached);
  return step?.pay ?? pay.below ?? { kind: "none" };
}

/** T5, all but the fixed amounts of orders. */
function paidAlone({ base, left, charge, pay }: Counted, order: Order): Pair {
  if (pay.kind === "percentage") {
    const of = (amount: bigint): bigint => rounded(amount * BigInt(pay.rateBps ?? 0), 10_000n);
    return { earned: of(base), stands: of(left) };
  }
  if (pay.kind !== "per-item" || base === 0n || pay.amount?.currency !== order.currency) {
    return { earned: 0n, stands: 0n };
  }
  const earned = pay.amount.minor * BigInt(charge.pieces);
  return { earned, stands: rounded(earned * left, base) };
}

type First = ReadonlyMap<string, bigint>;

/** The lines that the order first held, with their bases then; whatever proved to have come later is none of them. */
function firstHeldOf(order: Order, kept: Kept): First {
  return new Map(
    kept.firstHeld
      .filter((one) => !order.linesAddedLater.includes(one.id))
      .map((one) => [one.id, one.baseMinor]),
  );
}

const shareLeft = (share: bigint, left: bigint, base: bigint): bigint =>
  base === 0n ? 0n : least(share, rounded(share * left, base));

/** M8, T5: one amount for each rule, over the lines that it pays for and that the order first held. */
function payFixed(
  counted: readonly Counted[],
  { order, first, pairs }: { order: Order; first: First; pairs: Map<string, Pair> },
): void {
  for (const rule of new Set(counted.map((one) => one.rule))) {
    const paid = counted.filter((one) => one.rule === rule && one.pay.kind === "fixed");
    const amount = paid[0]?.pay.amount;
    if (amount === undefined || amount.currency !== order.currency) continue;
    const held = paid.filter((one) => first.has(one.charge.id));
    const shares = cut(
      amount.minor,
      new Map(held.map((one) => [one.charge.id, first.get(one.charge.id) ?? 0n])),
    );
    for (const one of held) {
      const share = shares.get(one.charge.id) ?? 0n;
      const stands = shareLeft(share, one.left, first.get(one.charge.id) ?? 0n);
      pairs.set(one.charge.id, { earned: share, stands });
    }
  }
}

/** T8, T9 */
function limit(
  counted: readonly Counted[],
  of: { terms: Terms; order: Order; first: First; kept: Kept; pairs: Map<string, Pair> },
): void {
  const { terms, first, kept, pairs } = of;
  const caps = [];
  if (terms.caps.perOrder !== null) caps.push(terms.caps.perOrder.minor);
  if (kept.roomMinor !== null) caps.push(least(kept.roomMinor, earnedAsFirstHeld(counted, of)));
  const [one, other] = caps;
  if (one === undefined) return;
  const cap = least(one, other ?? one);
  const earning = counted.filter((line) => (pairs.get(line.charge.id)?.earned ?? 0n) > 0n);
  const earned = (lines: readonly Counted[]): bigint =>
    sumOf(lines.map((line) => pairs.get(line.charge.id)?.earned ?? 0n));
  if (earned(earning) <= cap) return;
  const early = earning.filter((line) => first.has(line.charge.id));
  const late = earning.filter((line) => !first.has(line.charge.id));
  const share = (lines: readonly Counted[], amount: bigint, weightOf: (line: Counted) => bigint): void => {
    // Lines that were all free when the order was first heard of weigh as they are now (T8).
    const areFree = lines.every((line) => weightOf(line) === 0n);
    const baseOf = areFree ? (line: Counted) => line.base : weightOf;
    const shares = cut(amount, new Map(lines.map((line) => [line.charge.id, baseOf(line)])));
    for (const line of lines) {
      const part = shares.get(line.charge.id) ?? 0n;
      pairs.set(line.charge.id, { earned: part, stands: shareLeft(part, line.left, baseOf(line)) });
    }
  };
  const earlyEarned = earned(early);
  if (earlyEarned > cap) share(early, cap, (line) => first.get(line.charge.id) ?? 0n);
  share(late, earlyEarned > cap ? 0n : cap - earlyEarned, (line) => line.base);
}

/** T9: what the lines that the order first held earn, each with its base and pieces of then. */
function earnedAsFirstHeld(
  counted: readonly Counted[],
  { first, kept, pairs, order }: { first: First; kept: Kept; pairs: Map<string, Pair>; order: Order },
): bigint {
  let total = 0n;
  for (const { id, baseMinor, pieces } of kept.firstHeld) {
    const one = counted.find((line) => line.charge.id === id);
    if (one === undefined || !first.has(id)) continue;
    const asHeld = { ...one, base: baseMinor, left: baseMinor, charge: { ...one.charge, pieces } };
    total += one.pay.kind === "fixed" ? (pairs.get(id)?.earned ?? 0n) : paidAlone(asHeld, order).earned;
  }
  return total;
}
