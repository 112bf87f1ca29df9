import { describe, expect, it } from "vitest";
import {
  type BalanceLine,
  coverableMinor,
  coveringState,
  coverLines,
  paymentStates,
} from "#app/domain/payouts/payment.ts";
import { coveredBy, dueOf, type ModelLine, openOf } from "../model/covering.ts";
import { fc } from "../support/properties.ts";

function line(lineId: string, openMinor: bigint, more: Partial<BalanceLine> = {}): BalanceLine {
  return { lineId, openMinor, sequence: BigInt(lineId.charCodeAt(0)), laterMinor: 0n, ...more };
}

const covered = (lines: readonly BalanceLine[], total: bigint) =>
  Object.fromEntries(
    coverLines(lines, total).coverings.map(({ lineId, amountMinor }) => [lineId, amountMinor]),
  );

describe("the lines that a payment covers (M22)", () => {
  it("covers a commission and its deduction by a payment of both together", () => {
    expect(covered([line("a", 1_000n), line("b", -400n)], 600n)).toEqual({ a: 1_000n, b: -400n });
  });

  it("covers the fee that the affiliate bears with the amount", () => {
    expect(covered([line("a", 1_000n)], 980n + 20n)).toEqual({ a: 1_000n });
  });

  it("leaves open what PayPal cannot pay of a currency without decimals", () => {
    expect(covered([line("a", 105_050n)], 105_000n)).toEqual({ a: 105_000n });
  });

  it("deducts a refund after payment from what is earned later", () => {
    const lines = [line("a", -1_000n), line("b", 700n), line("c", 500n)];
    expect(covered(lines, 200n)).toEqual({ a: -1_000n, b: 700n, c: 500n });
  });

  it("covers the oldest credits first and the last one in part", () => {
    const lines = [line("c", 300n), line("a", 100n), line("b", 200n)];
    expect(coverLines(lines, 250n)).toEqual({
      coverings: [
        { lineId: "a", amountMinor: 100n },
        { lineId: "b", amountMinor: 150n },
      ],
      restMinor: 0n,
    });
  });

  it("leaves credits after the cutoff open and covers deductions after it", () => {
    const lines = [
      line("a", 300n),
      line("b", 200n, { laterMinor: 200n }),
      line("c", 100n, { laterMinor: 40n }),
      line("d", -50n),
    ];
    expect(covered(lines, 310n)).toEqual({ a: 300n, c: 60n, d: -50n });
    expect(lines.map(coverableMinor)).toEqual([300n, 0n, 60n, -50n]);
  });

  it("says what the lines cannot cover", () => {
    expect(coverLines([line("a", 600n)], 1_000n)).toEqual({
      coverings: [{ lineId: "a", amountMinor: 600n }],
      restMinor: 400n,
    });
    expect(coverLines([line("a", -600n)], 1_000n).restMinor).toBe(1_600n);
    expect(coverLines([], 1_000n)).toEqual({ coverings: [], restMinor: 1_000n });
  });

  it("covers while a payment is open or paid, and not once it ended otherwise", () => {
    const states = paymentStates.map((state) => [state, coveringState(state)]);
    expect(Object.fromEntries(states)).toEqual({
      planned: "in_payout",
      sending: "in_payout",
      checking: "in_payout",
      sent: "in_payout",
      in_review: "in_payout",
      unclaimed: "in_payout",
      needs_attention: "in_payout",
      paid: "paid",
      returned: "uncovered",
      failed: "uncovered",
      canceled: "uncovered",
    });
  });

  it("agrees with the model for any lines and any payment that they can cover", () => {
    const entry = fc.record({ amount: fc.integer({ min: -9, max: 9 }), isLate: fc.boolean() });
    const drawn = fc.array(
      fc.record({ entries: fc.array(entry, { maxLength: 4 }), covered: fc.integer({ min: -5, max: 9 }) }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(drawn, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (rows, chances) => {
        const order = rows
          .map((_, place) => ({ place, chance: Number(chances.next().value) }))
          .toSorted((a, b) => a.chance - b.chance);
        const model: ModelLine[] = rows.map((row, place) => ({
          ...row,
          name: `line ${place}`,
          sequence: place,
        }));
        const shuffled = order.flatMap(({ place }) => model[place] ?? []);
        const lines = shuffled.map((one) => ({
          lineId: one.name,
          sequence: BigInt(one.sequence),
          openMinor: BigInt(openOf(one)),
          laterMinor: BigInt(
            one.entries.reduce((sum, { amount, isLate }) => (isLate && amount > 0 ? sum + amount : sum), 0),
          ),
        }));
        const due = dueOf(model);
        expect(lines.reduce((sum, one) => sum + coverableMinor(one), 0n)).toBe(BigInt(due));
        if (due <= 0) return;
        const total = 1 + Math.floor(Number(chances.next().value) * (due - 1));
        const { coverings, restMinor } = coverLines(lines, BigInt(total));
        expect(restMinor).toBe(0n);
        expect(coverings.reduce((sum, one) => sum + one.amountMinor, 0n)).toBe(BigInt(total));
        const found = new Map(coverings.map((one) => [one.lineId, Number(one.amountMinor)]));
        expect(found).toEqual(coveredBy(model, total));
      }),
      { numRuns: 500 },
    );
  });
});
