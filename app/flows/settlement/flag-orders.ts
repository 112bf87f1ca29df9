import { reasonAsText } from "#app/domain/refusal.ts";
import { systemActor } from "#app/domain/actor.ts";
import {
  type ChosenRule,
  chosenRules,
  decisionOf,
  type Finding,
  checkOrder,
  type Marks,
  type OrderCheckInput,
  readAdClicks,
  refundMismatchOf,
  ruleOf,
  strongest,
} from "#app/domain/fraud/rules.ts";
import type { DecisionInForce } from "#app/domain/decision.ts";
import type { AffiliateId, CommissionId, ShopId } from "#app/domain/ids.ts";
import { toDecimal } from "#app/domain/money.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { referralKey } from "#app/domain/referral-code.ts";
import { type ClickEvidence, isClick } from "#app/domain/attribution.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { customerMark, insertMarks, type Mark } from "#app/store/affiliate-marks.ts";
import { recordAudit } from "#app/store/audit.ts";
import { type CommissionRow, setDecision } from "#app/store/commissions.ts";
import { decidedByFlags, insertDecision } from "#app/store/decisions.ts";
import { type FlagRow, insertFlags, openFlag } from "#app/store/flags.ts";
import { type FraudSources, fraudSources, type KnownMark } from "#app/store/fraud-sources.ts";
import { type CreditedOrder, type KeptAttribution, waitsForPlatform } from "./credit-orders.ts";

/** Effects of an order's flags on its commission. */
type FlagEffects = {
  /** Flags raised now. */
  readonly raised: readonly FlagRow[];
  /** Decision about the credited affiliate's commission; null for none. */
  readonly decision: (DecisionInForce & ("held" | "denied")) | null;
  /** The flag with this effect. */
  readonly because: Pick<FlagRow, "flagId" | "kind"> | null;
  /** The existing commission that is decided about, and its earlier decision. */
  readonly commissionId: CommissionId | null;
  readonly before: DecisionInForce | null;
  /** Marks by which an affiliate who bought is recognized from now on. */
  readonly learned: readonly Mark[];
};

export type FlaggedOrder = CreditedOrder & { readonly flagging: FlagEffects };

export const noFlagging: FlagEffects = {
  raised: [],
  decision: null,
  because: null,
  commissionId: null,
  before: null,
  learned: [],
};

/**
 * Checks locked, judged orders for signs of fraud and applies the shop's settings. A flag that was raised
 * before is not raised again. A person's decision about a commission stays (M12). A commission that only flags
 * hold is denied by a later flag whose rule denies.
 */
export async function flagOrders(
  tx: Tx,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  judged: readonly CreditedOrder[],
  now: Date,
): Promise<FlaggedOrder[]> {
  const looked = judged.filter((one) => !one.facts.test && !waitsForPlatform(one));
  if (looked.length === 0) return judged.map((one) => ({ ...one, flagging: noFlagging }));
  const sources = await fraudSources(tx, shopId, {
    orderIds: looked.map((one) => one.facts.id),
    codes: [...new Set(looked.flatMap((one) => winningCode(one) ?? []))],
    hashes: [...new Set(looked.flatMap((one) => buyerHashes(one)))],
    affiliateIds: [...new Set(looked.flatMap((one) => one.attribution.decided.winner?.affiliateId ?? []))],
    clicks: looked.flatMap((one) => clicksOf(one)),
  });
  const held = looked.flatMap((one) => one.existing.filter(({ decision }) => decision === "held"));
  const byFlags = await decidedByFlags(
    tx,
    shopId,
    held.map((one) => one.commissionId),
  );
  const rules = chosenRules(sources.rules);
  const seen = new Set(looked);
  const marks = [...sources.marks];
  return judged.map((one) => {
    if (!seen.has(one)) return { ...one, flagging: noFlagging };
    const learned = newMarks(one, marks, now);
    const { flags, accusing, adClicks } = sources;
    const known = { rules, flags, accusing, adClicks, timeZone, marks, byFlags, learned, now };
    const flagged = flagOrder(one, known);
    marks.push(...learned);
    return flagged;
  });
}

type FlaggingFacts = {
  readonly rules: readonly ChosenRule[];
  readonly flags: FraudSources["flags"];
  readonly accusing: FraudSources["accusing"];
  readonly adClicks: FraudSources["adClicks"];
  readonly timeZone: string;
  readonly marks: readonly KnownMark[];
  /** Commissions held by a flag. */
  readonly byFlags: ReadonlySet<CommissionId>;
  readonly learned: readonly Mark[];
  readonly now: Date;
};

