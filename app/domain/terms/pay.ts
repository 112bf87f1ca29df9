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

/** A charge with the rule that pays for it. Minor units. */
export type PaidCharge = {
  readonly id: string;
  /** The rule that pays, or `fallback`. */
  readonly key: string;
  readonly pay: FlatPay;
  readonly quantity: number;
  readonly baseMinor: bigint;
  readonly baseLeftMinor: bigint;
};

/** Commission of a charge as sold, and of what is left of it. */
type Earning = { readonly earnedMinor: bigint; readonly currentMinor: bigint };

/** Allocated part of an amount, which shrinks with the eligible amount by which it was allocated (M8). */
type Share = { readonly allocatedMinor: bigint; readonly baseMinor: bigint };

/** A charge with its commission before and after caps. */
export type PaidLine = PaidCharge & { readonly uncappedMinor: bigint; readonly earning: Earning };

export const nothing: Earning = { earnedMinor: 0n, currentMinor: 0n };

/** T6: resolves tiers by what the affiliate had reached in this currency before the order. */
export function flatPay(pay: Pay, key: string, inputs: StoredInputs, currency: string): FlatPay {
  if (pay.kind !== "tiered") return pay;
  const reached = reachedFor(inputs, key);
  const step = pay.steps.findLast((one) => isReached(one.atLeast, reached, currency));
  return step?.pay ?? pay.below;
}

/** T6: true when a threshold is reached. Sales never reach an amount in another currency (M18). */
export function isReached(
  threshold: Threshold,
  reached: StoredInputs["reached"][string],
  currency: string,
): boolean {
  if (threshold.measure === "orders") return reached.orders >= threshold.count;
  if (threshold.amount.currency !== currency) return false;
  return reached.salesMinor >= threshold.amount.minor;
}

/** T5: commission of a charge before caps. `share` is its part of a fixed amount per order. */
export function earn(charge: PaidCharge, share: Share | null, currency: string): Earning {
  const { pay, baseMinor, baseLeftMinor } = charge;
  switch (pay.kind) {
    case "percentage": {
      const earnedMinor = portion(baseMinor, pay.rateBps);
      const isWhole = baseLeftMinor === baseMinor;
      return { earnedMinor, currentMinor: isWhole ? earnedMinor : portion(baseLeftMinor, pay.rateBps) };
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

/** M8: share × what is left ÷ eligible amount at the allocation, at most the share. */
function ofShare({ allocatedMinor, baseMinor }: Share, baseLeftMinor: bigint): Earning {
  const part = baseMinor > 0n ? scale(allocatedMinor, baseLeftMinor, baseMinor) : 0n;
  return { earnedMinor: allocatedMinor, currentMinor: part < allocatedMinor ? part : allocatedMinor };
}

/**
 * M8: shares of every fixed amount per order, by charge. Each amount is allocated over the original lines that
 * its rule pays for, by their eligible amount at that time. A line that is gone keeps its share.
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

/** M7: the term that includes a kind of charge in the eligible amount. Goods always count. */
const termOf: Record<Exclude<ChargeKind, "goods">, keyof BaseTerms> = {
  "gift-card": "giftCards",
  tip: "tips",
  shipping: "shipping",
  duties: "duties",
};

/** M7: true if a kind of charge belongs to the eligible amount. */
export function counts(kind: ChargeKind, base: BaseTerms): boolean {
  return kind === "goods" || base[termOf[kind]];
}

/** M7, T7: eligible amount of a charge as sold. Minor units. */
export function baseOf(charge: Charge, base: BaseTerms): bigint {
  const discountMinor = base.beforeDiscounts ? charge.discountMinor : 0n;
  return charge.netMinor + discountMinor + (base.tax ? charge.taxMinor : 0n);
}

/** M9, T7: eligible amount of the rest of a charge. The discount shrinks in proportion to its line. */
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

type LimitInput = {
  readonly caps: Caps;
  readonly currency: string;
  readonly charges: readonly PaidCharge[];
  /** Amounts that the charges earn before caps, in their order. */
  readonly earnings: readonly Earning[];
  /** Without lines that edits added. */
  readonly cut: readonly CutLine[];
  readonly shares: ReadonlyMap<string, Share>;
  readonly inputs: StoredInputs;
};

/**
 * T8, T9: earnings of an order after caps, in the order of its charges. Unchanged when no cap applies.
 * `ofAffiliate` is the result of `affiliateRoom`.
 */
export function limit(question: LimitInput, ofAffiliate: bigint | null): readonly Earning[] {
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

type WeightedCharge = { readonly charge: PaidCharge; readonly baseMinor: bigint };

function cutRoom(roomMinor: bigint, weighed: readonly WeightedCharge[], into: Map<string, Earning>): void {
  if (roomMinor === 0n) {
    for (const { charge } of weighed) into.set(charge.id, nothing);
    return;
  }
  // If all lines were free at the first evaluation, they are weighted by their current amounts.
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

/** The most that the order may earn. Null without a cap in its currency. */
function roomOf({ caps, currency }: LimitInput, ofAffiliate: bigint | null): bigint | null {
  const ofOrder = caps.perOrder?.currency === currency ? caps.perOrder.minor : null;
  if (ofOrder === null || ofAffiliate === null) return ofOrder ?? ofAffiliate;
  return ofOrder < ofAffiliate ? ofOrder : ofAffiliate;
}

/**
 * T9: the amount that an order may use of its affiliate's cap. Edits never increase it, so it is stored with
 * the inputs of the first evaluation. Minor units; null without such a cap.
 */
export function affiliateRoom({
  inputs,
  charges,
  earnings,
  cut,
  shares,
  currency,
}: LimitInput): bigint | null {
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

/** Facts that terms need and that the order's own message does not contain (M5, T3, T10). */
export type TermsNeeds = {
  /** Collections and tags of the goods, tags of the customer. */
  readonly catalog: boolean;
  /** True if the terms ask about the customer's first order in the store. */
  readonly customerIndex: boolean;
  /** The customer's earlier orders that were credited to the affiliate. */
  readonly customerOrder: boolean;
  /** Pay with tiers, by rule id or `fallback`. */
  readonly tiers: readonly { readonly key: string; readonly period: Period }[];
  /** Period of the affiliate's cap. */
  readonly cap: Period | null;
  readonly affiliateTags: boolean;
};

/** Terms never change (M4), so their needs are computed once. */
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

/** True if anything is read at the order's first evaluation and stored (T10). */
export function needsProgress(needs: TermsNeeds): boolean {
  const { customerIndex, customerOrder, tiers, cap, affiliateTags } = needs;
  return customerIndex || customerOrder || tiers.length > 0 || cap !== null || affiliateTags;
}

/**
 * T3: true when terms test collections or tags that were never fetched for this order. Live processing fetches
 * them first. When past orders are evaluated again, such a test never holds, and the result has to say so.
 */
export function asksUnreadCatalog(terms: ProgramTerms, { catalog }: Pick<OrderFacts, "catalog">): boolean {
  return catalog === null && needsOf(terms).catalog;
}
