import { describe, expect, it } from "vitest";
import { expectedCommission } from "#app/domain/audit/expected-commission.ts";
import { auditFindings } from "#app/domain/audit/findings.ts";
import { judgeReferrals, type JudgedReferral } from "#app/domain/audit/judge-referrals.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import type { ProgramTerms } from "#app/domain/terms/terms.ts";
import { fc } from "../../support/properties.ts";
import { fixedOf, lineOf, orderOf, percentOf, refundOf, shippingOf } from "../order-of.ts";

const tenPercent = percentOf(10);
const hundred = orderOf({ lines: [lineOf("1", 10_000n)] });

const row = (number: number, amountMinor: bigint, change: Partial<JudgedReferral> = {}): JudgedReferral => ({
  number,
  fault: null,
  affiliateKey: "ada@x.example",
  order: "1001",
  day: "2026-11-10",
  amountMinor,
  currency: "USD",
  state: "paid",
  ...change,
});

function judge(
  referrals: readonly JudgedReferral[],
  facts: OrderFacts | null = hundred,
  terms: ProgramTerms = tenPercent,
) {
  const order = facts && { facts, expectedFor: () => expectedCommission(terms, facts) };
  const verdicts = judgeReferrals({ referrals, order, coveredFrom: "2026-09-11" });
  return referrals.map(({ number }) => {
    const verdict = verdicts.get(number);
    return [verdict?.finding, verdict?.reason.code, verdict?.expectedMinor, verdict?.differenceMinor];
  });
}

const halfBack = orderOf({
  lines: [lineOf("1", 5000n, { quantity: 2 })],
  refunds: [refundOf("1", { lines: [{ lineId: "1", quantity: 1, subtotalMinor: 5000n, taxMinor: 0n }] })],
});

describe("one referral of an order", () => {
  it("is correct if it has the commission of the terms", () => {
    expect(judge([row(2, 1000n)])).toEqual([["correct", "as_expected", 1000n, 0n]]);
  });

  it("is rounding up to one minor unit for each line of the order, and an error above", () => {
    expect(judge([row(2, 1001n)])).toEqual([["rounding", "within_rounding", 1000n, 1n]]);
    expect(judge([row(2, 999n)])).toEqual([["rounding", "within_rounding", 1000n, -1n]]);
    expect(judge([row(2, 1002n)])).toEqual([["overpaid", "above_terms", 1000n, 2n]]);
    const three = orderOf({ lines: ["1", "2", "3"].map((id) => lineOf(id, 333n)) });
    // Each line earns 0.33, and 10% of 9.99 is 1.00.
    expect(judge([row(2, 100n)], three)).toEqual([["rounding", "within_rounding", 99n, 1n]]);
    expect(judge([row(2, 102n)], three)).toEqual([["rounding", "within_rounding", 99n, 3n]]);
    expect(judge([row(2, 103n)], three)).toEqual([["overpaid", "above_terms", 99n, 4n]]);
  });

  it("is overpaid or underpaid by the difference", () => {
    const shipped = orderOf({
      lines: [lineOf("1", 10_000n, { taxMinor: 2000n })],
      shipping: [shippingOf(500n)],
    });
    expect(judge([row(2, 1250n)], shipped)).toEqual([["overpaid", "above_terms", 1000n, 250n]]);
    const withAll = percentOf(10, { shipping: true, tax: true });
    expect(judge([row(2, 1250n)], shipped, withAll)).toEqual([["correct", "as_expected", 1250n, 0n]]);
    expect(judge([row(2, 400n)], shipped, fixedOf(500n))).toEqual([
      ["underpaid", "below_terms", 500n, -100n],
    ]);
    expect(judge([row(2, 0n)])).toEqual([["underpaid", "below_terms", 1000n, -1000n]]);
  });

  it("is a refund never reversed if it has the commission of the whole order", () => {
    expect(judge([row(2, 1000n)], halfBack)).toEqual([["refund_not_reversed", "refunded", 500n, 500n]]);
    expect(judge([row(2, 500n)], halfBack)).toEqual([["correct", "as_expected", 500n, 0n]]);
    expect(judge([row(2, 700n)], halfBack)).toEqual([["overpaid", "above_after_refund", 500n, 200n]]);
    const lost = { ...hundred, dispute: "lost" as const };
    expect(judge([row(2, 1000n)], lost)).toEqual([["refund_not_reversed", "dispute_lost", 0n, 1000n]]);
  });

  it("may not be paid for a canceled, deleted or test order", () => {
    const at = "2026-11-11T00:00:00Z";
    const code = (facts: Partial<OrderFacts>) => judge([row(2, 1000n)], { ...hundred, ...facts })[0];
    expect(code({ cancelledAt: at })).toEqual(["canceled_or_test", "order_canceled", 0n, 1000n]);
    expect(code({ deleted: true })).toEqual(["canceled_or_test", "order_deleted", 0n, 1000n]);
    expect(code({ test: true })).toEqual(["canceled_or_test", "test_order", 0n, 1000n]);
    expect(judge([row(2, 0n)], { ...hundred, cancelledAt: at })[0]?.[0]).toBe("correct");
  });

  it("is taken as given if the other app denied it", () => {
    expect(judge([row(2, 1000n, { state: "denied" })])).toEqual([["correct", "denied_before", 0n, 0n]]);
  });

  it("is not compared in another currency, or with a cell that can't be read", () => {
    expect(judge([row(2, 1000n, { currency: "EUR" })])).toEqual([
      ["needs_mapping", "order_currency", null, null],
    ]);
    expect(judge([row(2, 0n, { fault: "amount_unreadable" })])).toEqual([
      ["needs_mapping", "cell", null, null],
    ]);
  });

  it("without its order is an error only within the days that the platform shows", () => {
    const of = (day: string | null) => judge([row(2, 1000n, { day })], null)[0]?.slice(0, 2);
    expect(of("2026-09-12")).toEqual(["order_not_found", "order_unknown"]);
    expect(of("2026-09-11")).toEqual(["not_checked", "before"]);
    expect(of("2024-01-01")).toEqual(["not_checked", "before"]);
    expect(of(null)).toEqual(["not_checked", "no_date"]);
    expect(judge([row(2, 1000n, { order: "" })], null)[0]?.slice(0, 2)).toEqual(["not_checked", "no_order"]);
  });

  it("counts in currencies without minor units", () => {
    const yen = orderOf({ currency: "JPY", lines: [lineOf("1", 1005n)] });
    expect(judge([row(2, 101n, { currency: "JPY" })], yen)).toEqual([["correct", "as_expected", 101n, 0n]]);
    expect(judge([row(2, 100n, { currency: "JPY" })], yen)).toEqual([
      ["rounding", "within_rounding", 101n, -1n],
    ]);
  });
});

