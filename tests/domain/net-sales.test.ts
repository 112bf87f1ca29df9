import { expect, test } from "vitest";
import { returnsOf } from "#app/domain/charges.ts";
import type { OrderFacts } from "#app/domain/order.ts";
import { fc } from "../support/properties.ts";
import { anyHistory } from "./order-history.ts";
import { discrepancyOf, lineOf, orderOf, refundOf, shippingOf } from "./order-of.ts";

/** When net sales are taken off again, worked out by hand. Every literal is in minor units. */

const november = (day: number) => `2026-11-${day}T09:00:00Z`;
const whole = (lineId: string, subtotalMinor: bigint) => ({
  lineId,
  quantity: 1,
  subtotalMinor,
  taxMinor: 0n,
});
const told = (facts: OrderFacts) =>
  returnsOf(facts).map(({ at, minor, charges }) => [at, minor, Object.fromEntries(charges)]);

test("M14: each of two goods comes off on the day of its own refund", () => {
  const facts = orderOf({
    lines: [lineOf("1", 3000n, { currentQuantity: 0 }), lineOf("2", 7000n, { currentQuantity: 0 })],
    refunds: [
      refundOf("2", { createdAt: november(19), lines: [whole("2", 7000n)] }),
      refundOf("1", { createdAt: november(15), lines: [whole("1", 3000n)] }),
    ],
  });
  expect(told(facts)).toEqual([
    [november(15), 3000n, { "1": 3000n }],
    [november(19), 7000n, { "2": 7000n }],
  ]);
});

test("M14: shipping that was given back takes nothing off the goods of that day", () => {
  const facts = orderOf({
    lines: [lineOf("1", 5000n, { currentQuantity: 0 })],
    shipping: [shippingOf(1000n)],
    refunds: [
      refundOf("1", {
        createdAt: november(15),
        adjustments: [{ kind: "shipping-refund", amountMinor: -1000n, taxMinor: 0n }],
      }),
      refundOf("2", { createdAt: november(19), lines: [whole("1", 5000n)] }),
    ],
  });
  expect(told(facts)).toEqual([[november(19), 5000n, { "1": 5000n }]]);
});

test("M9, M14: an amount takes its part of the goods on its day, and the return what was left", () => {
  // 13.00 of 100.00 + 10.00 shipping + 20.00 tax is a tenth: 10.00 of the goods.
  const facts = orderOf({
    lines: [lineOf("1", 10000n, { taxMinor: 2000n, currentQuantity: 0 })],
    shipping: [shippingOf(1000n)],
    refunds: [
      refundOf("1", { createdAt: november(15), adjustments: [discrepancyOf(-1300n)] }),
      refundOf("2", { createdAt: november(19), lines: [{ ...whole("1", 10000n), taxMinor: 2000n }] }),
    ],
  });
  expect(told(facts)).toEqual([
    [november(15), 1000n, { "1": 1000n }],
    [november(19), 9000n, { "1": 9000n }],
  ]);
});

test("M14: what no refund took went with the cancellation, or with the edit on the order's day", () => {
  const lines = [lineOf("1", 5000n, { quantity: 2, currentQuantity: 1 })];
  const edited = orderOf({ lines });
  expect(told(edited)).toEqual([[edited.createdAt, 5000n, { "1": 5000n }]]);
  expect(told(orderOf({ lines, cancelledAt: november(17) }))).toEqual([
    [november(17), 10000n, { "1": 10000n }],
  ]);
  expect(told(orderOf({ lines: [lineOf("1", 5000n)] }))).toEqual([]);
});

test("M14: what an edit took stays on the order's day when all else is refunded", () => {
  const lines = [lineOf("1", 5000n, { quantity: 2, currentQuantity: 0 })];
  const facts = orderOf({
    lines,
    financialStatus: "refunded",
    refunds: [refundOf("1", { createdAt: november(19), lines: [whole("1", 4998n)] })],
  });
  expect(told(facts)).toEqual([
    [facts.createdAt, 5000n, { "1": 5000n }],
    [november(19), 5000n, { "1": 5000n }],
  ]);
  const rated = orderOf({
    lines: [lineOf("1", 5000n, { quantity: 2, currentQuantity: 1 })],
    financialStatus: "refunded",
    refunds: [refundOf("1", { createdAt: november(19), adjustments: [discrepancyOf(-4998n)] })],
  });
  expect(told(rated)).toEqual([
    [rated.createdAt, 5000n, { "1": 5000n }],
    [november(19), 4998n, { "1": 4998n }],
    [november(19), 2n, { "1": 2n }],
  ]);
});

test("M6: what an exchange rate left of an order that is refunded whole goes with its last refund", () => {
  const facts = orderOf({
    lines: [lineOf("1", 5000n)],
    financialStatus: "refunded",
    refunds: [refundOf("1", { createdAt: november(15), adjustments: [discrepancyOf(-4998n)] })],
  });
  expect(told(facts)).toEqual([
    [november(15), 4998n, { "1": 4998n }],
    [november(15), 2n, { "1": 2n }],
  ]);
});

test("M14: a later refund changes nothing of what earlier days have", () => {
  const removals = fc.array(fc.nat(3), { minLength: 5, maxLength: 5 });
  fc.assert(
    fc.property(anyHistory, removals, fc.boolean(), ({ facts, refunds }, removed, isWhole) => {
      const bodies = [...refunds.keys(), refunds.length].map((made) =>
        heardOf(facts, { refunds, removed, made, isWhole }),
      );
      const all = byInstant(bodies.at(-1) ?? facts);
      for (const [made, body] of bodies.entries()) {
        const days = new Set([body.createdAt, ...refunds.slice(0, made).map((one) => one.createdAt)]);
        expect(byInstant(body)).toEqual(all.filter(([at]) => days.has(at)));
      }
    }),
  );
});

type Heard = {
  readonly refunds: OrderFacts["refunds"];
  /** Pieces of each line that an edit took, as far as no refund ever names them. */
  readonly removed: readonly number[];
  readonly made: number;
  /** The platform calls it refunded once the last refund is made. */
  readonly isWhole: boolean;
};

/** How many pieces of a line these refunds name. */
const named = (id: string, among: OrderFacts["refunds"]): number =>
  among.flatMap((one) => one.lines).reduce((sum, one) => sum + (one.lineId === id ? one.quantity : 0), 0);

/** The order as the platform tells of it once so many of its refunds are made. */
function heardOf(facts: OrderFacts, { refunds, removed, made, isWhole }: Heard): OrderFacts {
  const lines = facts.lines.map((line, place) => {
    const gone = Math.min(removed[place] ?? 0, Math.max(0, line.quantity - named(line.id, refunds)));
    const back = named(line.id, refunds.slice(0, made));
    return { ...line, currentQuantity: Math.max(0, line.quantity - gone - back) };
  });
  const isOver = isWhole && made === refunds.length && made > 0;
  const financialStatus = isOver ? "refunded" : facts.financialStatus;
  return { ...facts, lines, refunds: refunds.slice(0, made), financialStatus };
}

function byInstant(facts: OrderFacts): [string, bigint][] {
  const sums = new Map<string, bigint>();
  for (const { at, minor } of returnsOf(facts)) sums.set(at, (sums.get(at) ?? 0n) + minor);
  return [...sums];
}
