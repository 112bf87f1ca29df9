import { readAdClicks } from "#app/domain/ad-click.ts";
import type { Marks, OrderLook } from "#app/domain/fraud/order-rules.ts";
import type { Finding } from "#app/domain/fraud/rules.ts";
import type { AffiliateId, ShopId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { refundMismatchOf } from "#app/domain/refunded.ts";
import { type ClickEvidence, isClick } from "#app/domain/touch.ts";
import { customerMark, type Mark } from "#app/store/affiliate-marks.ts";
import type { FraudSources, KnownMark } from "#app/store/fraud-sources.ts";
import type { KeptAttribution } from "./credit-orders.ts";

/** An order as far as fraud asks: of a settlement, or as it is kept. */
export type LookedAt = {
  readonly facts: OrderFacts;
  readonly row: { readonly shopId: ShopId };
  readonly attribution: KeptAttribution;
};

/** What the rules of fraud look at of an order, for whoever is credited. */
export function orderLook(
  { facts, attribution, row }: LookedAt,
  affiliateId: AffiliateId,
  known: { readonly marks: readonly KnownMark[] } & Pick<OrderLook, "leaked" | "accusations"> &
    Pick<FraudSources, "adClicks">,
): OrderLook {
  const own = attribution.evidence.filter((evidence) => evidence.affiliateId === affiliateId);
  return {
    createdAt: facts.createdAt,
    buyer: facts.traces ?? null,
    customer: facts.customerId && customerMark(row.shopId, facts.customerId),
    landingSite: facts.landingSite,
    marks: marksOf(known.marks, affiliateId),
    adClicks: own.filter(isClick).flatMap((click) => readAdClicks(known.adClicks[click.clickId] ?? "")),
    clickedAt: own.filter(isClick).map((click) => click.at),
    byCodeAlone: own.every((evidence) => evidence.kind === "code"),
    leaked: known.leaked,
    accusations: known.accusations,
    refundMismatch: mismatchOf(facts),
  };
}

function mismatchOf(facts: OrderFacts): OrderLook["refundMismatch"] {
  const found = refundMismatchOf(facts);
  if (found === null) return null;
  const { currency } = facts;
  return {
    paid: toDecimal({ minor: found.paidMinor, currency }),
    claimed: toDecimal({ minor: found.claimedMinor, currency }),
    currency,
  };
}

/** Whether a flag of an affiliate is about an order of another or the same, placed on this day of the shop. */
export function isReached(
  { affiliateId, kind, evidence }: { readonly affiliateId: AffiliateId } & Pick<Finding, "kind" | "evidence">,
  of: { readonly affiliateId: AffiliateId; readonly day: string },
): boolean {
  if (kind === "burst") return affiliateId === of.affiliateId && evidence["day"] === of.day;
  const { others } = evidence;
  return affiliateId === of.affiliateId || (Array.isArray(others) && others.includes(of.affiliateId));
}

/** The code that won, lower-cased; null where something else did. */
export function winningCode({ attribution }: Pick<LookedAt, "attribution">): string | null {
  const evidence = attribution.decided.winner?.evidence;
  return evidence?.kind === "code" ? referralKey(evidence.code) : null;
}

/** The signed clicks that an order knows. */
export function clicksOf({ attribution }: Pick<LookedAt, "attribution">): ClickEvidence[] {
  return attribution.evidence.filter(isClick);
}

/** Everything by which the buyer might be an affiliate. */
export function buyerHashes({ facts, row }: Pick<LookedAt, "facts" | "row">): string[] {
  const { traces, customerId } = facts;
  return [
    ...(traces?.email ? [traces.email] : []),
    ...(traces?.households ?? []),
    ...(customerId === null ? [] : [customerMark(row.shopId, customerId)]),
  ];
}

function marksOf(marks: readonly KnownMark[], affiliateId: AffiliateId): Marks {
  const own = marks.filter((mark) => mark.affiliateId === affiliateId);
  const hashes = (kind: Mark["kind"]) =>
    new Set(own.filter((mark) => mark.kind === kind).map((mark) => mark.hash));
  return { emails: hashes("email"), customers: hashes("customer"), households: hashes("address") };
}