describe("several referrals of an order", () => {
  it("are compared together with the refunds among them", () => {
    expect(judge([row(2, 1000n), row(3, -500n)], halfBack)).toEqual([
      ["correct", "as_expected", 1000n, 0n],
      ["correct", "counted_with", -500n, 0n],
    ]);
    expect(judge([row(2, 1000n), row(3, -500n, { state: "denied" })], halfBack)).toEqual([
      ["refund_not_reversed", "refunded", 500n, 500n],
      ["correct", "denied_before", 0n, 0n],
    ]);
  });

  it("are paid twice if they repeat an amount", () => {
    expect(judge([row(2, 1000n), row(3, 1000n)])).toEqual([
      ["correct", "as_expected", 1000n, 0n],
      ["paid_twice", "same_order", 0n, 1000n],
    ]);
    expect(judge([row(2, 1000n), row(3, 1000n), row(4, -500n)], halfBack)).toEqual([
      ["correct", "as_expected", 1000n, 0n],
      ["paid_twice", "same_order", 0n, 1000n],
      ["correct", "counted_with", -500n, 0n],
    ]);
    expect(judge([row(2, 1500n), row(3, 1500n)])).toEqual([
      ["overpaid", "above_terms", 1000n, 500n],
      ["paid_twice", "same_order", 0n, 1500n],
    ]);
  });

  it("are not paid twice if the repetition was taken back, or both together are the commission", () => {
    expect(judge([row(2, 1000n), row(3, 1000n), row(4, -1000n)]).map(([finding]) => finding)).toEqual([
      "correct",
      "correct",
      "correct",
    ]);
    expect(judge([row(2, 500n), row(3, 500n)])).toEqual([
      ["correct", "as_expected", 500n, 0n],
      ["correct", "counted_with", 500n, 0n],
    ]);
  });

  it("of two affiliates are judged apart, because the file's attribution is given", () => {
    expect(judge([row(2, 1000n), row(3, 300n, { affiliateKey: "bob@x.example" })])).toEqual([
      ["correct", "as_expected", 1000n, 0n],
      ["underpaid", "below_terms", 1000n, -700n],
    ]);
  });

  it("without the commission that they reduce are not checked", () => {
    expect(judge([row(2, -500n)], halfBack)).toEqual([["not_checked", "commission_missing", null, null]]);
  });
});

const amounts = fc.bigInt({ min: -3000n, max: 3000n });
const anyRow = fc.record({
  amountMinor: amounts,
  state: fc.constantFrom("paid", "approved", "pending", "denied" as const),
  affiliateKey: fc.constantFrom("a", "b"),
  currency: fc.constantFrom("USD", "USD", "USD", "EUR"),
  fault: fc.constantFrom(null, null, null, "amount_unreadable" as const),
});
const anyOrder = fc.constantFrom(
  null,
  hundred,
  halfBack,
  { ...hundred, test: true },
  { ...hundred, cancelledAt: "2026-11-11T00:00:00Z" },
);

it("gives each referral one finding, and their differences add up to paid less expected", () => {
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 6 }), anyOrder, (rows, facts) => {
      const referrals = rows.map((one, at) => row(at + 2, one.amountMinor, one));
      const order = facts && { facts, expectedFor: () => expectedCommission(tenPercent, facts) };
      const verdicts = judgeReferrals({ referrals, order, coveredFrom: "2026-09-11" });
      expect([...verdicts.keys()].toSorted((a, b) => a - b)).toEqual(referrals.map(({ number }) => number));
      const current = facts === null ? 0n : expectedCommission(tenPercent, facts).currentMinor;
      for (const group of Map.groupBy(referrals, ({ affiliateKey }) => affiliateKey).values()) {
        const compared = group.filter(
          ({ number }) => (verdicts.get(number)?.differenceMinor ?? null) !== null,
        );
        const live = compared.filter(({ state }) => state !== "denied");
        if (live.length === 0) continue;
        const paid = live.reduce((all, { amountMinor }) => all + amountMinor, 0n);
        const off = compared.reduce(
          (all, { number }) => all + (verdicts.get(number)?.differenceMinor ?? 0n),
          0n,
        );
        expect(off).toBe(paid - current);
        for (const { number, amountMinor } of live) {
          const { expectedMinor, differenceMinor } = verdicts.get(number) ?? {};
          expect(amountMinor - (expectedMinor ?? 0n)).toBe(differenceMinor);
        }
      }
      for (const { finding } of verdicts.values()) expect(auditFindings).toContain(finding);
    }),
  );
});
