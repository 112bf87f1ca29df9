import { expect, test } from "vitest";
import { enteredCodes, type OrderFacts } from "#app/domain/order.ts";
import { mergeFacts } from "#app/domain/order-merge.ts";
import { fromPlain, toPlain } from "#app/domain/plain.ts";
import { newerRefund, type RefundFacts } from "#app/domain/refund-facts.ts";
import { fc } from "../support/properties.ts";
import { anyHistory } from "./order-history.ts";
import { lineOf, orderOf, refundOf } from "./order-of.ts";

const at = (second: number): string => `2026-11-10T12:00:0${second}Z`;

const catalogOf = (second: number, tags: readonly string[], goods: readonly string[] = ["7"]) => ({
  readAt: at(second),
  products: Object.fromEntries(goods.map((id) => [id, { tags, collectionIds: [] }])),
  customerTags: tags,
});

/** Readings of one order at a few seconds, so that equal stamps are common. */
const anyReading: fc.Arbitrary<OrderFacts> = fc
  .record({
    second: fc.integer({ min: 0, max: 2 }),
    financialStatus: fc.constantFrom("pending", "paid"),
    deleted: fc.boolean(),
    index: fc.constantFrom(null, 1, 2),
    dispute: fc.constantFrom("none", "open", "won", "lost"),
    added: fc.subarray(["1", "2", "3"]),
    paid: fc.constantFrom(null, 0, 1),
    tag: fc.constantFrom(null, "old", "new"),
    goods: fc.subarray(["7", "8"]),
    productId: fc.constantFrom(null, "7"),
    refunds: fc.array(
      fc.record({
        id: fc.constantFrom("1", "2"),
        second: fc.integer({ min: 0, max: 2 }),
        status: fc.constantFrom("pending", "success", "failed"),
      }),
      { maxLength: 2 },
    ),
  })
  .map(
    ({ second, financialStatus, deleted, index, dispute, added, refunds, paid, tag, goods, productId }) => {
      const state = { updatedAt: at(second), financialStatus, deleted, dispute } as const;
      const base = orderOf({
        ...state,
        customerOrderIndex: index,
        paidAt: paid === null ? null : at(paid),
        catalog: tag === null ? null : catalogOf(second, [tag], goods),
        lines: [lineOf("1", 100n, { productId })],
      });
      const known = { ...base, linesAddedLater: added };
      return refunds.reduce<OrderFacts>(
        (facts, one) => withRefund(facts, refundOf(one.id, { asOf: at(one.second), status: one.status })),
        known,
      );
    },
  );

function withRefund(facts: OrderFacts, refund: RefundFacts): OrderFacts {
  return merged(facts, { ...facts, refunds: [refund] });
}

const merged = (a: OrderFacts, b: OrderFacts): OrderFacts => mergeFacts(a, b).facts;

test("M10: readings merged in any order and grouping, and any number of times, are the same order", () => {
  fc.assert(
    fc.property(anyReading, anyReading, anyReading, (a, b, c) => {
      const all = merged(merged(a, b), c);
      expect(merged(a, merged(b, c))).toEqual(all);
      expect(merged(merged(c, b), a)).toEqual(all);
      expect(merged(all, b)).toEqual(all);
    }),
    { numRuns: 400 },
  );
});

test("M10: state comes from the newer reading, and refunds it does not know are kept", () => {
  const older = withRefund(orderOf({ updatedAt: at(0), financialStatus: "pending" }), refundOf("7"));
  const newer = orderOf({ updatedAt: at(1), financialStatus: "paid" });
  const { facts, mustRefetch } = mergeFacts(older, newer);
  expect([facts.financialStatus, facts.refunds.length, mustRefetch]).toEqual(["paid", 1, false]);
});

test("M10: equal stamps with unequal bodies force a refetch, equal bodies do not", () => {
  const one = orderOf({ lines: [lineOf("1", 100n)] });
  expect(mergeFacts(one, orderOf({ lines: [lineOf("1", 200n)] })).mustRefetch).toBe(true);
  expect(mergeFacts(one, orderOf({ lines: [lineOf("1", 100n)] })).mustRefetch).toBe(false);
  expect(mergeFacts(one, { ...one, deleted: true }).mustRefetch).toBe(false);
});

