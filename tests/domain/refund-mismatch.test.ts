import { expect, test } from "vitest";
import { refundMismatchOf } from "#app/domain/fraud/rules.ts";
import { lineOf, orderOf, refundOf, shippingOf } from "./order-of.ts";

const lines = [lineOf("1", 1000n, { quantity: 2, currentQuantity: 1 })];
const shipping = [shippingOf(500n)];
const returned = (lineId: string, quantity: number, subtotalMinor: bigint, taxMinor = 0n) => ({
  lineId,
  quantity,
  subtotalMinor,
  taxMinor,
});
const refunds = (...parts: readonly Parameters<typeof refundOf>[1][]) =>
  parts.map((each, index) => refundOf(`${index + 1}`, each));

test("a refund whose transactions differ from its lines, shipping and adjustments has two sums", () => {
  const facts = orderOf({
    lines,
    shipping,
    refunds: refunds({ lines: [returned("1", 1, 0n)], paidMinor: 1500n }),
  });
  expect(refundMismatchOf(facts)).toEqual({ paidMinor: 1500n, claimedMinor: 0n });
  const short = orderOf({ lines, refunds: refunds({ lines: [returned("1", 1, 1000n)], paidMinor: 900n }) });
  expect(refundMismatchOf(short)).toEqual({ paidMinor: 900n, claimedMinor: 1000n });
});

test("the sums of several such refunds are added, without those that agree", () => {
  const facts = orderOf({
    lines,
    refunds: refunds(
      { paidMinor: 100n },
      { lines: [returned("1", 1, 1000n)], paidMinor: 1000n },
      { lines: [returned("1", 1, 500n)], paidMinor: 300n },
    ),
  });
  expect(refundMismatchOf(facts)).toEqual({ paidMinor: 400n, claimedMinor: 500n });
});

test("a refund agrees with tax, shipping and its discrepancy counted in", () => {
  const whole = {
    lines: [returned("1", 1, 1000n, 200n)],
    shipping: [{ shippingId: "1", subtotalMinor: 500n, taxMinor: 100n }],
    adjustments: [{ kind: "discrepancy", amountMinor: 300n, taxMinor: 0n }],
  } as const;
  const agreeing = orderOf({ lines, shipping, refunds: refunds({ ...whole, paidMinor: 1500n }) });
  expect(refundMismatchOf(agreeing)).toBeNull();
  const included = orderOf({
    ...agreeing,
    taxesIncluded: true,
    refunds: refunds({ ...whole, paidMinor: 1200n }),
  });
  expect(refundMismatchOf(included)).toBeNull();
});

test("a refund whose money is not known cannot differ", () => {
  expect(
    refundMismatchOf(orderOf({ lines, refunds: refunds({ lines: [returned("1", 1, 0n)] }) })),
  ).toBeNull();
});

test("refunded duties, exchanged goods and an order without commission are no mismatch", () => {
  const more = refunds({ lines: [returned("1", 1, 1000n)], paidMinor: 1200n });
  expect(refundMismatchOf(orderOf({ lines, dutiesMinor: 200n, refunds: more }))).toBeNull();
  expect(refundMismatchOf(orderOf({ lines, dutiesMinor: 199n, refunds: more }))).not.toBeNull();
  const less = refunds({ lines: [returned("1", 1, 1000n)], paidMinor: 400n });
  expect(refundMismatchOf(orderOf({ lines, linesAddedLater: ["2"], refunds: less }))).toBeNull();
  expect(refundMismatchOf(orderOf({ lines, linesAddedLater: ["2"], refunds: more }))).not.toBeNull();
  expect(refundMismatchOf(orderOf({ lines, financialStatus: "refunded", refunds: less }))).toBeNull();
});
