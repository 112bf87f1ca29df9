import { allocate } from "../allocate.ts";
import type { Charge, ChargeKind, Remaining } from "../charges.ts";
import { type CutLine, reachedFor, type StoredInputs } from "../inputs.ts";
import { portion, scale } from "../money.ts";
import type { OrderFacts } from "../order.ts";
import { type Test, testsOf } from "./condition.ts";
import {
  type BaseTerms,
  type Caps,
  fallbackKey,
  type FlatPay,
  type Pay,
  type Period,
  type ProgramTerms,
  type Threshold,
} from "./terms.ts";

/** A charge as a rule finds it. Minor units. */
export type PaidCharge = {
  readonly id: string;
  /** The rule that pays, or `fallback`. */
  readonly key: string;
  readonly pay: FlatPay;
  readonly quantity: number;
  readonly baseMinor: bigint;
  readonly baseLeftMinor: bigint;
};

/** What a charge earns as sold, and of which what is left stands. */
type Earning = { readonly earnedMinor: bigint; readonly standingMinor: bigint };

/** An amount that shrinks with what is left of the base by which it was cut (M8). */
type Share = { readonly allocatedMinor: bigint; readonly baseMinor: bigint };

/** A charge with what it would earn by itself, and what the caps leave of that. */
export type PaidLine = PaidCharge & { readonly uncappedMinor: bigint; readonly earning: Earning };

export const nothing: Earning = { earnedMinor: 0n, standingMinor: 0n };

/** T6: the flat pay that a pay comes to for an affiliate who had reached so much, in this currency, before the order. */
export function flatPay(pay: Pay, key: string, inputs: StoredInputs, currency: string): FlatPay {
  if (pay.kind !== "tiered") return pay;
  const reached = reachedFor(inputs, key);
  const step = pay.steps.findLast((one) => isReached(one.atLeast, reached, currency));
  return step?.pay ?? pay.below;
}

/** T6: whether a threshold is reached. Sales never reach an amount in another currency (M18). */
export function isReached(
  threshold: Threshold,
  reached: StoredInputs["reached"][string],
  currency: string,
): boolean {
  if (threshold.measure === "orders") return reached.orders >= threshold.count;
  if (threshold.amount.currency !== currency) return false;
  return reached.salesMinor >= threshold.amount.minor;
}

/** T5: what a charge earns by itself, before caps. `share` is its part of an amount fixed for the order. */
export function earn(charge: PaidCharge, share: Share | null, currency: string): Earning {
  const { pay, baseMinor, baseLeftMinor } = charge;
  switch (pay.kind) {
    case "percentage": {
      const earnedMinor = portion(baseMinor, pay.rateBps);
      const isWhole = baseLeftMinor === baseMinor;
      return { earnedMinor, standingMinor: isWhole ? earnedMinor : portion(baseLeftMinor, pay.rateBps) };
    }
    case "per-item": {
      if (pay.amount.currency !== currency || baseMinor <= 0n) return nothing;
      const allocatedMinor = pay.amount.minor * BigInt(charge.quantity);
      return ofShare({ allocatedMinor, baseMinor }, baseLeftMinor);
    }
    case "fixed":
      return share === null ? nothing : ofShare(share, baseLeftMinor);
    case "none":
    default:
      return nothing;
  }
}

/** M8: share × what is left ÷ base at the cut, at most the share. */
function ofShare({ allocatedMinor, baseMinor }: Share, baseLeftMinor: bigint): Earning {
  const part = baseMinor > 0n ? scale(allocatedMinor, baseLeftMinor, baseMinor) : 0n;
  return { earnedMinor: allocatedMinor, standingMinor: part < allocatedMinor ? part : allocatedMinor };
}

/**
 * M8: the shares of every amount that is fixed for the order, by charge. Each is cut over the lines that its rule pays
 * for and that the order first held, by their base then; a line that is gone keeps its share.
 */
export function fixedShares(
  charges: readonly PaidCharge[],
  cut: readonly CutLine[],
  currency: string,
): Map<string, Share> {
  const shares = new Map<string, Share>();
  const amounts = fixedAmounts(charges, currency);
  if (amounts.size === 0) return shares;
  const byId = new Map(charges.map((charge) => [charge.id, charge]));
  for (const [key, amountMinor] of amounts) {
    const lines = cut.filter((line) => (byId.get(line.lineId)?.key ?? line.key) === key);
    if (lines.every((line) => line.baseMinor <= 0n)) continue;
    const parts = allocate(
      amountMinor,
      lines.map((line) => ({ id: line.lineId, weight: line.baseMinor })),
    );
    for (const { lineId, baseMinor } of lines) {
      shares.set(lineId, { allocatedMinor: parts.get(lineId) ?? 0n, baseMinor });
    }
  }
  return shares;
}

