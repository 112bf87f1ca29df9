import type { StandingDecision } from "#app/domain/decision.ts";
import { lookAtOrder } from "#app/domain/fraud/order-rules.ts";
import { type ChosenRule, chosenRules, decisionOf, ruleOf, strongest } from "#app/domain/fraud/rules.ts";
import type { AffiliateId, CommissionId, ShopId } from "#app/domain/ids.ts";
import { dayIn } from "#app/platform/clock.ts";
import type { Tx } from "#app/platform/db.server.ts";
import { customerMark, type Mark } from "#app/store/affiliate-marks.ts";
import type { CommissionRow } from "#app/store/commissions.ts";
import { decidedByFlags } from "#app/store/decisions.ts";
import { type FlagRow, openFlag } from "#app/store/flags.ts";
import { type FraudSources, fraudSources, type KnownMark } from "#app/store/fraud-sources.ts";
import { type Judged, mustWait } from "./credit-orders.ts";
import { buyerHashes, clicksOf, isReached, orderLook, winningCode } from "./order-look.ts";

/** What of the flags of an order follows for its commission. */
export type Flagging = {
  /** Raised now. */
  readonly raised: readonly FlagRow[];
  /** What the flags do to the commission of whoever is credited; null for nothing. */
  readonly decision: (StandingDecision & ("held" | "denied")) | null;
  /** The flag that does it. */
  readonly because: Pick<FlagRow, "flagId" | "kind"> | null;
  /** The commission that stood before, where it is decided about, and what held of it. */
  readonly commissionId: CommissionId | null;
  readonly before: StandingDecision | null;
  /** By what an affiliate who bought is known from now on. */
  readonly learned: readonly Mark[];
};

export type Flagged = Judged & { readonly flagging: Flagging };

export const noFlagging: Flagging = {
  raised: [],
  decision: null,
  because: null,
  commissionId: null,
  before: null,
  learned: [],
};

/**
 * Looks at locked, judged orders for what seems wrong, and says what the shop's choice makes of it. A flag that was
 * raised before is never raised again, and what a person decided about a commission is left alone (M12); what only flags
 * hold is denied by a later one whose rule says so.
 */
export async function flagOrders(
  tx: Tx,
  { shopId, timeZone }: { readonly shopId: ShopId; readonly timeZone: string },
  judged: readonly Judged[],
  now: Date,
): Promise<Flagged[]> {
  const looked = judged.filter((one) => !one.facts.test && !mustWait(one));
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
    const learned = learn(one, marks, now);
    const { flags, accusing, adClicks } = sources;
    const known = { rules, flags, accusing, adClicks, timeZone, marks, byFlags, learned, now };
    const flagged = flagOne(one, known);
    marks.push(...learned);
    return flagged;
  });
}

type Known = {
  readonly rules: readonly ChosenRule[];
  readonly flags: FraudSources["flags"];
  readonly accusing: FraudSources["accusing"];
  readonly adClicks: FraudSources["adClicks"];
  readonly timeZone: string;
  readonly marks: readonly KnownMark[];
  /** Commissions that a flag holds. */
  readonly byFlags: ReadonlySet<CommissionId>;
  readonly learned: readonly Mark[];
  readonly now: Date;
};

function flagOne(one: Judged, known: Known): Flagged {
  const { facts, existing, attribution } = one;
  const { flags, learned } = known;
  const { winner } = attribution.decided;
  if (winner === null) return { ...one, flagging: { ...noFlagging, learned } };
  const { affiliateId } = winner;
  const before = flags.filter((flag) => flag.subjectKind === "order" && flag.subjectId === facts.id);
  const raised = raise(one, affiliateId, known).filter(({ kind }) =>
    before.every((flag) => flag.kind !== kind),
  );
  const mine = existing.find((commission) => commission.affiliateId === affiliateId) ?? null;
  const standing = before.filter((flag) => flag.status !== "dismissed" && flag.affiliateId === affiliateId);
  const because = strongest(mine === null ? [...standing, ...raised] : raised);
  if (because === null || !mayBe(decisionOf(because), mine, known)) {
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

/** Nobody but flags decided about it, and nothing of it was released: what was released is only noted. */
function isLeftToFlags(commission: CommissionRow | null, { byFlags }: Pick<Known, "byFlags">): boolean {
  if (commission === null) return true;
  const { decision, releasedAt, commissionId } = commission;
  return releasedAt === null && (decision === null || byFlags.has(commissionId));
}

/** What is held already is held by one flag, or by many; only to be denied is more. */
function mayBe(decision: "held" | "denied", commission: CommissionRow | null, known: Known): boolean {
  return isLeftToFlags(commission, known) && commission?.decision !== decision;
}

/** Flags for everything that looks wrong, whether it was raised before or not. */
function raise(one: Judged, affiliateId: AffiliateId, known: Known): FlagRow[] {
  const { facts, row } = one;
  const { rules, flags, marks, adClicks, now } = known;
  const subject = { shopId: row.shopId, affiliateId, subjectKind: "order", subjectId: facts.id } as const;
  const accusations = accusationsOf(one, affiliateId, known);
  const look = orderLook(one, affiliateId, { marks, adClicks, leaked: leakedBy(one, flags), accusations });
  return lookAtOrder(look, rules).map((finding) =>
    openFlag({ ...subject, finding, action: ruleOf(rules, finding.kind).action, now }),
  );
}

/** Flags of the affiliate that this order is judged by; of one whose commission was released nothing can be held. */
function accusationsOf(
  { facts, existing }: Judged,
  affiliateId: AffiliateId,
  known: Known,
): FraudSources["accusing"] {
  if (known.accusing.length === 0) return [];
  const mine = existing.find((commission) => commission.affiliateId === affiliateId) ?? null;
  if (!isLeftToFlags(mine, known)) return [];
  const day = dayIn(known.timeZone, new Date(facts.createdAt));
  return known.accusing.filter((flag) => isReached(flag, { affiliateId, day }));
}

function leakedBy(one: Judged, flags: FraudSources["flags"]) {
  const code = winningCode(one);
  const flag = flags.find(
    (known) => known.subjectKind === "code" && known.subjectId === code && known.status !== "dismissed",
  );
  return code !== null && flag ? { code, score: flag.score } : null;
}

/**
 * Who buys with an affiliate's own address is that affiliate, whoever is credited: their customer account and their
 * household are known from then on.
 */
function learn({ facts, row }: Judged, marks: readonly KnownMark[], now: Date): Mark[] {
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
