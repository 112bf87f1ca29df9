import type { ReferralState } from "../imports/import-kinds.ts";
import type { RowCode } from "../imports/outcomes.ts";
import type { OrderFacts } from "../order.ts";
import { voidingReason } from "../commission.ts";
import type { ExpectedCommission } from "./expected-commission.ts";
import type { AuditReason, AuditVerdict } from "./findings.ts";

/** A referral of the file, as far as its finding depends on it. */
export type JudgedReferral = {
  readonly number: number;
  readonly fault: RowCode | null;
  readonly affiliateKey: string;
  readonly order: string;
  readonly day: string | null;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly state: ReferralState;
};

/** An order of the store with what it earns under the terms of a referral. */
export type JudgedOrder = {
  readonly facts: OrderFacts;
  readonly expectedFor: (referral: JudgedReferral) => ExpectedCommission;
};

type Judging = {
  /** All rows that name the order, in the order of the file. */
  readonly referrals: readonly JudgedReferral[];
  /** Null if the store has no such order. */
  readonly order: JudgedOrder | null;
  /** First day on which the platform shows orders to this app. */
  readonly coveredFrom: string;
};

/** A verdict for each row, by its number. */
export type Verdicts = ReadonlyMap<number, AuditVerdict>;

/**
 * Judges the rows of one order. Several rows of an affiliate are compared together, because refunds are rows of
 * their own in most systems. The affiliate is taken as given, so two affiliates of one order are judged apart.
 */
export function judgeReferrals({ referrals, order, coveredFrom }: Judging): Verdicts {
  const verdicts = new Map<number, AuditVerdict>();
  const open: JudgedReferral[] = [];
  for (const referral of referrals) {
    const uncompared = uncomparedBecause(referral, order, coveredFrom);
    if (uncompared === null) open.push(referral);
    else verdicts.set(referral.number, uncompared);
  }
  if (order === null) return verdicts;
  for (const group of Map.groupBy(open, ({ affiliateKey }) => affiliateKey).values()) {
    for (const [number, verdict] of judgeGroup(group, order)) verdicts.set(number, verdict);
  }
  return verdicts;
}

const uncompared = (finding: AuditVerdict["finding"], reason: AuditReason): AuditVerdict => ({
  finding,
  reason,
  expectedMinor: null,
  differenceMinor: null,
});

/** A verdict without a comparison, or null if the referral can be compared with its order. */
function uncomparedBecause(
  { fault, order: named, day, currency }: JudgedReferral,
  order: JudgedOrder | null,
  coveredFrom: string,
): AuditVerdict | null {
  if (fault !== null) return uncompared("needs_mapping", { code: "cell", what: fault });
  if (named === "") return uncompared("not_checked", { code: "no_order" });
  if (order === null) {
    if (day === null) return uncompared("not_checked", { code: "no_date" });
    // The first day is covered in part, and the file's days are of an unknown time zone.
    if (day <= coveredFrom) return uncompared("not_checked", { code: "before", day: coveredFrom });
    return uncompared("order_not_found", { code: "order_unknown" });
  }
  if (currency !== order.facts.currency) {
    return uncompared("needs_mapping", { code: "order_currency", currency: order.facts.currency });
  }
  return null;
}

/** An amount as paid, in place of the terms'. */
const asPaid = (amountMinor: bigint, reason: AuditReason): AuditVerdict => ({
  finding: "correct",
  reason,
  expectedMinor: amountMinor,
  differenceMinor: 0n,
});

const sum = (some: readonly JudgedReferral[]) => some.reduce((all, { amountMinor }) => all + amountMinor, 0n);