function flagOrder(one: CreditedOrder, known: FlaggingFacts): FlaggedOrder {
  const { facts, existing, attribution } = one;
  const { flags, learned } = known;
  const { winner } = attribution.decided;
  if (winner === null) return { ...one, flagging: { ...noFlagging, learned } };
  const { affiliateId } = winner;
  const before = flags.filter((flag) => flag.subjectKind === "order" && flag.subjectId === facts.id);
  const raised = newFlags(one, affiliateId, known).filter(({ kind }) =>
    before.every((flag) => flag.kind !== kind),
  );
  const mine = existing.find((commission) => commission.affiliateId === affiliateId) ?? null;
  const standing = before.filter((flag) => flag.status !== "dismissed" && flag.affiliateId === affiliateId);
  const because = strongest(mine === null ? [...standing, ...raised] : raised);
  if (because === null || !isDecisionPossible(decisionOf(because), mine, known)) {
    return { ...one, flagging: { ...noFlagging, raised, learned } };
  }
  const decision = decisionOf(because);
  return {
    ...one,
    existing: existing.map((commission) => (commission === mine ? { ...commission, decision } : commission)),
    flagging: {
      raised,
      decision,
      because,
      commissionId: mine?.commissionId ?? null,
      before: mine?.decision ?? null,
      learned,
    },
  };
}

/** True where only flags decided about it and nothing was released. A released commission is only noted. */
function isLeftToFlags(
  commission: CommissionRow | null,
  { byFlags }: Pick<FlaggingFacts, "byFlags">,
): boolean {
  if (commission === null) return true;
  const { decision, releasedAt, commissionId } = commission;
  return releasedAt === null && (decision === null || byFlags.has(commissionId));
}

/** A commission on hold may have several flags. Only a denial changes it. */
function isDecisionPossible(
  decision: "held" | "denied",
  commission: CommissionRow | null,
  known: FlaggingFacts,
): boolean {
  return isLeftToFlags(commission, known) && commission?.decision !== decision;
}

/** Flags for every sign of fraud, including those raised before. */
function newFlags(one: CreditedOrder, affiliateId: AffiliateId, known: FlaggingFacts): FlagRow[] {
  const { facts, row } = one;
  const { rules, flags, marks, adClicks, now } = known;
  const subject = { shopId: row.shopId, affiliateId, subjectKind: "order", subjectId: facts.id } as const;
  const accusations = accusationsOf(one, affiliateId, known);
  const look = orderTraits(one, affiliateId, { marks, adClicks, leaked: leakedBy(one, flags), accusations });
  return checkOrder(look, rules).map((finding) =>
    openFlag({ ...subject, finding, action: ruleOf(rules, finding.kind).action, now }),
  );
}

/**
 * Flags about the affiliate that reach this order. Empty if the commission was released, because it can't be
 * held.
 */
function accusationsOf(
  { facts, existing }: CreditedOrder,
  affiliateId: AffiliateId,
  known: FlaggingFacts,
): FraudSources["accusing"] {
  if (known.accusing.length === 0) return [];
  const mine = existing.find((commission) => commission.affiliateId === affiliateId) ?? null;
  if (!isLeftToFlags(mine, known)) return [];
  const day = dayIn(known.timeZone, new Date(facts.createdAt));
  return known.accusing.filter((flag) => isReached(flag, { affiliateId, day }));
}

function leakedBy(one: CreditedOrder, flags: FraudSources["flags"]) {
  const code = winningCode(one);
  const flag = flags.find(
    (known) => known.subjectKind === "code" && known.subjectId === code && known.status !== "dismissed",
  );
  return code !== null && flag ? { code, score: flag.score } : null;
}

/**
 * A buyer with an affiliate's email address is that affiliate, whoever is credited. Their customer account and
 * household are recognized from then on.
 */
function newMarks({ facts, row }: CreditedOrder, marks: readonly KnownMark[], now: Date): Mark[] {
  const { traces, customerId } = facts;
  if (!traces?.email) return [];
  const buyers = marks.filter((mark) => mark.kind === "email" && mark.hash === traces.email);
  return buyers.flatMap(({ affiliateId }) => {
    const found = [
      ...(customerId === null
        ? []
        : [{ kind: "customer" as const, hash: customerMark(row.shopId, customerId) }]),
      ...traces.households.map((hash) => ({ kind: "address" as const, hash })),
    ];
    const isNew = ({ kind, hash }: { kind: string; hash: string }) =>
      !marks.some((mark) => mark.affiliateId === affiliateId && mark.kind === kind && mark.hash === hash);
    return found.filter(isNew).map((one) => ({ shopId: row.shopId, affiliateId, since: now, ...one }));
  });
}

/** The parts of an order that fraud rules read, during settlement or from its row. */
export type OrderToCheck = {
  readonly facts: OrderFacts;
  readonly row: { readonly shopId: ShopId };
  readonly attribution: KeptAttribution;
};