function fixedAmounts(charges: readonly PaidCharge[], currency: string): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const { key, pay } of charges) {
    if (pay.kind === "fixed" && pay.amount.currency === currency) amounts.set(key, pay.amount.minor);
  }
  return amounts;
}

/** M7: which term takes a kind of charge into the base; goods always count. */
const termOf: Record<Exclude<ChargeKind, "goods">, keyof BaseTerms> = {
  "gift-card": "giftCards",
  tip: "tips",
  shipping: "shipping",
  duties: "duties",
};

/** M7: whether a kind of charge belongs to the base. */
export function counts(kind: ChargeKind, base: BaseTerms): boolean {
  return kind === "goods" || base[termOf[kind]];
}

/** M7, T7: what of a charge pays commission, as sold; minor units. */
export function baseOf(charge: Charge, base: BaseTerms): bigint {
  const discountMinor = base.beforeDiscounts ? charge.discountMinor : 0n;
  return charge.netMinor + discountMinor + (base.tax ? charge.taxMinor : 0n);
}

/** M9, T7: the same of what is left; the discount follows what is left of its line. */
export function baseLeft(charge: Charge, left: Remaining, base: BaseTerms): bigint {
  const discountMinor = base.beforeDiscounts ? discountLeft(charge, left) : 0n;
  return left.netMinor + discountMinor + (base.tax ? left.taxMinor : 0n);
}

function discountLeft(charge: Charge, left: Remaining): bigint {
  if (charge.discountMinor === 0n) return 0n;
  if (charge.netMinor > 0n) return scale(charge.discountMinor, left.netMinor, charge.netMinor);
  if (charge.quantity <= 0) return 0n;
  return scale(charge.discountMinor, BigInt(left.quantity), BigInt(charge.quantity));
}

type Limiting = {
  readonly caps: Caps;
  readonly currency: string;
  readonly charges: readonly PaidCharge[];
  /** What each of the charges earns before caps, in their order. */
  readonly earnings: readonly Earning[];
  /** Without the lines that edits added. */
  readonly cut: readonly CutLine[];
  readonly shares: ReadonlyMap<string, Share>;
  readonly inputs: StoredInputs;
};

/**
 * T8, T9: the earnings of an order under its caps, in the order of its charges; the same ones where no cap bites.
 * `ofAffiliate` is what `affiliateRoom` answers.
 */
export function limit(question: Limiting, ofAffiliate: bigint | null): readonly Earning[] {
  const room = roomOf(question, ofAffiliate);
  if (room === null || question.earnings.reduce(addEarned, 0n) <= room) return question.earnings;
  const { charges, cut } = question;
  const held = new Map(cut.map((line) => [line.lineId, line.baseMinor]));
  const earning = charges.flatMap((charge, place) => {
    const earned = question.earnings[place] ?? nothing;
    return earned.earnedMinor > 0n ? [{ charge, earned }] : [];
  });
  const first = earning.filter(({ charge }) => held.has(charge.id));
  const later = earning.filter(({ charge }) => !held.has(charge.id));
  const earnedFirst = first.reduce((total, { earned }) => addEarned(total, earned), 0n);
  const capped = new Map<string, Earning>();
  if (earnedFirst <= room) {
    const weighed = later.map(({ charge }) => ({ charge, baseMinor: charge.baseMinor }));
    cutRoom(room - earnedFirst, weighed, capped);
  } else {
    const weighed = first.map(({ charge }) => ({ charge, baseMinor: held.get(charge.id) ?? 0n }));
    for (const { charge } of later) capped.set(charge.id, nothing);
    cutRoom(room, weighed, capped);
  }
  return question.earnings.map((earned, place) => capped.get(charges[place]?.id ?? "") ?? earned);
}

type Weighed = { readonly charge: PaidCharge; readonly baseMinor: bigint };

function cutRoom(roomMinor: bigint, weighed: readonly Weighed[], into: Map<string, Earning>): void {
  if (roomMinor === 0n) {
    for (const { charge } of weighed) into.set(charge.id, nothing);
    return;
  }
  // A line that was free when the order was first heard of weighs as it is now.
  const isFree = weighed.every((one) => one.baseMinor === 0n);
  const parts = weighed.map(({ charge, baseMinor }) => {
    return { charge, baseMinor: isFree ? charge.baseMinor : baseMinor };
  });
  const allocated = allocate(
    roomMinor,
    parts.map((one) => ({ id: one.charge.id, weight: one.baseMinor })),
  );
  for (const { charge, baseMinor } of parts) {
    const share = { allocatedMinor: allocated.get(charge.id) ?? 0n, baseMinor };
    into.set(charge.id, ofShare(share, charge.baseLeftMinor));
  }
}