/** Judges the rows of one affiliate for one order: the sum of what was paid against what the terms give. */
function judgeGroup(group: readonly JudgedReferral[], order: JudgedOrder): [number, AuditVerdict][] {
  const denied = group.filter(({ state }) => state === "denied");
  const verdicts = denied.map(({ number }): [number, AuditVerdict] => [
    number,
    asPaid(0n, { code: "denied_before" }),
  ]);
  const live = group.filter(({ state }) => state !== "denied");
  const main = live.find(({ amountMinor }) => amountMinor >= 0n);
  if (!main) {
    const alone = uncompared("not_checked", { code: "commission_missing" });
    return [...verdicts, ...live.map(({ number }): [number, AuditVerdict] => [number, alone])];
  }
  const expected = order.expectedFor(main);
  const twice = repeatedRows(live, expected);
  for (const { number, amountMinor } of twice) {
    verdicts.push([
      number,
      {
        finding: "paid_twice",
        reason: { code: "same_order", row: main.number },
        expectedMinor: 0n,
        differenceMinor: amountMinor,
      },
    ]);
  }
  const once = live.filter((one) => !twice.includes(one));
  for (const one of once) {
    const withMain = asPaid(one.amountMinor, { code: "counted_with", row: main.number });
    if (one !== main) verdicts.push([one.number, withMain]);
  }
  const differenceMinor = sum(once) - expected.currentMinor;
  const verdict = judgeSum({ paidMinor: sum(once), differenceMinor, expected, facts: order.facts });
  return [
    ...verdicts,
    [main.number, { ...verdict, expectedMinor: main.amountMinor - differenceMinor, differenceMinor }],
  ];
}

const tolerance = ({ lines }: ExpectedCommission): bigint => BigInt(Math.max(1, lines));

const sizeOf = (minor: bigint): bigint => (minor < 0n ? -minor : minor);

/** Rows that repeat the amount of an earlier one, if the affiliate got too much and has enough without them. */
function repeatedRows(live: readonly JudgedReferral[], expected: ExpectedCommission): JudgedReferral[] {
  const repeated: JudgedReferral[] = [];
  const seen = new Set<bigint>();
  const most = tolerance(expected);
  let paidMinor = sum(live);
  for (const one of live) {
    const { amountMinor } = one;
    if (amountMinor <= 0n) continue;
    const isSeen = seen.has(amountMinor) || hasNear(seen, amountMinor, most);
    seen.add(amountMinor);
    const isTooMuch = paidMinor - expected.currentMinor > most;
    const isEnough = paidMinor - amountMinor >= expected.currentMinor - most;
    if (!isSeen || !isTooMuch || !isEnough) continue;
    repeated.push(one);
    paidMinor -= amountMinor;
  }
  return repeated;
}

function hasNear(seen: ReadonlySet<bigint>, minor: bigint, most: bigint): boolean {
  for (let off = 1n; off <= most; off += 1n) if (seen.has(minor - off) || seen.has(minor + off)) return true;
  return false;
}

type JudgedSum = {
  readonly paidMinor: bigint;
  readonly differenceMinor: bigint;
  readonly expected: ExpectedCommission;
  readonly facts: OrderFacts;
};

/** Finding of what an affiliate got for an order, and why. */
function judgeSum({
  paidMinor,
  differenceMinor,
  expected,
  facts,
}: JudgedSum): Pick<AuditVerdict, "finding" | "reason"> {
  const { soldMinor, currentMinor, lines } = expected;
  if (differenceMinor === 0n) return { finding: "correct", reason: { code: "as_expected" } };
  if (sizeOf(differenceMinor) <= tolerance(expected)) {
    return { finding: "rounding", reason: { code: "within_rounding", lines: Math.max(1, lines) } };
  }
  if (differenceMinor < 0n) return { finding: "underpaid", reason: { code: "below_terms" } };
  const voided = voidedBecause(facts);
  if (voided !== null) return { finding: "canceled_or_test", reason: voided };
  if (soldMinor <= currentMinor) return { finding: "overpaid", reason: { code: "above_terms" } };
  if (paidMinor < soldMinor - tolerance(expected)) {
    return { finding: "overpaid", reason: { code: "above_after_refund", soldMinor } };
  }
  const code = voidingReason(facts) === "dispute-lost" ? "dispute_lost" : "refunded";
  return { finding: "refund_not_reversed", reason: { code, soldMinor } };
}

/** Why an order should never have earned anything. */
function voidedBecause(facts: OrderFacts): AuditReason | null {
  if (facts.test) return { code: "test_order" };
  const voided = voidingReason(facts);
  if (voided === "cancelled") return { code: "order_canceled" };
  return voided === "deleted" ? { code: "order_deleted" } : null;
}
