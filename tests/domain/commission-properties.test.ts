import { expect, test } from "vitest";
import { chargesOf } from "#app/domain/charges.ts";
import type { Evaluation } from "#app/domain/commission.ts";
import { mergeFacts } from "#app/domain/order-merge.ts";
import { fc } from "../support/properties.ts";
import { anyHistory, fullRefundOf } from "./order-history.ts";
import { discrepancyOf, evaluated, percentOf, refundOf } from "./order-of.ts";

const sumOf = (of: Evaluation, pick: (line: Evaluation["lines"][number]) => bigint): bigint =>
  of.lines.reduce((total, line) => total + pick(line), 0n);

test("M8, M9: lines sum to the order, and the current commission of each line is between zero and what it earned", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, terms, refunds }) => {
      const result = evaluated(terms, { ...facts, refunds });
      expect(sumOf(result, (line) => line.currentMinor)).toBe(result.currentMinor);
      expect(sumOf(result, (line) => line.commissionMinor)).toBe(result.originalMinor);
      for (const line of result.lines) {
        expect(line.currentMinor >= 0n && line.currentMinor <= line.commissionMinor).toBe(true);
        expect(line.remainingNetMinor >= 0n && line.remainingNetMinor <= line.netMinor).toBe(true);
      }
      expect(result.uncreditedReason === null).toBe(result.currentMinor > 0n);
    }),
    { numRuns: 400 },
  );
});

test("M8: a fixed amount is paid whole, or not at all where nothing counts", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, terms }) => {
      if (terms.commission.kind !== "fixed") return;
      const result = evaluated(terms, facts);
      expect(result.currentMinor).toBe(result.baseMinor === 0n ? 0n : terms.commission.amount.minor);
    }),
    { numRuns: 300 },
  );
});

test("M6: a line returned in full earns exactly zero, whatever happened before", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, terms }) => {
      const goodsOnly = { ...terms, base: { ...terms.base, tips: false, duties: false } };
      const result = evaluated(goodsOnly, { ...facts, refunds: [fullRefundOf(facts)] });
      expect(result.currentMinor).toBe(0n);
    }),
    { numRuns: 300 },
  );
});

test("M9: an order refunded in full as an amount earns exactly zero", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, terms }) => {
      const all = chargesOf(facts).reduce((total, charge) => total + charge.netMinor + charge.taxMinor, 0n);
      const refund = refundOf("1", { adjustments: [discrepancyOf(-all)] });
      expect(evaluated(terms, { ...facts, refunds: [refund] }).currentMinor).toBe(0n);
    }),
    { numRuns: 300 },
  );
});

test("M9: a canceled order earns exactly zero, whatever was refunded", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, terms, refunds }) => {
      const result = evaluated(terms, { ...facts, refunds, cancelledAt: "2026-11-20T00:00:00Z" });
      expect(result.currentMinor).toBe(0n);
    }),
  );
});

test("M9: money that goes back as an amount leaves the base with everything charged, to the minor unit", () => {
  fc.assert(
    fc.property(anyHistory, fc.bigInt({ min: 1n, max: 50_000n }), ({ facts }, amount) => {
      const everything = percentOf(100, {
        shipping: true,
        tax: true,
        tips: true,
        giftCards: true,
        duties: true,
      });
      const before = evaluated(everything, facts).baseMinor;
      const refund = refundOf("1", { adjustments: [discrepancyOf(-amount)] });
      const after = evaluated(everything, { ...facts, refunds: [refund] }).remainingBaseMinor;
      expect(after).toBe(amount > before ? 0n : before - amount);
    }),
    { numRuns: 300 },
  );
});

test("M10: refunds heard of in any order, and any number of times, end in the same", () => {
  const shuffled = anyHistory.chain((history) =>
    fc.record({
      history: fc.constant(history),
      heard: fc.shuffledSubarray([...history.refunds, ...history.refunds], {
        minLength: history.refunds.length * 2,
      }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ history, heard }) => {
      const { facts, terms, refunds } = history;
      let known = facts;
      for (const refund of heard) known = mergeFacts(known, { ...facts, refunds: [refund] }).facts;
      expect(evaluated(terms, known)).toEqual(evaluated(terms, { ...facts, refunds }));
    }),
    { numRuns: 300 },
  );
});

test("M9: one more successful refund never raises the current commission", () => {
  fc.assert(
    fc.property(anyHistory, fc.bigInt({ min: 0n, max: 5000n }), ({ facts, terms, refunds }, amount) => {
      const settled = refunds.filter((one) => one.status === "success");
      const more = refundOf("98", {
        createdAt: "2026-11-28T09:00:00Z",
        adjustments: [discrepancyOf(-amount)],
      });
      const before = evaluated(terms, { ...facts, refunds: settled });
      const after = evaluated(terms, { ...facts, refunds: [...settled, more] });
      expect(after.currentMinor <= before.currentMinor).toBe(true);
    }),
    { numRuns: 300 },
  );
});