/** The most that the order may earn, or null without a cap in its currency. */
function roomOf({ caps, currency }: Limiting, ofAffiliate: bigint | null): bigint | null {
  const ofOrder = caps.perOrder?.currency === currency ? caps.perOrder.minor : null;
  if (ofOrder === null || ofAffiliate === null) return ofOrder ?? ofAffiliate;
  return ofOrder < ofAffiliate ? ofOrder : ofAffiliate;
}

/**
 * T9: what an order may take of its affiliate's cap. Edits never add to it, so it is kept with the inputs as it was when
 * the order was first evaluated. Minor units; null without such a cap.
 */
export function affiliateRoom({ inputs, charges, earnings, cut, shares, currency }: Limiting): bigint | null {
  if (inputs.capLeftMinor === null) return null;
  const places = new Map(charges.map((charge, place) => [charge.id, place]));
  let earnedFirst = 0n;
  for (const { lineId, baseMinor, quantity } of cut) {
    const place = places.get(lineId) ?? -1;
    const charge = charges[place];
    const now = earnings[place];
    if (charge === undefined || now === undefined) continue;
    if (charge.baseMinor === baseMinor && charge.quantity === quantity) {
      earnedFirst += now.earnedMinor;
      continue;
    }
    const asHeld = { ...charge, baseMinor, baseLeftMinor: baseMinor, quantity };
    earnedFirst += earn(asHeld, shares.get(lineId) ?? null, currency).earnedMinor;
  }
  return inputs.capLeftMinor < earnedFirst ? inputs.capLeftMinor : earnedFirst;
}

function addEarned(totalMinor: bigint, { earnedMinor }: Earning): bigint {
  return totalMinor + earnedMinor;
}

/** What terms ask of an order that its own facts, as a message tells them, do not hold (M5, T3, T10). */
export type TermsNeeds = {
  /** Collections and tags of the goods, tags of the customer. */
  readonly catalog: boolean;
  /** Whether it is the customer's first order in the store. */
  readonly customerIndex: boolean;
  /** The customer's earlier orders that the affiliate was credited with. */
  readonly customerOrder: boolean;
  /** Pays with tiers, by rule id or `fallback`. */
  readonly tiers: readonly { readonly key: string; readonly period: Period }[];
  /** Of the affiliate's cap. */
  readonly cap: Period | null;
  readonly affiliateTags: boolean;
};

/** Terms never change (M4), so what they need is found once. */
const known = new WeakMap<ProgramTerms, TermsNeeds>();

export function needsOf(terms: ProgramTerms): TermsNeeds {
  const found = known.get(terms) ?? findNeeds(terms);
  known.set(terms, found);
  return found;
}

function findNeeds(terms: ProgramTerms): TermsNeeds {
  const tests = terms.rules.flatMap((rule) => testsOf(rule.when));
  const asks = (...kinds: Test["kind"][]): boolean => tests.some((test) => kinds.includes(test.kind));
  const pays: [string, Pay][] = [
    ...terms.rules.map((rule): [string, Pay] => [rule.id, rule.pay]),
    [fallbackKey, terms.commission],
  ];
  return {
    catalog: asks("collection", "product-tag", "customer-tag"),
    customerIndex: asks("customer"),
    customerOrder: asks("customer-order", "months-since-first"),
    tiers: pays.flatMap(([key, pay]) => (pay.kind === "tiered" ? [{ key, period: pay.period }] : [])),
    cap: terms.caps.perAffiliate?.period ?? null,
    affiliateTags: asks("affiliate-tag"),
  };
}

/** Whether anything of it is read once, when the order is first evaluated, and kept (T10). */
export function needsProgress(needs: TermsNeeds): boolean {
  const { customerIndex, customerOrder, tiers, cap, affiliateTags } = needs;
  return customerIndex || customerOrder || tiers.length > 0 || cap !== null || affiliateTags;
}

/**
 * T3: whether terms ask for collections or tags of an order for which the platform was never asked for them. Live
 * processing asks before it judges; where past orders are judged anew, such a test never holds, and that has to be said.
 */
export function asksUnreadCatalog(terms: ProgramTerms, { catalog }: Pick<OrderFacts, "catalog">): boolean {
  return catalog === null && needsOf(terms).catalog;
}