test("M10, T3: when it was paid, and what the goods were like, is what was known first", () => {
  const early = orderOf({ updatedAt: at(1), paidAt: at(1), catalog: catalogOf(1, ["old"]) });
  const late = orderOf({ updatedAt: at(3), paidAt: at(3), catalog: catalogOf(3, ["new"]) });
  const silent = orderOf({ updatedAt: at(5) });
  for (const facts of [merged(merged(late, early), silent), merged(silent, merged(early, late))]) {
    expect(facts).toMatchObject({ updatedAt: at(5), paidAt: at(1), catalog: catalogOf(1, ["old"]) });
  }
});

test("T3: goods that an edit added are as they were when they were first read", () => {
  const first = orderOf({ updatedAt: at(1), catalog: catalogOf(1, ["old"]) });
  const edited = orderOf({ updatedAt: at(3), catalog: catalogOf(3, ["new"], ["7", "8"]) });
  const again = orderOf({ updatedAt: at(5), catalog: catalogOf(5, ["newest"], ["7", "8"]) });
  const known = {
    readAt: at(1),
    products: {
      "7": { tags: ["old"], collectionIds: [] },
      "8": { tags: ["new"], collectionIds: [], readAt: at(3) },
    },
    customerTags: ["old"],
  };
  expect(merged(merged(first, edited), again).catalog).toEqual(known);
  expect(merged(merged(again, first), edited).catalog).toEqual(known);
});

test("M10: of what is told at the same second, payment and goods are no reason to ask again, sending is", () => {
  const one = orderOf({ updatedAt: at(1) });
  const paid = orderOf({ updatedAt: at(1), paidAt: at(1), catalog: catalogOf(1, []) });
  expect(mergeFacts(one, paid).mustRefetch).toBe(false);
  expect(mergeFacts(one, orderOf({ updatedAt: at(1), fulfilledAt: at(1) })).mustRefetch).toBe(true);
});

test("T3: a line keeps its product when the platform has forgotten it, and no other line's", () => {
  const known = orderOf({ updatedAt: at(1), lines: [lineOf("1", 100n, { productId: "7", variantId: "8" })] });
  const after = orderOf({ updatedAt: at(2), lines: [lineOf("1", 100n), lineOf("2", 100n)] });
  const { facts } = mergeFacts(after, known);
  expect(facts.lines.map((line) => [line.productId, line.variantId])).toEqual([
    ["7", "8"],
    [null, null],
  ]);
  const same = orderOf({ updatedAt: at(1), lines: [lineOf("1", 100n)] });
  expect(mergeFacts(known, same)).toEqual({ facts: known, mustRefetch: false });
});

test("M10: a deleted order stays deleted, and two orders do not merge", () => {
  expect(merged(orderOf({ deleted: true }), orderOf({ updatedAt: at(5) })).deleted).toBe(true);
  expect(() => mergeFacts(orderOf(), orderOf({ id: "6" }))).toThrow(RangeError);
});

test("M10: of one refund the newest status, and at the same second the one whose money is further", () => {
  const pending = refundOf("1", { status: "pending", asOf: at(1) });
  expect(newerRefund(refundOf("1", { status: "success", asOf: at(0) }), pending).status).toBe("pending");
  expect(newerRefund(pending, refundOf("1", { status: "success", asOf: at(1) })).status).toBe("success");
});

test("facts survive the way through JSON", () => {
  fc.assert(
    fc.property(anyHistory, ({ facts, terms, refunds }) => {
      const whole = { facts: { ...facts, refunds }, terms };
      const stored: unknown = JSON.parse(JSON.stringify(toPlain(whole)));
      expect(fromPlain<typeof whole>(stored)).toEqual(whole);
    }),
  );
});

test("a code counts only where a shopper entered it, whatever its case", () => {
  const applications = [
    { type: "discount_code", code: "maya10" },
    { type: "manual", code: null },
    { type: "automatic" },
  ];
  expect(enteredCodes(["MAYA10", "Friends of the house", "maya10"], applications)).toEqual(["MAYA10"]);
  expect(enteredCodes(["MAYA10"], [{ type: "manual", code: "MAYA10" }])).toEqual([]);
});