/** Facts that the fraud rules look at, for the credited affiliate. */
export function orderTraits(
  { facts, attribution, row }: OrderToCheck,
  affiliateId: AffiliateId,
  known: { readonly marks: readonly KnownMark[] } & Pick<OrderCheckInput, "leaked" | "accusations"> &
    Pick<FraudSources, "adClicks">,
): OrderCheckInput {
  const own = attribution.evidence.filter((evidence) => evidence.affiliateId === affiliateId);
  return {
    createdAt: facts.createdAt,
    buyer: facts.traces ?? null,
    customer: facts.customerId && customerMark(row.shopId, facts.customerId),
    landingSite: facts.landingSite,
    marks: marksOfAffiliate(known.marks, affiliateId),
    adClicks: own.filter(isClick).flatMap((click) => readAdClicks(known.adClicks[click.clickId] ?? "")),
    clickedAt: own.filter(isClick).map((click) => click.at),
    byCodeAlone: own.every((evidence) => evidence.kind === "code"),
    leaked: known.leaked,
    accusations: known.accusations,
    refundMismatch: mismatchOf(facts),
  };
}

function mismatchOf(facts: OrderFacts): OrderCheckInput["refundMismatch"] {
  const found = refundMismatchOf(facts);
  if (found === null) return null;
  const { currency } = facts;
  return {
    paid: toDecimal({ minor: found.paidMinor, currency }),
    claimed: toDecimal({ minor: found.claimedMinor, currency }),
    currency,
  };
}

/** True where an affiliate's flag is about an order of this or another affiliate, placed on this day of the shop. */
export function isReached(
  { affiliateId, kind, evidence }: { readonly affiliateId: AffiliateId } & Pick<Finding, "kind" | "evidence">,
  of: { readonly affiliateId: AffiliateId; readonly day: string },
): boolean {
  if (kind === "burst") return affiliateId === of.affiliateId && evidence["day"] === of.day;
  const { others } = evidence;
  return affiliateId === of.affiliateId || (Array.isArray(others) && others.includes(of.affiliateId));
}

/** The winning code in lower case. Null if something else won. */
export function winningCode({ attribution }: Pick<OrderToCheck, "attribution">): string | null {
  const evidence = attribution.decided.winner?.evidence;
  return evidence?.kind === "code" ? referralKey(evidence.code) : null;
}

/** The order's signed clicks. */
export function clicksOf({ attribution }: Pick<OrderToCheck, "attribution">): ClickEvidence[] {
  return attribution.evidence.filter(isClick);
}

/** All hashes by which the buyer could be recognized as an affiliate. */
export function buyerHashes({ facts, row }: Pick<OrderToCheck, "facts" | "row">): string[] {
  const { traces, customerId } = facts;
  return [
    ...(traces?.email ? [traces.email] : []),
    ...(traces?.households ?? []),
    ...(customerId === null ? [] : [customerMark(row.shopId, customerId)]),
  ];
}

function marksOfAffiliate(marks: readonly KnownMark[], affiliateId: AffiliateId): Marks {
  const own = marks.filter((mark) => mark.affiliateId === affiliateId);
  const hashes = (kind: Mark["kind"]) =>
    new Set(own.filter((mark) => mark.kind === kind).map((mark) => mark.hash));
  return { emails: hashes("email"), customers: hashes("customer"), households: hashes("address") };
}

/** The flagging of an order, and the commission that was created with it. */
export type FlaggedCommission = { readonly flagging: FlagEffects; readonly created: CommissionId | null };

/**
 * Writes flags, and records their effects as decisions of the system that name the flag, so nothing is held or
 * denied silently. The caller has locked the orders, but no balance yet.
 */
export async function writeFlags(
  tx: Tx,
  shopId: ShopId,
  flagged: readonly FlaggedCommission[],
  now: Date,
): Promise<void> {
  const learned = flagged.flatMap(({ flagging }) => flagging.learned);
  if (learned.length > 0) await insertMarks(tx, learned);
  const raised = flagged.flatMap(({ flagging }) => flagging.raised);
  if (raised.length > 0) await insertFlags(tx, raised);
  for (const { flagging, created } of flagged) {
    const commissionId = created ?? flagging.commissionId;
    const { decision, because } = flagging;
    if (decision === null || because === null || commissionId === null) continue;
    if (created === null) await setDecision(tx, shopId, { commissionId, decision });
    const subject = { kind: "commission", id: commissionId } as const;
    const note = reasonAsText({ code: "fraud_rule", rule: { fraudRule: because.kind } });
    const details = { flagId: because.flagId };
    await insertDecision(tx, shopId, {
      subject,
      kind: decision,
      note,
      details,
      by: { actor: systemActor, now },
    });
    await recordAudit(tx, shopId, {
      subjectKind: subject.kind,
      subjectId: subject.id,
      action: decision,
      actor: systemActor,
      details: { before: flagging.before, note, ...details },
      now,
    });
  }
}
